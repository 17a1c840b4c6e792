import { allOrNone } from '../shared/abort.ts'
import type { Answer, Evidence, JsonObject, Judge, Question, Task } from './contract.ts'
import { decide, type Tracing } from './decide.ts'
import { mergeEvidence } from './evidence.ts'

interface BatchedRequest<Q extends Question> {
  readonly judge: Judge
  readonly task: Task
  /** The texts to judge. */
  readonly units: readonly string[]
  /** Prefix of the ids: 's' gives s1, s2, … */
  readonly prefix: string
  /** The same question about every unit. */
  readonly question: Q
  /** The material for one batch, given its units by id. */
  readonly state: (units: { [id: string]: string }) => JsonObject
  /** Units a call. Default 20. */
  readonly batchSize?: number
  readonly shareRequired?: boolean
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/** A batch is also closed at this many characters of units, so that long units do not overflow a model. */
const maximumBatchCharacters = 24_000

function toBatches(entries: readonly (readonly [string, string])[], batchSize: number): [string, string][][] {
  const batches: [string, string][][] = []
  let batch: [string, string][] = []
  let characters = 0
  for (const [id, unit] of entries) {
    if (
      batch.length === batchSize ||
      (batch.length > 0 && characters + unit.length > maximumBatchCharacters)
    ) {
      batches.push(batch)
      batch = []
      characters = 0
    }
    batch.push([id, unit])
    characters += unit.length
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

/**
 * Asks one question about each of many units, in batches that run in parallel.
 *
 * @returns One answer a unit, in the order of the units, and the evidence of all batches as one.
 * @throws JudgeError, the first of any batch.
 */
export async function decideInBatches<const Q extends Question>(
  request: BatchedRequest<Q>,
): Promise<{ answers: Answer<Q>[]; evidence: Evidence }> {
  const { judge, task, units, prefix, question, state, batchSize = 20, shareRequired, tracing } = request
  const entries = units.map((unit, index) => [`${prefix}${index + 1}`, unit] as const)
  const decisions = await allOrNone(
    request.signal,
    toBatches(entries, batchSize).map((batch) => async (signal) => {
      const questions = Object.fromEntries(batch.map(([id]) => [id, question]))
      const material = state(Object.fromEntries(batch))
      return decide(judge, { task, state: material, questions, shareRequired, signal }, tracing)
    }),
  )
  const answers = new Map(decisions.flatMap((decision) => Object.entries(decision.answers)))
  return {
    answers: entries.map(([id]) => answers.get(id) as Answer<Q>),
    evidence: mergeEvidence(decisions.map((decision) => decision.evidence)),
  }
}
