import { collect, forEachSliced, type Slices } from '../../shared/slices.ts'
import { spaceless } from '../words/words.ts'
import { matchingBlocks } from './common-units.ts'

export interface TextDifference {
  /** 2 · common / all characters of both, 0 to 1; 1 for the same text. */
  readonly ratio: number
  /** The number of places with an insertion, deletion or replacement. */
  readonly changes: number
  /** Difference of the lengths / the greater length, 0 to 1. */
  readonly lengthDiff: number
}

/**
 * Measures how much two texts differ, by their longest common subsequence of words (see {@link matchingBlocks}), and
 * within short changed places by that of the characters of edited words. It uses words and not characters, because any
 * two texts of an alphabet share half of their characters, in order. Canonically equal texts ("é" as one character or
 * as two) are the same.
 *
 * Memory is linear in the length of the texts, and so is time beyond a few hundred differences: very different texts
 * get a ratio that may be somewhat too low.
 */
export function* measureDifference(one: string, other: string): Slices<TextDifference> {
  const before = one.normalize('NFC')
  const after = other.normalize('NFC')
  const total = before.length + after.length
  if (before === after) return { ratio: 1, changes: 0, lengthDiff: 0 }
  const units = yield* splitIntoUnits(before)
  const otherUnits = yield* splitIntoUnits(after)
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
 * Splits a text into the units of a difference: words, single characters of scripts without spaces and single marks,
 * each with the white space after it. Joined, they are the text.
 */
export function* splitIntoUnits(text: string): Slices<string[]> {
  const matches = yield* collect(text.matchAll(unitPattern))
  return matches.map(([unit]) => unit)
}

/** Returns two lists of units as numbers: the same number for the same unit. */
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

/** The minimum similarity of two words for one to count as edited, not replaced. */
const minimumAgreement = 0.6
/** The same for a changed place, which must agree more: any two phrases share half of their characters. */
const minimumAgreementOfPhrases = 0.75
/** Compares longer words only by beginning and end, and longer gaps not at all: this bounds the work. */
const longestCompared = 64
const longestGap = 8

/**
 * Returns how many characters two short runs of units share, although they share no unit. If the runs as wholes are
 * nearly the same, it is their longest common subsequence of characters. Otherwise edited words ("color", "colour") are
 * matched in order, one to one, so that as many characters as possible are common.
 */
function commonInGap(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0
  if (one.length > longestGap || other.length > longestGap) return 0
  const whole = commonIn(one.join(''), other.join(''), minimumAgreementOfPhrases)
  if (whole > 0 || (one.length === 1 && other.length === 1)) {
    return whole > 0 ? whole : commonIn(one.join(''), other.join(''), minimumAgreement)
  }
  let above: number[] = Array.from({ length: other.length + 1 }, () => 0)
  for (const word of one) {
    const row = [0]
    for (const [index, edited] of other.entries()) {
      const matched = (above[index] ?? 0) + commonIn(word, edited, minimumAgreement)
      row.push(Math.max(matched, row[index] ?? 0, above[index + 1] ?? 0))
    }
    above = row
  }
  return above.at(-1) ?? 0
}

/** Returns the number of characters in common, or 0 if too few for one to be a form of the other. */
function commonIn(one: string, other: string, agreement: number): number {
  const needed = (agreement * (one.length + other.length)) / 2
  if (Math.min(one.length, other.length) < needed) return 0
  const isLong = one.length > longestCompared || other.length > longestCompared
  if (isLong) {
    const ends = commonEnds(one, other)
    return ends >= needed ? ends : 0
  }
  if (commonLetters(one, other) < needed) return 0
  const common = longestCommonSubsequence(one, other)
  return common >= needed ? common : 0
}

/** Counts characters in common in any order: never fewer than in order, and quick to count. */
function commonLetters(one: string, other: string): number {
  letterCounts.fill(0)
  for (let index = 0; index < one.length; index++) addTo(one.charCodeAt(index) & 255, 1)
  let common = 0
  for (let index = 0; index < other.length; index++) {
    const letter = other.charCodeAt(index) & 255
    if ((letterCounts[letter] ?? 0) > 0) common += 1
    addTo(letter, -1)
  }
  return common
}

const letterCounts = new Int32Array(256)

function addTo(letter: number, count: number): void {
  letterCounts[letter] = (letterCounts[letter] ?? 0) + count
}

function commonEnds(one: string, other: string): number {
  const longest = Math.min(one.length, other.length)
  let before = 0
  while (before < longest && one[before] === other[before]) before++
  let after = 0
  while (after < longest - before && one[one.length - 1 - after] === other[other.length - 1 - after]) after++
  return before + after
}

/** Uses dynamic programming, a row at a time. */
function longestCommonSubsequence(one: string, other: string): number {
  const row = new Uint8Array(other.length + 1)
  for (let place = 0; place < one.length; place++) {
    let diagonal = 0
    for (let index = 1; index <= other.length; index++) {
      const above = row[index] as number
      row[index] = one[place] === other[index - 1] ? diagonal + 1 : Math.max(above, row[index - 1] as number)
      diagonal = above
    }
  }
  return row[other.length] as number
}
