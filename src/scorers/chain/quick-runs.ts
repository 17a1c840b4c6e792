import { isDeepStrictEqual } from 'node:util'
import { createScorer, notScorable } from '@mastra/core/evals'
import { reuseWorkflow, runWithoutEngine } from './reuse-workflow.ts'

/** Without the place where it was thrown, which alone may differ. */
function failureIn(name: string): Error {
  const error = new TypeError(name)
  error.stack = name
  return error
}

/** A scorer that ends as its input says: with a score, without one, or with an error in any of its steps. */
function probe() {
  const step = (name: string, result: unknown) => (context: { run: { input?: unknown } }) => {
    if (context.run.input === `throw in ${name}`) throw failureIn(name)
    return context.run.input === `end in ${name}` ? notScorable(name) : result
  }
  return createScorer<unknown, unknown, string>({
    id: 'probe',
    description: 'compares two ways to run a scorer',
  })
    .preprocess(step('preprocess', { read: 1 }))
    .analyze(step('analyze', { judged: 2 }))
    .generateScore(step('generateScore', 0.5) as () => number)
    .generateReason(step('generateReason', 'why') as () => string)
}

const steps = ['preprocess', 'analyze', 'generateScore', 'generateReason']
const inputs = ['score', ...steps.flatMap((name) => [`throw in ${name}`, `end in ${name}`])]

/** What came of a run, as a value. */
const endOf = (run: Promise<unknown>) =>
  run.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )

async function compareWays(): Promise<boolean> {
  const [plain, quick] = [probe(), reuseWorkflow(probe())]
  const ends = inputs.map(async (input) => {
    const given = { input, output: '', runId: input }
    const [expected, got] = await Promise.all([
      endOf(plain.run({ ...given })),
      endOf(quick.run(runWithoutEngine({ ...given }))),
    ])
    return isDeepStrictEqual(expected, got)
  })
  return (await Promise.all(ends)).every(Boolean)
}

let compared: Promise<boolean> | undefined

/**
 * Whether the installed Mastra runs a scorer to the same end with its engine for workflows and without it. It is
 * tried once in a process, since a later version of Mastra may do more in a run than this package knows of.
 */
export function quickRunsAreSame(): Promise<boolean> {
  compared ??= compareWays().catch(() => false)
  return compared
}
