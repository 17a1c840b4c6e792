/** Words count as edited, not exchanged, where at least this part of them and their other form is the same. */
const minimumAgreement = 0.6
/** A changed place as a whole has to agree more: any two phrases have half of their characters in common. */
const minimumAgreementOfPhrases = 0.75
/** Longer words are compared by their beginnings and ends only, and longer gaps not at all: it bounds the work. */
const longestCompared = 64
const longestGap = 8

/**
 * How many characters two short runs of units have in common, though no unit is in both. Where the runs as wholes
 * are nearly the same, it is their longest common subsequence of characters. Else words that were edited ("color",
 * "colour") are matched in order, each by its own, so that as many characters as possible are common.
 */
export function commonInGap(one: readonly string[], other: readonly string[]): number {
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

/** Characters in common, or 0 where they are too few for one to be a form of the other. */
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

/** Characters in common in any order: never fewer than in order, and quickly counted. */
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

/** By dynamic programming, a row at a time. */
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
