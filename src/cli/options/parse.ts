import { InvalidArgumentError } from '@commander-js/extra-typings'
import { z } from 'zod/v4'

/** A whole number of 1 or more. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text.trim()))
    throw new InvalidArgumentError('It must be a whole number of 1 or more.')
  return Number(text)
}

/** Seconds, fractions allowed, as milliseconds. */
export function secondsInMs(text: string): number {
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a number of seconds above 0.')
  return Number(text) * 1000
}

/** A share, 0 to 1. */
export function share(text: string): number {
  const value = Number(text)
  if (!/^[\d.]+$/.test(text.trim()) || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return value
}

/** A port, 0 to 65535. */
export function port(text: string): number {
  if (!/^\d{1,5}$/.test(text.trim()) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return Number(text)
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

/** For options that may be given more than once. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text]
