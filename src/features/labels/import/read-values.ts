import { toNumber } from '../../../shared/to-number.ts'

/**
 * Returns a function of a label's share of the scorer's scale, 0 to 1; undefined for a label without a value. It takes the
 * kind of feedback, if known ('thumbs', 'correction'), whose value counts if the label itself has none.
 *
 * @param values Label to its value, 0 to 1: `{ up: '1', down: '0' }`.
 * @param range For numeric labels: '1..5', mapped linearly to 0 to 1.
 * @throws TypeError if neither is given, or one is malformed.
 */
export function readValues(values: Readonly<Record<string, string>>, range?: string) {
  const shares = new Map(Object.entries(values).map(([label, text]) => [label, shareIn(label, text)]))
  const limits = range === undefined ? undefined : limitsIn(range)
  if (shares.size === 0 && limits === undefined)
    throw new TypeError(
      'give labels a value: --value up=1 --value down=0, or --range 1..5 if they are numbers',
    )
  return (label: string | number, kind?: string): number | undefined => {
    const named = shares.get(String(label)) ?? (kind === undefined ? undefined : shares.get(kind))
    if (named !== undefined || limits === undefined) return named
    const number = toNumber(String(label))
    if (Number.isNaN(number)) return undefined
    const [low, high] = limits
    if (number < low || number > high)
      throw new RangeError(`the label ${label} must be from ${low} to ${high}`)
    return (number - low) / (high - low)
  }
}

function shareIn(label: string, text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw new TypeError(`the value of the label ${label} must be a number from 0 to 1, not ${text}`)
}

function limitsIn(range: string): readonly [number, number] {
  const ends = range.split('..')
  const [low = Number.NaN, high = Number.NaN] = ends.map((end) =>
    end.trim() === '' ? Number.NaN : Number(end),
  )
  if (ends.length === 2 && low < high && Number.isFinite(high - low)) return [low, high]
  throw new TypeError(`a range must be two numbers, the lower first, as in 1..5, not ${range}`)
}
