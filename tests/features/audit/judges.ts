import type { ItemRecord } from '../../../src/run/item-record.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { createAnswerRelevancyScorer, createBiasScorer, defineMetric } from '../../../src/scorers/index.ts'
import { chanceOf, fakeJudge } from '../../support/fake-judge.ts'
import { relevancy, runOfWorld } from '../labels/labelled.ts'

/** What a scripted judge sees of a statement. */
export interface Seen {
  readonly text: string
  /** From 0, of `of`. */
  readonly place: number
  readonly of: number
  readonly question: string
  readonly options: readonly string[]
}

export interface ScriptedJudge {
  readonly seed?: number
  /** How far a share is off, either way. Default 0.2. */
  readonly noise?: number
  /** What the judge adds, that it should not. */
  readonly bias?: (seen: Seen) => number
  /** Whether the answer is judged as a whole, as it stands. Default: statement by statement. */
  readonly whole?: boolean
  /** Of the scores of statements. Default 1. */
  readonly scale?: number
  /** Whether it judges how biased statements are. Default: whether they answer the question. */
  readonly lowerIsBetter?: boolean
}

/** The first words that are in no opening, as the content of a sentence of `auditedRun`. */
const contentOf = (text: string) => /topic \d+ of \d+/.exec(text.replaceAll('*', ''))?.[0] ?? text

/** A scorer whose judge knows each statement's worth, sees it with noise, and adds what it is told to. */
export function scriptedScorer({
  seed = 1,
  noise = 0.2,
  bias = () => 0,
  whole = false,
  scale = 1,
  lowerIsBetter = false,
}: ScriptedJudge = {}) {
  const times = new Map<string, number>()
  /** From -1 to 1, another number each time that the same is asked, in whichever order requests arrive. */
  const chance = (what: string) => {
    const time = (times.get(what) ?? 0) + 1
    times.set(what, time)
    return 2 * chanceOf(`${seed} ${time} ${what}`) - 1
  }
  const model = fakeJudge({
    id: 'scripted',
    weighting: 'share',
    deterministic: noise === 0,
    answer(question, id, { state }) {
      const { question: asked, ...given } = state as {
        statements?: Record<string, string>
        answers?: Record<string, string>
        question?: string
      }
      const statements = given.statements ?? given.answers ?? {}
      const ids = Object.keys(statements)
      const text = statements[id] ?? ''
      const seen = {
        text,
        place: ids.indexOf(id),
        of: ids.length,
        question: asked ?? '',
        options: question.type === 'choice' ? Object.keys(question.criteria) : [],
      }
      const share =
        0.3 + 0.4 * chanceOf(contentOf(text)) + noise * chance(`${id}\n${JSON.stringify(state)}`) + bias(seen)
      const within = Math.min(1, Math.max(0, share))
      return { choice: within > 0.5 ? 'yes' : 'no', share: within }
    },
  })
  if (lowerIsBetter) return createBiasScorer({ id: relevancy.id, model, options: { scale } })
  return whole
    ? wholeAnswers({ id: relevancy.id, model })
    : createAnswerRelevancyScorer({ id: relevancy.id, model, options: { scale } })
}

const wholeAnswers = defineMetric({
  id: 'whole',
  units: 'answer',
  reads: ['question'],
  question: 'Is the answer good?',
  share: 'of 100 careful readers, how many would call it good',
  criteria: { yes: 'it is', no: 'it is not' },
  credits: { yes: 1, no: 0 },
})

/** Answers of four sentences in prose, each about something of its own. */
export function auditedRun(
  items = 30,
  more: (index: number) => Partial<ItemRecord> = () => ({}),
): EvaluationRun {
  const run = runOfWorld(
    Array.from({ length: items }, (_, index) => ({
      id: `q${index}`,
      answer: Array.from(
        { length: 4 },
        (_, part) => `The answer is to be found in topic ${part} of ${index} and nowhere else.`,
      ).join(' '),
      score: 0.5,
      truth: 1,
    })),
    'run-1',
  )
  return {
    ...run,
    items: run.items.map((item, index) => ({
      ...item,
      input: `What is topic ${index} about?`,
      ...more(index),
    })),
  }
}
