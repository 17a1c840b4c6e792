import { InvalidArgumentError } from '@commander-js/extra-typings'

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** A number in decimal notation: Number() also takes '', '0x1' and 'Infinity'. */
const toNumber = (text: string): number => (decimal.test(text.trim()) ? Number(text) : Number.NaN)

/** Reads a number of an option. @param what It must be, for the error. */
const numberThat = (isRight: (number: number) => boolean, what: string, read = toNumber) => {
  return (text: string): number => {
    const number = read(text)
    if (!isRight(number)) throw new InvalidArgumentError(`It must be ${what}.`)
    return number
  }
}

const isWhole = (number: number, from: number, to: number) =>
  Number.isInteger(number) && number >= from && number <= to

export const wholeOrNone = numberThat((one) => isWhole(one, 0, 999_999_999), 'a whole number of 0 or more')

export const wholeNumber = numberThat((one) => isWhole(one, 1, 999_999_999), 'a whole number of 1 or more')

/** Of a draw. */
export const seed = numberThat((one) => isWhole(one, 0, 2 ** 32 - 1), 'a whole number from 0 to 4294967295')

export const number = numberThat(Number.isFinite, 'a number')

export const port = numberThat((one) => isWhole(one, 0, 65_535), 'a port, 0 to 65535')

export const positive = numberThat((one) => one > 0, 'a number above 0, on the scale of the scorer')

/** Seconds, fractions allowed, as milliseconds. */
export const secondsInMs = numberThat(
  (one) => one > 0,
  'a number of seconds above 0',
  (text) => toNumber(text) * 1000,
)

/** A part of all, 0 to 1: '1%' or '0.01'. */
export const share = numberThat(
  (one) => one >= 0 && one <= 1,
  'a share from 0 to 1 or 0% to 100%, as in 1%',
  (text) => (text.trim().endsWith('%') ? toNumber(text.trim().slice(0, -1)) / 100 : toNumber(text)),
)

export type Numbers = Readonly<Record<string, number>>

const names = (what: string) => {
  /** Names with numbers, `relevancy=0.8`, several with commas or by giving the option again. */
  return (text: string, before: Numbers = {}): Numbers => {
    const numbers = new Map(Object.entries(before))
    for (const spelling of text.split(',')) {
      const at = spelling.lastIndexOf('=')
      const name = spelling.slice(0, Math.max(at, 0)).trim()
      const number = toNumber(spelling.slice(at + 1))
      if (name === '' || Number.isNaN(number))
        throw new InvalidArgumentError(`"${spelling}" must be ${what}.`)
      if (numbers.has(name)) throw new InvalidArgumentError(`There are two numbers for ${name}.`)
      numbers.set(name, number)
    }
    return Object.fromEntries(numbers)
  }
}

/** Scorer id to number. */
export const scorerNumbers = names('a scorer and a number, as in relevancy=0.8')

/** A loss that is allowed: one number for every scorer, or some scorers with a number each. */
export function allowedLoss(text: string, before?: number | Numbers): number | Numbers {
  const single = toNumber(text)
  if (typeof before === 'number' || (before !== undefined && !Number.isNaN(single)))
    throw new InvalidArgumentError('It must be one number for all scorers, or scorer=number for each.')
  const loss = Number.isNaN(single) ? scorerNumbers(text, before) : single
  for (const number of typeof loss === 'number' ? [loss] : Object.values(loss))
    if (number < 0) throw new InvalidArgumentError(`A loss is 0 or more, not ${number}.`)
  return loss
}

const kindsOfBudget = ['calls', 'tokens', 'money']
const budgets = names('calls, tokens or money, and a number, as in calls=500')

/** Calls, tokens and money (US dollars), each 0 or more. */
export function budget(text: string, before?: Numbers): Numbers {
  const read = budgets(text, before)
  for (const [kind, limit] of Object.entries(read)) {
    if (!kindsOfBudget.includes(kind))
      throw new InvalidArgumentError(
        `There is no budget of ${kind}: it is calls, tokens or money (in US dollars), as in calls=500.`,
      )
    if (limit < 0) throw new InvalidArgumentError(`${kind} must be 0 or more, not ${limit}.`)
  }
  return read
}
