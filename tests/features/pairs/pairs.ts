import type { EvaluationItem } from '../../../src/evaluation/dataset/item.ts'
import { evaluate } from '../../../src/evaluation.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { fakeJudge } from '../../support/fake-judge.ts'

/** Answers to be recorded: undefined for an item that fails. */
export type Answers = readonly (string | undefined)[]

const scorer = {
  id: 'none',
  name: 'None',
  type: undefined as never,
  run: async () => ({ score: 1 }),
}

/** A run whose items have these answers. */
export const runOf = (
  answers: Answers,
  name: string,
  item: (index: number) => Partial<EvaluationItem> = () => ({}),
  repeats = 1,
): Promise<EvaluationRun> =>
  evaluate({
    target: async (input) => {
      const answer = answers[Number(/\d+/.exec(String(input))?.[0])]
      if (answer === undefined) throw new Error('the agent broke')
      return answer
    },
    data: answers.map((_, index) => ({ id: `q${index}`, input: `Question ${index}?`, ...item(index) })),
    scorers: [{ scorer, scale: 1 }],
    ...{ name, repeats, retryDelayInMs: 0, attempts: 1 },
  })

export interface Shown {
  readonly question: string
  readonly first: string
  readonly second: string
}

/** A judge of pairs by what it is shown; each question to it is a call. */
export const pairJudge = (
  choose: (
    shown: Shown,
  ) => 'first' | 'second' | 'neither' | { choice: 'first' | 'second' | 'neither'; share: number } | undefined,
  id = 'pairs',
) =>
  fakeJudge({
    id,
    answer: (_, __, { state }) =>
      choose({
        question: String(state.question),
        first: String(state['first answer']),
        second: String(state['second answer']),
      }),
    evidence: () => ({ calls: 1 }),
  })
