import { collect, forEachSliced, type Slices } from '../../shared/slices.ts'

const spaceless = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
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
