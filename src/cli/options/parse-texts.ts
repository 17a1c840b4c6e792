import { InvalidArgumentError } from '@commander-js/extra-typings'
import { z } from 'zod/v4'
import { toNumber } from '../../shared/to-number.ts'

/** Collects the values of an option that may be repeated. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text]

type Pairs = Readonly<Record<string, string>>

/** Reads two names, `one=other`; repeat the option for several. */
export function pairs(text: string, before: Pairs = {}): Pairs {
  const [one = '', other = ''] = text.split(/=(.*)/s).map((part) => part.trim())
  if (one === '' || other === '')
    throw new InvalidArgumentError(`"${text}" must be two names separated by =.`)
  if (Object.hasOwn(before, one)) throw new InvalidArgumentError(`${one} is given twice.`)
  return Object.fromEntries([...Object.entries(before), [one, other]])
}

interface LabelValues {
  readonly counts?: Readonly<Record<string, number>>
  readonly verdicts?: Pairs
}

/** Reads the value of a label (1, 0 or 0.5), or the verdict that it means; repeat the option to give both. */
export function labelValue(text: string, { counts, verdicts }: LabelValues = {}): LabelValues {
  const [[label = '', meaning = ''] = []] = Object.entries(pairs(text))
  const count = toNumber(meaning)
  if (Number.isNaN(count)) return { counts, verdicts: pairs(text, verdicts) }
  if (![0, 0.5, 1].includes(count))
    throw new InvalidArgumentError(`The value of the label ${label} must be 1, 0 or 0.5, not ${meaning}.`)
  if (counts !== undefined && Object.hasOwn(counts, label))
    throw new InvalidArgumentError(`${label} is given twice.`)
  return { counts: { ...counts, [label]: count }, verdicts }
}

/** Reads fields of items; `language,topic` crosses two. */
export function fields(text: string, before: readonly string[] = []): string[] {
  if (text.split(',').some((field) => field.trim() === ''))
    throw new InvalidArgumentError(`"${text}" must be fields separated by commas.`)
  return [...before, text]
}

const unitsInMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

const isoTime = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
])

/** Reads a day (its beginning in UTC), a time with its zone in ISO 8601, or an age: '90m', '36h', '30d'. */
export function moment(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (unitsInMs[unit] ?? Number.NaN))
  if (!isoTime.safeParse(text.trim()).success)
    throw new InvalidArgumentError(
      "It must be a day, such as 2026-11-01, a time with its zone, such as 2026-11-01T12:00Z, or how long ago: '90m', '36h', '30d'.",
    )
  return new Date(text.trim())
}
