import type { ChoiceAnswer, DecisionRequest } from '../../contract.ts'
import { JudgeAbstainedError } from '../../errors.ts'
import { predict } from '../regression.ts'
import { longestText } from '../relevance/features.ts'
import { abstainUnlessEnglish, judgeId, misconfigured, readUnits, warnOfLength } from '../requests.ts'
import { equivalenceWeights } from '../weights.ts'
import { compareAnswer } from './features.ts'
import { readAnswer, readText } from './read-text.ts'
import { equivalenceReason } from './reason.ts'
import { whyUnsuited } from './unsuited.ts'

/** The relations of the factuality scorer. Of them only 'same' and 'disagrees' are ever chosen. */
const options = ['subset', 'superset', 'same', 'disagrees', 'immaterial'] as const
type EquivalenceAnswer = ChoiceAnswer<(typeof options)[number]>

/**
 * Judges for every answer whether it gives the facts of a short reference: by the words and numbers that they
 * share, near spellings, negations and "I don't know". What else an answer says is not looked at.
 *
 * @throws JudgeError with the reason 'configuration' for another question or state; `JudgeAbstainedError` where
 * the reference is of a kind that words cannot decide, whatever the answers are, because a mean over only the
 * answers that are easy to judge would be biased; and where the material is not in English.
 */
export function judgeEquivalence({ state, questions }: DecisionRequest): {
  answers: Record<string, EquivalenceAnswer>
  warnings: readonly string[]
} {
  const { question = '', reference, conversation } = state
  if (typeof reference !== 'string') throw misconfigured('state.reference must be a string')
  if (typeof question !== 'string') throw misconfigured('state.question must be a string')
  const given = readUnits(state, 'answers', questions, options)
  const because = whyUnsuited(reference)
  if (because !== undefined) throw new JudgeAbstainedError(judgeId, because)
  const expected = readText(reference)
  abstainUnlessEnglish('question', question)
  abstainUnlessEnglish('reference', reference)
  abstainUnlessEnglish('answer', [...given.values()].map((text) => text.slice(0, longestText)).join('\n'))
  const asked = readText(question.slice(0, longestText))
  const answers = [...given].map(([id, text]): [string, EquivalenceAnswer] => {
    const features = compareAnswer(expected, readAnswer(text.slice(0, longestText)), asked)
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
