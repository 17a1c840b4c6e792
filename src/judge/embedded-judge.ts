import type { ChoiceAnswer, Decision, DecisionRequest, JsonObject, Judge, Questions } from './contract.ts'
import { type Encoder, encoderInstallation, sharedEncoder } from './embedded/encoder.ts'
import { isForeign } from './embedded/english.ts'
import { featuresOf, readQuestion } from './embedded/features.ts'
import { irrelevantBecause } from './embedded/fixed-verdicts.ts'
import { reasonFor } from './embedded/reason.ts'
import { type Probabilities, predict, type Verdict, verdicts } from './embedded/regression.ts'
import { cosine } from './embedded/vectors.ts'
import { encoderWeights, lexicalWeights } from './embedded/weights.ts'
import { JudgeAbstainedError, JudgeError } from './errors.ts'

export interface EmbeddedJudgeOptions {
  /**
   * Whether to use the sentence encoder. Default true: used where its packages are installed; where they are
   * not, the judge answers by words alone and says so in the warnings of its evidence. False: words alone.
   */
  encoder?: boolean
}

const id = 'embedded'
const task = 'statement-relevance'

/**
 * A judge in this process: no key, no network, the same answer every time. It answers one task,
 * 'statement-relevance' (does a statement answer the question?), in English, with the probabilities of yes,
 * unsure and no. What it is made of and how good it is: docs/embedded-judge.md.
 *
 * @throws JudgeError with the reason 'configuration' for any other task, and `JudgeAbstainedError` where the
 * question or the statements as a whole are not in English; both from `decide`.
 */
export function embeddedJudge({ encoder = true }: EmbeddedJudgeOptions = {}): Judge {
  if (typeof encoder !== 'boolean') throw new TypeError('embeddedJudge: encoder must be true or false')
  return {
    id,
    weighting: 'share',
    async decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> {
      request.signal?.throwIfAborted()
      const start = performance.now()
      const { question, statements } = readMaterial(request)
      abstainUnlessEnglish(question, statements)
      const found = encoder ? sharedEncoder() : undefined
      const warnings =
        encoder && !found ? [`encoder not installed, judged by words alone: ${encoderInstallation}`] : []
      const answers = await judge(question, statements, found, request.signal)
      request.signal?.throwIfAborted()
      return {
        answers: answers as Decision<Q>['answers'],
        evidence: {
          judge: id,
          task: `${request.task.name}/${request.task.version}`,
          prompts: [],
          calls: 0,
          usage: { inputTokens: 0, outputTokens: 0 },
          durationInMs: performance.now() - start,
          cached: false,
          warnings,
        },
      }
    },
  }
}

type Statements = ReadonlyMap<string, string>

/** @throws JudgeError for what this judge cannot answer. */
function readMaterial({ task: asked, state, questions }: DecisionRequest): {
  question: string
  statements: Statements
} {
  if (asked.name !== task)
    throw misconfigured(
      `it cannot answer the task ${asked.name}, only ${task}; use a language judge for others`,
    )
  const { question, statements } = state
  if (typeof question !== 'string') throw misconfigured('state.question must be a string')
  if (!isObject(statements)) throw misconfigured('state.statements must be an object of id to statement')
  const read = new Map<string, string>()
  for (const [key, asked] of Object.entries(questions)) {
    if (asked.type !== 'choice' || Object.keys(asked.criteria).toSorted().join() !== 'no,unsure,yes')
      throw misconfigured(`it can only answer choice questions of yes, unsure and no, and ${key} is not`, [
        key,
      ])
    const statement = Object.hasOwn(statements, key) ? statements[key] : undefined
    if (typeof statement !== 'string') throw misconfigured(`state.statements has no text for ${key}`, [key])
    read.set(key, statement)
  }
  return { question, statements: read }
}

function misconfigured(message: string, ids: readonly string[] = []): JudgeError {
  return new JudgeError({ judge: id, reason: 'configuration', message, ids })
}

function isObject(value: JsonObject[string] | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function abstainUnlessEnglish(question: string, statements: Statements): void {
  const because = (what: string) => `the ${what} is not in English, the only language of the embedded judge`
  if (isForeign(question)) throw new JudgeAbstainedError(id, because('question'))
  if (isForeign([...statements.values()].join('\n'))) throw new JudgeAbstainedError(id, because('answer'))
}

type RelevanceAnswer = ChoiceAnswer<Verdict>

async function judge(
  question: string,
  statements: Statements,
  encoder: Encoder | undefined,
  signal: AbortSignal | undefined,
): Promise<Record<string, RelevanceAnswer>> {
  const asked = readQuestion(question)
  const open = [...statements].filter(([, statement]) => irrelevantBecause(question, statement) === undefined)
  const cosines = encoder && (await cosinesTo(asked.text, open, encoder, signal))
  return Object.fromEntries(
    [...statements].map(([key, statement]) => {
      const because = irrelevantBecause(question, statement)
      if (because !== undefined) return [key, toAnswer({ yes: 0, unsure: 0, no: 1 }, because)]
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
      judge: id,
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
