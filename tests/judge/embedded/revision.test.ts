import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChoiceAnswer, DecisionRequest } from '../../../src/judge/contract.ts'
import { embeddedJudge } from '../../../src/judge/embedded/embedded-judge.ts'
import { JudgeAbstainedError } from '../../../src/judge/errors.ts'
import { supportQuestion, supportTask } from '../../../src/scorers/claims/claim-support.ts'
import { factualityQuestion, factualityTask } from '../../../src/scorers/factuality.ts'
import { question, task } from './ask.ts'

interface Row {
  readonly input: string
  readonly output: string
  readonly statement: string
  readonly context: readonly string[]
  readonly groundTruth: readonly string[]
}

const read = (set: string) =>
  readFileSync(new URL(`../../../datasets/calibration/${set}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Row => JSON.parse(line))
    .filter((_, index) => index % 3 === 0)

/** The verdicts on a third of the rows of each labelled set, by words alone, which are the same on every machine. */
async function judgeSets(): Promise<string[]> {
  const judge = embeddedJudge({ encoder: false })
  const relevance = ['agent-style', 'epqa', 'clapnq'].flatMap((set) => read(`statement-relevance-${set}`))
  const support = ['agent-style', 'fm2', 'realsumm-scu'].flatMap((set) => read(`faithfulness-${set}`))
  const requests: DecisionRequest[] = [
    ...relevance.map(({ input, statement }) => ({
      task,
      state: { question: input, statements: { a: statement } },
      questions: { a: question },
    })),
    ...support.map(({ context, statement }) => ({
      task: supportTask,
      state: {
        claims: { a: statement },
        context: Object.fromEntries(context.map((piece, at) => [`c${at + 1}`, piece])),
      },
      questions: { a: supportQuestion },
    })),
    ...read('answer-equivalence-evouna').map(({ output, groundTruth: [reference = ''] }) => ({
      task: factualityTask,
      state: { reference, answers: { a: output } },
      questions: { a: factualityQuestion },
    })),
  ]
  return Promise.all(
    requests.map(async (request) => {
      const decision = await judge.decide(request).catch((error: unknown) => {
        if (error instanceof JudgeAbstainedError) return
        throw error
      })
      const { choice, share } = (decision?.answers.a ?? {}) as Partial<ChoiceAnswer>
      return `${choice} ${share?.toFixed(3)}`
    }),
  )
}

test('a change of answers raises the revision, so that nobody compares them with earlier ones', async () => {
  const verdicts = await judgeSets()
  const { revision } = embeddedJudge().settings as { readonly revision: number }
  expect({
    revision,
    verdicts: createHash('sha256').update(verdicts.join('\n')).digest('hex').slice(0, 16),
  }).toEqual({
    revision: 17,
    verdicts: 'f21fc94259fe4816',
  })
})
