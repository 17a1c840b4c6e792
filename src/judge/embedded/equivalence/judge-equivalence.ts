import type { ChoiceAnswer, DecisionRequest } from '../../contract.ts'
import { JudgeAbstainedError } from '../../errors.ts'
import { predict } from '../regression.ts'
import { longestText } from '../relevance/features.ts'
import { abstainUnlessEnglish, judgeId, misconfigured, readUnits, warnOfLength } from '../requests.ts'
import { isNegated } from '../support/words.ts'
import { deniesReference } from './denies-reference.ts'
import { compareAnswer } from './features.ts'
import { readAnswer, readText, saysNotKnown } from './read-text.ts'
import { equivalenceWeights } from './weights.ts'

/** The relations of the factuality scorer. The judge only ever chooses 'same' and 'disagrees'. */
const options = ['subset', 'superset', 'same', 'disagrees', 'immaterial'] as const

/**
 * Judges for every answer whether it gives the facts of a short reference: by the words and numbers that they
 * share, near spellings, negations and "I don't know". It ignores anything else that an answer says.
 *
 * @throws JudgeError with the reason 'configuration' for another question or state; `JudgeAbstainedError` if
 *   words cannot decide a reference of this kind, whatever the answers are, because a mean over only the
 *   answers that are easy to judge would be biased; and if the material is not in English.
 */
export async function judgeEquivalence({ state, questions }: DecisionRequest): Promise<{
  answers: Record<string, ChoiceAnswer<(typeof options)[number]>>
  warnings: readonly string[]
}> {
  const { question = '', reference, conversation } = state
  if (typeof reference !== 'string') throw misconfigured('state.reference must be a string')
  if (typeof question !== 'string') throw misconfigured('state.question must be a string')
  const given = readUnits(state, 'answers', questions, options)
  const because = whyUnsuited(reference)
  if (because !== undefined) throw new JudgeAbstainedError(judgeId, because)
  const expected = readText(reference)
  await abstainUnlessEnglish('question', question)
  await abstainUnlessEnglish('reference', reference)
  await abstainUnlessEnglish(
    'answer',
    [...given.values()].map((text) => text.slice(0, longestText)).join('\n'),
  )
  const questionReading = readText(question.slice(0, longestText))
  const answers = [...given].map(([id, text]): [string, ChoiceAnswer<(typeof options)[number]>] => {
    const read = text.slice(0, longestText)
    if (deniesReference(read, reference))
      return [
        id,
        { type: 'choice', choice: 'disagrees', share: 0, reason: 'names the reference only to deny it' },
      ]
    const features = compareAnswer(expected, readAnswer(read), questionReading)
    const share = predict(equivalenceWeights, features).yes
    const choice = share >= 0.5 ? 'same' : 'disagrees'
    return [id, { type: 'choice', choice, share, reason: equivalenceReason(features) }]
  })
  const warnings = [
    ...(conversation === undefined ? [] : ['the earlier conversation was not read']),
    ...warnOfLength([question, ...given.values()]),
  ]
  return { answers: Object.fromEntries(answers), warnings }
}

/** The maximum of content words and numbers: hardly any of the measured references has more. */
const mostItems = 5

/** Returns why a reference cannot be judged by its words, as a sentence; undefined if it can. */
export function whyUnsuited(reference: string): string | undefined {
  const { senses, numbers } = readText(reference.slice(0, longestText))
  const items = senses.length + numbers.length
  if (items > mostItems || reference.length > longestText)
    return `the ground truth is longer than ${mostItems} content words, and the embedded judge can compare only short facts`
  if (isNegated(reference) || saysNotKnown(reference))
    return 'the ground truth denies something or says that it is not known, and the embedded judge cannot compare that'
  if (items === 0) return 'the ground truth has no content words for the embedded judge to compare'
  return undefined
}

/** Returns the measurements as a phrase about the answer. */
function equivalenceReason(features: ReturnType<typeof compareAnswer>): string {
  const { coverage, phrase, numbersMissing, negated, givesUp } = features
  const has =
    phrase === 1
      ? 'repeats the reference word for word, or nearly so'
      : coverage > 0.8
        ? 'has nearly everything in the reference'
        : coverage > 0.3
          ? 'has part of the reference'
          : 'has hardly anything in the reference'
  return [
    has,
    ...(numbersMissing === 1 ? ['lacks one of its numbers'] : []),
    ...(negated === 1 ? ['in a negative sentence'] : []),
    ...(givesUp === 1 ? ['says that something is not known'] : []),
  ].join(', ')
}
