import { once } from 'node:events'
import { isAbsolute, relative, sep } from 'node:path'
import { Writable } from 'node:stream'
import type { z } from 'zod/v4'
import { CommandError, toSentence } from '../../cli/command-error.ts'
import { exitCodes } from '../../cli/exit-codes.ts'
import { withPlan } from '../../cli/plan/plan.ts'
import { print } from '../../cli/print.ts'
import type { Surroundings } from '../../cli/surroundings.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { resolveLinks } from '../../shared/resolve-links.ts'
import { sayIssue } from '../../shared/say-issue.ts'
import { pickScorer } from '../labels/labelling-subject.ts'
import { boundedObject, boundedText, mostCharacters } from './limit-size.ts'
import { explainScore, showWorst } from './show-answers.ts'
import { inputs, type Output, type ToolName, toolNamed } from './tools.ts'

/**
 * Confines a command to a folder, links included.
 *
 * @returns A function that takes absolute paths and ignores values that are not paths. It throws a CommandError that
 * names the path leading out.
 */
function confinedTo(folder: string): (paths: readonly unknown[]) => void {
  const root = resolveLinks(folder)
  return (paths) => {
    for (const path of paths.filter((one) => typeof one === 'string')) {
      const way = relative(root, resolveLinks(path))
      if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
        throw new CommandError(
          `${path} is outside the folder of the project, where nothing is read or written: name a file within ${folder}`,
        )
    }
  }
}

export interface Call {
  readonly tool: string
  readonly input: unknown
}

/** The result of a call; if it failed, a sentence that says what to do. */
export type Answer = { readonly text: string; readonly structured: Output } | { readonly error: string }

const ofRun = async (
  { run, scorer, config }: { run: string; scorer?: string | undefined; config?: string | undefined },
  around: Surroundings,
  show: (run: EvaluationRun, scorer: ScorerRecord) => { readonly text: string; readonly result: object },
): Promise<number> =>
  withPlan({ config }, around, {}, async (plan) => {
    const read = await plan.runs.read(run)
    const { text, result } = show(read, pickScorer(read, scorer, around))
    print(around.stdout, text)
    around.onResult?.(JSON.stringify(result))
    return exitCodes.passed
  })

/** Each function returns the exit code. */
const work: {
  readonly [Name in ToolName]: (
    input: z.infer<(typeof inputs)[Name]>,
    around: Surroundings,
  ) => Promise<number>
} = {
  list_runs: async (input, around) =>
    (await import('../../cli/commands/runs/runs.ts')).runs(undefined, input, around),
  run: async ({ dataset, scorers, targets, items = [], only, ...input }, around) => {
    const { run } = await import('../../cli/commands/run/run.ts')
    const flags = {
      ...input,
      scorer: scorers,
      target: targets,
      only: [...items.map((id) => `id:${id}`), ...(only === undefined ? [] : [only])],
    }
    return run(
      dataset ?? input.config,
      dataset === undefined ? { ...flags, config: undefined } : flags,
      around,
    )
  },
  compare_runs: async ({ baseline, run, config }, around) =>
    (await import('../../cli/commands/report/report.ts')).report(run, { config, compare: baseline }, around),
  worst_answers: ({ count, ...input }, around) =>
    ofRun(input, around, (run, scorer) => showWorst(run, scorer, count)),
  explain_score: (input, around) => ofRun(input, around, (run, scorer) => explainScore(run, scorer, input)),
  plan_labels: async ({ run, halfWidth, ...input }, around) =>
    (await import('../labels/commands/plan.ts')).planLabels(run, halfWidth, input, around),
}

/** Handles one call, received over the channel of a forked process, and sends back the answer. */
export async function call(_: object, around: Surroundings): Promise<number> {
  if (process.send === undefined) throw new CommandError('`verdict mcp call` is for `verdict mcp` alone')
  const gone = new AbortController()
  // Nobody is left to receive the answer.
  process.once('disconnect', () => gone.abort(new Error('interrupted')))
  const [asked] = (await once(process, 'message')) as [Call]
  const signal = AbortSignal.any([around.signal, gone.signal])
  const answer = await answerTo(asked, { ...around, signal })
  if (process.connected) await new Promise((sent) => process.send?.(answer, undefined, undefined, sent))
  return exitCodes.passed
}

export async function answerTo({ tool, input }: Call, around: Surroundings): Promise<Answer> {
  try {
    const name = toolNamed(tool)
    const read = inputs[name].safeParse(input ?? {})
    if (!read.success) throw new CommandError(sayIssue(read.error))
    return await runTool(name, read.data as never, around)
  } catch (error) {
    return { error: boundedText(withArguments(toSentence(error), tool)) }
  }
}

/** Names the arguments of a tool where a command's sentence names its options. */
function withArguments(sentence: string, tool: string): string {
  const names = Object.keys(inputs[tool as ToolName]?.shape ?? {})
  return sentence.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (flag, option: string) => {
    const name = option.replaceAll(/-[a-z]/g, (part) => part.slice(1).toUpperCase())
    return names.find((one) => one === name || one === `${name}s`) ?? flag
  })
}

async function runTool(name: ToolName, input: never, around: Surroundings): Promise<Answer> {
  const stdout = new TextCollector()
  const stderr = new TextCollector()
  let json = '{}'
  const exitCode = await work[name](input, {
    ...around,
    stdout,
    stderr,
    confine: confinedTo(around.folder),
    onResult: (result) => {
      json = result
    },
  })
  const { result, leftOut } = boundedObject(JSON.parse(json, withoutEvidence))
  const notes = boundedText(withArguments(stderr.text, name)).split('\n').filter(Boolean)
  const ending = { [exitCodes.failed]: 'failed', [exitCodes.cannotTell]: 'cannot tell' }[exitCode]
  const head = ending === undefined ? '' : `Exit code ${exitCode}: ${ending}.\n\n`
  const end = boundedText(notes.map((note) => `\n\n${note}`).join(''), mostOfNotes)
  // Notes say what to do next, so the output makes room for them.
  const shown = boundedText(stdout.text.trim(), mostCharacters - head.length - end.length)
  return {
    text: `${head}${shown}${end}`.trim(),
    structured: { exitCode, result, notes, leftOut: [...leftOut] },
  }
}

/** Drops what answers were judged by, which would leave no room for results: it stays in the run file. */
const withoutEvidence = (name: string, part: { readonly answers?: unknown } | null) =>
  name === 'evidence' && Array.isArray(part?.answers) ? undefined : part

/** In characters. */
const mostOfNotes = 5_000

class TextCollector extends Writable {
  text = ''
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk
    done()
  }
}
