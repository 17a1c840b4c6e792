import { allOrNone } from '../shared/abort.ts'
import type { Answer, Evidence, JsonObject, Question, Task } from './contract.ts'
import { decide, type JudgeCall } from './decide.ts'
import { mergeEvidence } from './evidence.ts'

/**
 * Asks one question about each of many units, in batches that run in parallel. A deterministic judge is asked only once
 * about units with the same text.
 *
 * @returns One answer per unit, in the order of the units, and the merged evidence of all batches.
 * @throws JudgeError, the first of any batch.
 */
export async function decideInBatches<const Q extends Question>(
  request: JudgeCall & {
    readonly task: Task
    /** The texts to judge. */
    readonly units: readonly string[]
    /** Prefix of the ids: 's' gives s1, s2, … */
    readonly prefix: string
    /** The question about every unit. */
    readonly question: Q
    /** Returns the material for one batch, given its units by id. */
    readonly state: (units: { [id: string]: string }) => JsonObject
    /** Whether units are parts of one text: the judge sees all of them with each batch. Default false. */
    readonly together?: boolean
    /** Units per call. Default 20. */
    readonly batchSize?: number
    readonly shareRequired?: boolean
  },
): Promise<{ answers: Answer<Q>[]; evidence: Evidence }> {
  const { judge, task, question, shareRequired, tracing } = request
  const { units, prefix, state, together, batchSize = defaultBatchSize } = request
  const asked = judge.deterministic ? [...new Set(units)] : units
  const entries = asked.map((unit, index) => [`${prefix}${index + 1}`, unit] as const)
  const decisions = await allOrNone(
    request.signal,
    splitIntoBatches(entries, batchSize, ([, unit]) => unit).map((batch) => async (signal) => {
      const questions = Object.fromEntries(batch.map(([id]) => [id, question]))
      const material = state(Object.fromEntries(together ? around(batch, entries) : batch))
      return decide(judge, { task, state: material, questions, shareRequired, signal }, tracing)
    }),
  )
  const answers = new Map(decisions.flatMap((decision) => Object.entries(decision.answers)))
  const inOrder = entries.map(([id]) => answers.get(id) as Answer<Q>)
  const ofText = judge.deterministic ? new Map(asked.map((unit, index) => [unit, inOrder[index]])) : undefined
  return {
    answers: ofText ? units.map((unit) => ofText.get(unit) as Answer<Q>) : inOrder,
    evidence: mergeEvidence(decisions.map((decision) => decision.evidence)),
  }
}

const defaultBatchSize = 20

/** Closes a batch at this many characters: long units would overflow a model. */
const maximumBatchCharacters = 24_000

export const fitsOneBatch = (units: readonly string[], size = defaultBatchSize): boolean =>
  splitIntoBatches(units, size, (unit) => unit).length <= 1

type Entry = readonly [id: string, unit: string]

/** Returns a batch with all of its text; of a text too long for one call, with as much as fits before it. */
function around(batch: readonly Entry[], entries: readonly Entry[]): readonly Entry[] {
  const countCharacters = (some: readonly Entry[]) => some.reduce((sum, [, unit]) => sum + unit.length, 0)
  if (countCharacters(entries) <= maximumBatchCharacters) return entries
  const first = entries.indexOf(batch[0] as Entry)
  let start = first
  let length = countCharacters(batch)
  for (let before = entries[start - 1]; before !== undefined; before = entries[start - 1]) {
    length += before[1].length
    if (length > maximumBatchCharacters) break
    start -= 1
  }
  return entries.slice(start, first + batch.length)
}

export function splitIntoBatches<Unit>(
  units: readonly Unit[],
  size: number,
  readText: (unit: Unit) => string,
): Unit[][] {
  const batches: Unit[][] = []
  let characters = 0
  for (const unit of units) {
    const batch = batches.at(-1)
    const { length } = readText(unit)
    if (batch === undefined || batch.length === size || characters + length > maximumBatchCharacters) {
      batches.push([unit])
      characters = length
    } else {
      batch.push(unit)
      characters += length
    }
  }
  return batches
}
