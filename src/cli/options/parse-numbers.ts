import { InvalidArgumentError } from '@commander-js/extra-typings'
import { toNumber } from '../../shared/to-number.ts'

/** Reads a number from an option. @param what Describes a valid number, for the error. */
const numberThat = (isRight: (number: number) => boolean, what: string, read = toNumber) => {
  return (text: string): number => {
    const number = read(text)
    if (!isRight(number)) throw new InvalidArgumentError(`It must be ${what}.`)
    return number
  }
}

const isWhole = (number: number, from: number, to: number) =>
  Number.isInteger(number) && number >= from && number <= to

export const wholeNumber = numberThat((one) => isWhole(one, 1, 999_999_999), 'a whole number of 1 or more')

export const seed = numberThat((one) => isWhole(one, 0, 2 ** 32 - 1), 'a whole number from 0 to 4294967295')

export const port = numberThat((one) => isWhole(one, 0, 65_535), 'a port, 0 to 65535')

export const positive = numberThat((one) => one > 0, 'a number above 0, on the scale of the scorer')

/** Seconds, with optional fractions, as milliseconds. */
export const secondsInMs = numberThat(
  (one) => one > 0,
  'a number of seconds above 0',
  (text) => toNumber(text) * 1000,
)

/** A proportion, 0 to 1: '1%' or '0.01'. */
export const share = numberThat(
  (one) => one >= 0 && one <= 1,
  'a share from 0 to 1 or 0% to 100%, as in 1%',
  (text) => (text.trim().endsWith('%') ? toNumber(text.trim().slice(0, -1)) / 100 : toNumber(text)),
)

const kindsOfBudget = ['calls', 'tokens', 'money']

/** Reads calls, tokens and money (US dollars), each 0 or more: `calls=500`, several with commas or repeated. */
export function budget(text: string, before: Readonly<Record<string, number>> = {}): typeof before {
  const limits = new Map(Object.entries(before))
  for (const spelling of text.split(',')) {
    const at = spelling.lastIndexOf('=')
    const kind = spelling.slice(0, Math.max(at, 0)).trim()
    const limit = toNumber(spelling.slice(at + 1))
    if (kind === '' || Number.isNaN(limit))
      throw new InvalidArgumentError(
        `"${spelling}" must be calls, tokens or money with a number, as in calls=500.`,
      )
    if (limits.has(kind)) throw new InvalidArgumentError(`${kind} is given twice.`)
    if (!kindsOfBudget.includes(kind))
      throw new InvalidArgumentError(
        `There is no budget of ${kind}: use calls, tokens or money (in US dollars), as in calls=500.`,
      )
    if (limit < 0) throw new InvalidArgumentError(`${kind} must be 0 or more, not ${limit}.`)
    limits.set(kind, limit)
  }
  return Object.fromEntries(limits)
}
