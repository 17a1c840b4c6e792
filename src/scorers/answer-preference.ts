import { z } from 'zod/v4'
import type { ChoiceAnswer, ChoiceQuestion, Task } from '../judge/contract.ts'
import { decide } from '../judge/decide.ts'
import { mergeEvidence } from '../judge/evidence.ts'
import type { JudgeModel } from '../judge/to-judge.ts'
import { allOrNone } from '../shared/abort.ts'
import { notScorable } from '../shared/core-evals.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { type JudgingContext, judgedScorer } from './common/judged-scorer.ts'
import { judgedOptions } from './common/options.ts'
import { preferenceId } from './preference-id.ts'
import type { UnitVerdict, WithEvidence } from './units/judge-units.ts'

const options = z.strictObject(judgedOptions)

export type Preference = 'baseline' | 'candidate' | 'neither'

/** Two answers with what the judge sees; the record keeps all of it. */
export interface AnswerPair {
  readonly question?: string
  readonly conversation?: readonly { readonly role: string; readonly text: string }[]
  readonly baseline: string
  readonly candidate: string
  /** The reason why they cannot be compared. */
  readonly because?: string
}

export const preferenceTask: Task = {
  name: preferenceId,
  version: 1,
  instructions: `You compare two answers to one question. The material has the question, both answers, and the conversation before it where it is known. Which of the two stands first is chance. What counts is what the asker gets: whether it is right, whether it is what was asked for, whether it can be understood and used. More words, more lists and a friendlier tone are no gain by themselves, and neither is having fewer of them. An error that would mislead the asker weighs more than a missing detail.`,
}

type Place = 'first' | 'second' | 'neither'

/** The question to people. */
export const preferenceAsked = 'Which answer serves the asker better?'

export const preferenceQuestion: ChoiceQuestion<Place> = {
  type: 'choice',
  instructions: `${preferenceAsked} Name what settles it.`,
  criteria: {
    first: 'the first: the asker would rather have it.',
    second: 'the second: the asker would rather have it.',
    neither: 'neither: they serve the asker alike, well or badly.',
  },
  share: 'of 100 careful people who asked this, how many would rather have the first answer',
  // 'neither' is not on this line: a small majority also lies between first and second.
  line: { first: 1, second: 0 },
}

/** The answer that came first, which is the unit of each of the two verdicts. */
export const orders = ['baseline first', 'candidate first'] as const

const credits: Readonly<Record<Preference, number>> = { baseline: 0, neither: 0.5, candidate: 1 }

/** Decides a pair by code; undefined if a judge is needed. */
export function toldByCode({ baseline, candidate }: AnswerPair): Preference | undefined {
  if (baseline.trim() === candidate.trim()) return 'neither'
  if (baseline.trim() === '') return 'candidate'
  return candidate.trim() === '' ? 'baseline' : undefined
}

/** Turns the answer in one order into a verdict on the sides, with the share that prefers the candidate. */
function inOrder(
  order: (typeof orders)[number],
  { choice, stated, share, reason }: ChoiceAnswer<Place>,
): UnitVerdict<Preference> {
  const [first, second]: Preference[] =
    order === 'baseline first' ? ['baseline', 'candidate'] : ['candidate', 'baseline']
  const of = (place: Place) =>
    (place === 'neither' ? place : place === 'first' ? first : second) as Preference
  const verdict = of(choice)
  const forCandidate = share === undefined || first === 'candidate' ? share : 1 - share
  return {
    unit: { text: order },
    verdict,
    credit: credits[verdict],
    ...withoutUndefined({ stated: stated && of(stated), share: forCandidate, reason }),
  }
}

const told: Readonly<Record<Preference, string>> = {
  neither: 'Both answers are the same text: a tie, without a call.',
  candidate: 'The baseline says nothing: the candidate is preferred, without a call.',
  baseline: 'The candidate says nothing: the baseline is preferred, without a call.',
}

/** @returns A verdict for each of the {@link orders}; none if code decided. */
async function judgeInBothOrders(
  pair: AnswerPair,
  { judge, signal, tracing }: JudgingContext<z.output<typeof options>>,
): Promise<WithEvidence & { readonly verdicts: readonly UnitVerdict<Preference>[] }> {
  if (toldByCode(pair) !== undefined) return { verdicts: [] }
  const { question = '', conversation, baseline, candidate } = pair
  const asked = (first: string, second: string) => (signal: AbortSignal) =>
    decide(
      judge,
      {
        task: preferenceTask,
        state: {
          question,
          ...(conversation === undefined ? {} : { conversation: conversation.map((turn) => ({ ...turn })) }),
          'first answer': first,
          'second answer': second,
        },
        questions: { preference: preferenceQuestion },
        signal,
      },
      tracing,
    )
  const [one, other] = await allOrNone(signal, [asked(baseline, candidate), asked(candidate, baseline)])
  return {
    verdicts: [
      inOrder(orders[0], one.answers.preference as ChoiceAnswer<Place>),
      inOrder(orders[1], other.answers.preference as ChoiceAnswer<Place>),
    ],
    judge: mergeEvidence([one.evidence, other.evidence]),
  }
}

function explainPreference([one, other]: readonly UnitVerdict<Preference>[], pair: AnswerPair): string {
  if (one === undefined || other === undefined) return told[toldByCode(pair) ?? 'neither']
  if (one.verdict !== other.verdict)
    return `A tie, because the verdict depends on the order: ${one.verdict} with the baseline first, ${other.verdict} with the candidate first.`
  return one.verdict === 'neither'
    ? 'A tie in both orders.'
    : `The ${one.verdict} is preferred in both orders.`
}

/**
 * Scores a pair of answers: 1 if the candidate is preferred, 0 if the baseline is, 0.5 for a tie. The judge is asked in
 * both orders, in separate calls; if its verdicts differ, the pair is a tie. Two answers with the same text are a tie,
 * and an empty answer loses, both without a call.
 *
 * Outcomes: *scored*; *not scorable* without a question or with an unreadable answer; *failed*, with a `JudgeError` as
 * its cause.
 *
 * @throws TypeError for a judge that cannot answer the task, such as the embedded one.
 */
export function preferenceScorer(model: JudgeModel) {
  return judgedScorer(
    { model },
    {
      factory: 'comparePairs',
      id: preferenceId,
      name: 'Answer Preference',
      description: 'Which of two answers the asker prefers',
      options,
      task: preferenceTask,
      read({ output }) {
        const pair = output as AnswerPair
        return pair.because === undefined ? pair : notScorable(pair.because)
      },
      judge: judgeInBothOrders,
      score({ verdicts: [one, other] }, _, pair) {
        if (one === undefined || other === undefined) return credits[toldByCode(pair) ?? 'neither']
        return one.verdict === other.verdict ? one.credit : credits.neither
      },
      explain: ({ result: { verdicts }, material }) => explainPreference(verdicts, material),
    },
  )
}
