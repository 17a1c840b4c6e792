import { isDeepStrictEqual } from 'node:util'
import type { ExpectedStep, TrajectoryComparisonOptions, TrajectoryStep } from '@mastra/core/evals'
import { countEach } from '../../shared/count-each.ts'
import { isObject } from '../../shared/is-object.ts'

/** How a run's steps compare with the expected ones; the fields are those of `@mastra/evals`. */
export interface TrajectoryComparison {
  /** 0 to 1. */
  readonly score: number
  readonly matchedSteps: number
  readonly totalExpectedSteps: number
  readonly totalActualSteps: number
  /** Names of expected steps without a match. */
  readonly missingSteps: string[]
  /** Names of steps that are not expected at all. */
  readonly extraSteps: string[]
  /** Names of missing steps that were taken, but at another position. */
  readonly outOfOrderSteps: string[]
  /** Names of steps that were taken more often than expected, and more than once. */
  readonly repeatedSteps: string[]
}

const repetitionPenalty = 0.1
/** The penalty for a surplus step in strict order, as a fraction of the weight of an expected step. */
const extraStepPenalty = 0.5

/** Returns arguments with their texts composed: models write "é" as one character or as two. */
function composed(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC')
  if (Array.isArray(value)) return value.map(composed)
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.normalize('NFC'), composed(one)]))
}

function isSame(key: string, actual: unknown, expected: unknown): boolean {
  if (isDeepStrictEqual(actual, expected)) return true
  return key === 'toolArgs' && isDeepStrictEqual(composed(actual), composed(expected))
}

function isExpectedStep(step: TrajectoryStep, expected: ExpectedStep): boolean {
  const { children: _, ...fields } = expected
  return Object.entries(fields).every(
    ([key, value]) =>
      value === undefined || isSame(key, (step as unknown as Record<string, unknown>)[key], value),
  )
}

type Matches = (expected: number, actual: number) => boolean

/** Indexes of expected steps, each with the index of the step that matches it. */
export type Pairs = ReadonlyMap<number, number>

function sameAtEachPlace(expected: number, actual: number, matches: Matches): Pairs {
  const places = Array.from({ length: Math.min(expected, actual) }, (_, place) => place)
  return new Map(places.filter((place) => matches(place, place)).map((place) => [place, place]))
}

/** Returns the longest sequence that both sides have in the same order. */
function longestInOrder(expected: number, actual: number, matches: Matches): Pairs {
  const lengths: number[][] = Array.from({ length: expected + 1 }, () => [])
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = expected - 1; row >= 0; row -= 1) {
    const lengthsHere = lengths[row] ?? []
    for (let column = actual - 1; column >= 0; column -= 1) {
      lengthsHere[column] = matches(row, column)
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
    }
  }
  const found = new Map<number, number>()
  for (let row = 0, column = 0; row < expected && column < actual; ) {
    if (matches(row, column)) {
      found.set(row, column)
      row += 1
      column += 1
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1
    else column += 1
  }
  return found
}

/** Returns a largest matching of both sides in any order, by augmenting paths. */
function mostInAnyOrder(expected: number, actual: number, matches: Matches): Pairs {
  const takenBy = new Map<number, number>()
  function place(row: number, seen: Set<number>): boolean {
    for (let column = 0; column < actual; column += 1) {
      if (seen.has(column) || !matches(row, column)) continue
      seen.add(column)
      const other = takenBy.get(column)
      if (other === undefined || place(other, seen)) {
        takenBy.set(column, row)
        return true
      }
    }
    return false
  }
  for (let row = 0; row < expected; row += 1) place(row, new Set())
  return new Map([...takenBy].map(([column, row]) => [row, column]))
}

const waysToPair = { strict: sameAtEachPlace, relaxed: longestInOrder, unordered: mostInAnyOrder }

/** Pairs expected steps with steps taken: as many as possible, each used at most once. */
export function pairSteps(
  actual: readonly TrajectoryStep[],
  expected: readonly ExpectedStep[],
  ordering: NonNullable<TrajectoryComparisonOptions['ordering']>,
): Pairs {
  const matches: Matches = (row, column) => {
    const wanted = expected[row]
    const step = actual[column]
    return wanted !== undefined && step !== undefined && isExpectedStep(step, wanted)
  }
  return waysToPair[ordering](expected.length, actual.length, matches)
}

/**
 * Compares the steps of a run with expected ones.
 *
 * - 'strict': the share of the expected steps that were taken at their exact position; every surplus step
 *   subtracts half the weight of an expected one, down to 0.
 * - 'relaxed' (default): the share of the expected steps that were taken in order; other steps may come in
 *   between.
 * - 'unordered': the share that were taken, in any order.
 *
 * With `allowRepeatedSteps: false` every repeated name subtracts 0.1, down to 0.
 */
export function compareSteps(
  actual: readonly TrajectoryStep[],
  expected: readonly ExpectedStep[],
  { ordering = 'relaxed', allowRepeatedSteps = true }: TrajectoryComparisonOptions = {},
): TrajectoryComparison {
  const found = pairSteps(actual, expected, ordering)
  const missing = expected.filter((_, index) => !found.has(index))
  const used = new Set(found.values())
  const left = actual.filter((_, index) => !used.has(index))
  const elsewhere = pairSteps(left, missing, 'unordered')
  const wanted = countEach(expected.map(({ name }) => name))
  const taken = countEach(actual.map(({ name }) => name))
  const repeatedSteps = [...taken].flatMap(([name, count]) =>
    count > Math.max(1, wanted.get(name) ?? 0) ? [name] : [],
  )
  const part = expected.length === 0 ? Number(actual.length === 0) : found.size / expected.length
  const extra = ordering === 'strict' ? Math.max(0, actual.length - expected.length) : 0
  const extraPenalty = extra === 0 ? 0 : (extraStepPenalty * extra) / Math.max(1, expected.length)
  const penalty = allowRepeatedSteps ? 0 : repetitionPenalty * repeatedSteps.length
  return {
    score: Math.max(0, part - extraPenalty - penalty),
    matchedSteps: found.size,
    totalExpectedSteps: expected.length,
    totalActualSteps: actual.length,
    missingSteps: missing.map(({ name }) => name),
    extraSteps: actual.filter(({ name }) => !wanted.has(name)).map(({ name }) => name),
    outOfOrderSteps: missing.filter((_, index) => elsewhere.has(index)).map(({ name }) => name),
    repeatedSteps,
  }
}
