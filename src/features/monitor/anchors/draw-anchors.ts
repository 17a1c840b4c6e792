import { randomInt } from 'node:crypto'
import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import type { ScorerEntry } from '../../../run/scorer-entry.ts'
import { seededRandom } from '../../../shared/random.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { type DatabaseOption, databaseOption, openDatabase } from '../source/database.ts'
import { beginning, type Place } from '../source/follow-table.ts'
import type { ScoreRow } from '../source/score-row.ts'
import { ScoreRows } from '../source/score-rows.ts'
import { KnownScorers } from '../streams/known-scorers.ts'
import type { Anchor } from './anchor-file.ts'

const seeds = 2 ** 32
const pageSize = 1000

const drawOptions = z.strictObject({
  mastra: z.custom<Mastra>().optional(),
  database: databaseOption.optional(),
  scorers: z.custom<readonly ScorerEntry[]>().optional(),
  perScorer: z.int().min(1).max(10_000),
  seed: z
    .int()
    .min(0)
    .max(seeds - 1)
    .optional(),
  since: z.date().optional(),
  signal: z.custom<AbortSignal>().optional(),
})

/**
 * Draws stored live answers at random, to be judged again as anchors. Each score of a scorer has the same probability
 * (Vitter, Random sampling with a reservoir, 1985, algorithm R).
 *
 * @throws TypeError for an option that is unknown or out of range.
 */
export async function drawAnchors(options: {
  /** Its store holds the answers, and its scorers judge them. */
  readonly mastra?: Mastra
  readonly database?: DatabaseOption
  /** In addition to those of Mastra and its agents. */
  readonly scorers?: readonly ScorerEntry[]
  /** Number of answers per scorer; all if there are fewer. 1 to 10,000. */
  readonly perScorer: number
  /** The same seed draws the same answers from the same scores. 0 to 2³² − 1. Default: random. */
  readonly seed?: number
  /** Skips scores of this time and before. Default: none. */
  readonly since?: Date
  readonly signal?: AbortSignal
}): Promise<{
  readonly seed: number
  /** The lines of an anchor file, by scorer. */
  readonly anchors: readonly Anchor[]
  /** Scorer id to the number of scores that could be drawn. */
  readonly from: Readonly<Record<string, number>>
  /** Scorers in the store that the project does not have: their answers cannot be judged again. */
  readonly unknown: readonly string[]
  /** Scores that are not numbers on their scorer's scale. */
  readonly outOfRange: number
}> {
  const read = readOptions('drawAnchors', drawOptions, options)
  const { perScorer, signal, since, seed = randomInt(seeds) } = read
  const rows = new ScoreRows(await openDatabase(read.mastra, read.database), { withSpans: false })
  const scorers = new KnownScorers(read.mastra, read.scorers)
  await scorers.read()
  const { drawn, ...counts } = await drawRows(rows, scorers, perScorer, {
    random: seededRandom(seed),
    after: since ? { time: since.toISOString(), id: '\uffff' } : beginning,
    signal,
  })
  const anchors: Anchor[] = []
  for (const [scorer, kept] of drawn)
    for (let at = 0; at < kept.length; at += pageSize) {
      const part = kept.slice(at, at + pageSize)
      const contents = await rows.contents(part.map(({ id }) => id))
      for (const { id, score } of part) {
        const { input, output } = contents.get(id) ?? {}
        // A row deleted in the meantime has no answer to judge.
        if (contents.has(id)) anchors.push({ id, scorer, input, output, score })
      }
    }
  return { seed, anchors, ...counts }
}

/** Reads all scores once, and keeps a random sample for each scorer. */
async function drawRows(
  rows: ScoreRows,
  scorers: KnownScorers,
  perScorer: number,
  draw: { readonly random: () => number; readonly after: Place; readonly signal: AbortSignal | undefined },
) {
  const drawn = new Map<string, (Place & Pick<ScoreRow, 'scorerId' | 'score'>)[]>()
  const from: Record<string, number> = {}
  const unknown = new Set<string>()
  let outOfRange = 0
  for (let place = draw.after; ; ) {
    draw.signal?.throwIfAborted()
    const page = await rows.scoredAfter(place, pageSize)
    for (const row of page) {
      const scorer = scorers.get(row.scorerId)
      if (scorer === undefined) unknown.add(row.scorerId)
      else if (!(row.score >= 0 && row.score <= (scorer.record.scale ?? 1))) outOfRange += 1
      else {
        const before = from[row.scorerId] ?? 0
        from[row.scorerId] = before + 1
        const kept = drawn.get(row.scorerId) ?? []
        drawn.set(row.scorerId, kept)
        const at = before < perScorer ? before : Math.floor(draw.random() * (before + 1))
        if (at < perScorer) kept[at] = row
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) break
    place = last
  }
  return { drawn, from, unknown: [...unknown], outOfRange }
}
