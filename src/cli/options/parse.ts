import { InvalidArgumentError } from 'commander'
import { z } from 'zod/v4'
import type { Budget } from '../../evaluation/cost/prices.ts'
import { CommandError } from '../ending.ts'
import { parseLimits } from './limits.ts'

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

const kinds = ['calls', 'tokens', 'money'] as const

/**
 * A budget as it is written on a command line: `calls=500`, several with commas or repeated.
 *
 * @throws CommandError for anything but calls, tokens and money, each a number of 0 or more.
 */
export function parseBudget(spellings: readonly string[]): Budget {
  const budget = parseLimits(
    '--budget',
    spellings,
    'calls, tokens or money, and a number, as in --budget calls=500',
  )
  for (const [kind, limit] of Object.entries(budget)) {
    if (!kinds.some((known) => known === kind))
      throw new CommandError(
        `--budget: there is no budget of ${kind}: it is calls, tokens or money (in US dollars), as in --budget calls=500`,
      )
    if (limit < 0) throw new CommandError(`--budget: ${kind} must be 0 or more, not ${limit}`)
  }
  return budget
}

/**
 * Pairs as they are written on a command line: `one=other`, several by repeating the option.
 *
 * @param option As it is written, for the error: '--field'.
 * @throws CommandError for one without a name on both sides, or a first name that comes twice.
 */
export function parsePairs(option: string, spellings: readonly string[] = []): Record<string, string> {
  const pairs = new Map<string, string>()
  for (const spelling of spellings) {
    const [one = '', other = ''] = spelling.split(/=(.*)/s).map((part) => part.trim())
    if (one === '' || other === '')
      throw new CommandError(`${option}: "${spelling}" must be two names with = between them`)
    if (pairs.has(one)) throw new CommandError(`${option}: ${one} is there twice`)
    pairs.set(one, other)
  }
  return Object.fromEntries(pairs)
}
