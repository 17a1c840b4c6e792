import type { ChoiceAnswer } from '../../contract.ts'
import { JudgeError } from '../../errors.ts'
import type { Encoder } from '../encoder.ts'
import { fixedVerdict } from '../fixed-verdicts.ts'
import type { Material } from '../material.ts'
import { type Probabilities, predict, type Verdict, verdicts } from '../regression.ts'
import { judgeId } from '../requests.ts'
import { cosine } from '../vectors.ts'
import { encoderWeights, lexicalWeights } from '../weights.ts'
import { featuresOf, readQuestion } from './features.ts'
import { reasonFor } from './reason.ts'

type RelevanceAnswer = ChoiceAnswer<Verdict>

/**
 * Judges every statement of the material.
 *
 * @throws JudgeError where the encoder fails; the reason of the signal where it is aborted.
 */
export async function judgeRelevance(
  { question, statements }: Material,
  encoder: Encoder | undefined,
  signal: AbortSignal | undefined,
): Promise<Record<string, RelevanceAnswer>> {
  const asked = readQuestion(question)
  const open = [...statements].filter(([, statement]) => fixedVerdict(question, statement) === undefined)
  const cosines = encoder && open.length > 0 ? await cosinesTo(asked.text, open, encoder, signal) : undefined
  return Object.fromEntries(
    [...statements].map(([key, statement]) => {
      const fixed = fixedVerdict(question, statement)
      if (fixed !== undefined) {
        return [key, toAnswer({ yes: 0, unsure: 0, no: 0, [fixed.verdict]: 1 }, fixed.because)]
      }
      const features = featuresOf(asked, statement, cosines?.get(key))
      const probabilities = predict(cosines ? encoderWeights : lexicalWeights, features)
      return [key, toAnswer(probabilities, reasonFor(asked.type, features))]
    }),
  )
}

async function cosinesTo(
  question: string,
  statements: readonly (readonly [string, string])[],
  encoder: Encoder,
  signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
  const texts = [question, ...statements.map(([, statement]) => statement)]
  const [asked, ...said] = await encoder.encode(texts, signal).catch((cause: unknown) => {
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
    statements.map(([key], index) => [key, cosine(asked as Float32Array, said[index] as Float32Array)]),
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
