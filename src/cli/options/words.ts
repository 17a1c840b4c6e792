import { InvalidArgumentError } from '@commander-js/extra-typings'
import { z } from 'zod/v4'

/** For options that may be given more than once. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text]

export type Pairs = Readonly<Record<string, string>>

/** Two names, `one=other`; several by giving the option again. */
export function pairs(text: string, before: Pairs = {}): Pairs {
  const [one = '', other = ''] = text.split(/=(.*)/s).map((part) => part.trim())
  if (one === '' || other === '')
    throw new InvalidArgumentError(`"${text}" must be two names with = between them.`)
  if (Object.hasOwn(before, one)) throw new InvalidArgumentError(`${one} is there twice.`)
  return Object.fromEntries([...Object.entries(before), [one, other]])
}

/** Fields of items, `language,topic` for two that are crossed. */
export function fields(text: string, before: readonly string[] = []): string[] {
  if (text.split(',').some((field) => field.trim() === ''))
    throw new InvalidArgumentError(`"${text}" must be fields with commas between them.`)
  return [...before, text]
}

const unitsInMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

const isoTime = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
])

/** A day (its beginning in UTC) or a time with its zone in ISO 8601, or how long ago it was: '90m', '36h', '30d'. */
export function moment(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (unitsInMs[unit] ?? Number.NaN))
  if (!isoTime.safeParse(text.trim()).success)
    throw new InvalidArgumentError(
      "It must be a day, such as 2026-11-01, a time with its zone, such as 2026-11-01T12:00Z, or how long ago: '90m', '36h', '30d'.",
    )
  return new Date(text.trim())
}
