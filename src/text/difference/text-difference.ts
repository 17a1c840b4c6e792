import { collect, forEachSliced, type Slices } from '../../shared/slices.ts'
import { spaceless } from '../words.ts'
import { matchingBlocks } from './common-units.ts'
import { commonInGap } from './edited-words.ts'

export interface TextDifference {
  /** 2 · common / all characters of both, 0 to 1; 1 for the same text. */
  readonly ratio: number
  /** Places at which something was inserted, deleted or replaced. */
  readonly changes: number
  /** Difference of the lengths / the greater length, 0 to 1. */
  readonly lengthDiff: number
}

/**
 * How much two texts differ, by their longest common subsequence of words (see {@link matchingBlocks}), and within
 * short changed places by that of the characters of edited words. Words and not characters, because any two texts of
 * an alphabet have half of their characters in common, in order. Canonically equal texts ("é" as one character or
 * as two) are the same.
 *
 * Memory is linear in the length of the texts, and so is time beyond a few hundred differences: very different texts
 * get a ratio that may be somewhat too low.
 */
export function* differenceOf(one: string, other: string): Slices<TextDifference> {
  const [before, after] = [one.normalize('NFC'), other.normalize('NFC')]
  const total = before.length + after.length
  if (before === after) return { ratio: 1, changes: 0, lengthDiff: 0 }
  const units = yield* unitsOf(before)
  const otherUnits = yield* unitsOf(after)
  const blocks = yield* matchingBlocks(...(yield* numbered(units, otherUnits)))
  let common = 0
  let changes = 0
  let place = { start: 0, otherStart: 0 }
  const end = { start: units.length, otherStart: otherUnits.length, length: 0 }
  for (const [index, block] of [...blocks, end].entries()) {
    if (index % blocksInSlice === 0) yield
    const gap = units.slice(place.start, block.start)
    const otherGap = otherUnits.slice(place.otherStart, block.otherStart)
    if (gap.length > 0 || otherGap.length > 0) changes += 1
    common += commonInGap(gap, otherGap)
    for (let unit = block.start; unit < block.start + block.length; unit++) common += units[unit]?.length ?? 0
    place = { start: block.start + block.length, otherStart: block.otherStart + block.length }
  }
  return {
    ratio: (2 * common) / total,
    changes,
    lengthDiff: Math.abs(before.length - after.length) / Math.max(before.length, after.length),
  }
}

const blocksInSlice = 20

const unitPattern = new RegExp(
  String.raw`(?:[\p{L}&&[${spaceless}]]\p{M}*|[[\p{L}\p{M}\p{N}]--[\p{L}&&[${spaceless}]]]+|[^\s]\p{M}*)\s*|\s+`,
  'gv',
)

/**
 * A text cut into the pieces that a difference is told in: words, single characters of scripts without spaces and
 * single marks, each with the white space behind it. Joined, they are the text.
 */
export function* unitsOf(text: string): Slices<string[]> {
  const matches = yield* collect(text.matchAll(unitPattern))
  return matches.map(([unit]) => unit)
}

/** Two lists of units as numbers: the same number for the same unit. */
export function* numbered(
  one: readonly string[],
  other: readonly string[],
): Slices<[Int32Array, Int32Array]> {
  const numbers = new Map<string, number>()
  const lists = [new Int32Array(one.length), new Int32Array(other.length)] as [Int32Array, Int32Array]
  for (const [list, units] of [
    [lists[0], one],
    [lists[1], other],
  ] as const) {
    yield* forEachSliced(units, (unit, index) => {
      const number = numbers.get(unit) ?? numbers.size
      numbers.set(unit, number)
      list[index] = number
    })
  }
  return lists
}
