import type { Case, Draw } from '../../../evaluation/cases/case.ts'
import { Reservoir } from '../../../evaluation/cases/reservoir.ts'
import { terminalName } from '../../../report/safe-text.ts'
import { CommandError, toSentence } from '../../command-error.ts'
import { warn } from '../../print.ts'
import type { Surroundings } from '../../surroundings.ts'

/**
 * Draws entries with equal probability and makes them into cases.
 *
 * @throws CommandError if there are no entries.
 */
export async function drawCases<Entry>(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  which: {
    /** How many to draw. Default: all. */
    readonly sample?: number
    readonly seed?: number
    /** How the entries were chosen, in words. */
    readonly chosen: string
    /** The reason for adding nothing if there are no entries. */
    readonly none: string | (() => string)
    readonly nameEntry: (entry: Entry) => string
    /** @throws TypeError if the entry cannot be a case. */
    readonly make: (entry: Entry, draw: Draw) => Case
  },
  { stderr, signal }: Surroundings,
): Promise<Case[]> {
  const { sample = Number.POSITIVE_INFINITY, seed = 1, chosen, none, nameEntry, make } = which
  const reservoir = new Reservoir<Entry>(sample, seed)
  for await (const entry of entries) {
    signal.throwIfAborted()
    reservoir.add(entry)
  }
  const { drawn, eligible } = reservoir
  if (eligible === 0) throw new CommandError(`${typeof none === 'string' ? none : none()}: nothing was added`)
  const draw = { chosen, drawn: drawn.length, eligible, probability: drawn.length / eligible }
  return drawn.flatMap((entry) => {
    try {
      return [make(entry, draw)]
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      warn(stderr, `${terminalName(nameEntry(entry))} was left out: ${toSentence(error)}`)
      return []
    }
  })
}
