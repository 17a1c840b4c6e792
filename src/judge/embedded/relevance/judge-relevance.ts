import type { ChoiceAnswer, DecisionRequest } from '../../contract.ts'
import { JudgeError } from '../../errors.ts'
import { cosine, type Encoder, encoderInstallation, sharedEncoder } from '../encoder.ts'
import { fixedVerdict } from '../no-claim.ts'
import { type Probabilities, predict, type Verdict, verdicts } from '../regression.ts'
import { abstainUnlessEnglish, judgeId, misconfigured, readUnits, warnOfLength } from '../requests.ts'
import type { AnswerType } from './answer-type.ts'
import { type Features, featuresOf, readQuestion } from './features.ts'
import { encoderWeights, lexicalWeights } from './weights.ts'

type RelevanceAnswer = ChoiceAnswer<Verdict>

/**
 * Judges every statement: by the words that it shares with the question, by the kind of thing that the question asks
 * for, and by how near both are in meaning, where the encoder is to be used and is installed.
 *
 * @throws JudgeError with the reason 'configuration' for another question or state, and where the encoder fails;
 * `JudgeAbstainedError` where the question, or the statements as a whole, are not in English; the reason of the
 * signal where it is aborted.
 */
export async function judgeRelevance(
  { state, questions, signal }: DecisionRequest,
  useEncoder: boolean,
): Promise<{ answers: Record<string, RelevanceAnswer>; warnings: readonly string[] }> {
  const { question, conversation } = state
  if (typeof question !== 'string') throw misconfigured('state.question must be a string')
  const statements = readUnits(state, 'statements', questions, verdicts)
  await abstainUnlessEnglish('question', question)
  await abstainUnlessEnglish('answer', [...statements.values()].join('\n'))
  const encoder = useEncoder ? sharedEncoder() : undefined
  const reading = readQuestion(question)
  const open = [...statements].filter(([, statement]) => fixedVerdict(question, statement) === undefined)
  const cosines =
    encoder && open.length > 0 ? await cosinesTo(reading.text, open, encoder, signal) : undefined
  const answers = [...statements].map(([key, statement]) => {
    const fixed = fixedVerdict(question, statement)
    if (fixed !== undefined)
      return [key, toAnswer({ yes: 0, unsure: 0, no: 0, [fixed.verdict]: 1 }, fixed.because)] as const
    const features = featuresOf(reading, statement, cosines?.get(key))
    const probabilities = predict(cosines ? encoderWeights : lexicalWeights, features)
    return [key, toAnswer(probabilities, reasonFor(reading.type, features))] as const
  })
  const warnings = [
    ...(useEncoder && !encoder
      ? [`encoder not installed, judged by words alone: ${encoderInstallation}`]
      : []),
    ...(conversation === undefined ? [] : ['the earlier conversation was not read']),
    ...warnOfLength([question, ...statements.values()]),
  ]
  return { answers: Object.fromEntries(answers), warnings }
}

async function cosinesTo(
  question: string,
  statements: readonly (readonly [string, string])[],
  encoder: Encoder,
  signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
  const texts = [question, ...statements.map(([, statement]) => statement)]
  const [first, ...others] = await encoder.encode(texts, signal).catch((cause: unknown) => {
    signal?.throwIfAborted()
    const message = `${cause instanceof Error ? cause.message : cause}; embeddedJudge({ encoder: false }) does without it`
    throw new JudgeError({
      judge: judgeId,
      reason: 'unreachable',
      message,
      ids: statements.map(([key]) => key),
      cause,
    })
  })
  return new Map(
    statements.map(([key], index) => [key, cosine(first as Float32Array, others[index] as Float32Array)]),
  )
}

function toAnswer(probabilities: Probabilities, reason: string): RelevanceAnswer {
  const choice = verdicts.reduce((best, verdict) =>
    probabilities[verdict] > probabilities[best] ? verdict : best,
  )
  return {
    type: 'choice',
    choice,
    probabilities,
    share: probabilities.yes + 0.5 * probabilities.unsure,
    reason,
  }
}

/** What was asked for, by its kind. */
const things: Readonly<Record<AnswerType, string>> = {
  person: 'a name, as "who" asks',
  date: 'a date or time, as "when" asks',
  number: 'a number, as the question asks',
  place: 'a place, as "where" asks',
  cause: 'a cause, as "why" asks',
  money: 'a price, as the question asks',
  duration: 'a length of time, as "how long" asks',
  process: 'a way in which it happens, as "how" asks',
  procedure: 'a step, as "how" asks',
  meaning: 'a definition, as the question asks',
  choice: 'a recommendation, as the question asks',
  confirmation: 'a yes or no, as the question asks',
  any: '',
}

/** Why a statement was judged as it was: a plain phrase made of what was measured. */
function reasonFor(type: AnswerType, features: Features): string {
  const phrases = [sharedWords(features.coverage)]
  if (features.cosine !== undefined) phrases.push(meaning(features.cosine))
  if (type !== 'any') {
    if (features.type === 1) phrases.push(`gives ${things[type]}`)
    if (features.type === 0) phrases.push(`does not give ${things[type]}`)
  }
  const last = phrases.pop()
  return phrases.length === 0 ? `${last}` : `${phrases.join(', ')} and ${last}`
}

function sharedWords(coverage: number): string {
  if (coverage === 0) return 'shares no word with the question'
  return coverage < 0.5 ? 'shares some words with the question' : 'shares most words with the question'
}

/** Below the first: a third of the irrelevant calibration statements; above the second: half of the relevant ones. */
function meaning(cosine: number): string {
  if (cosine < 0.25) return 'means something else'
  return cosine < 0.5 ? 'is near to it in meaning' : 'is close to it in meaning'
}
