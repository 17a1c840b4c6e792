import type { Budget } from '../../evaluation/cost/prices.ts'
import { CommandError } from '../ending.ts'
import { parseLimits } from './limits.ts'

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
