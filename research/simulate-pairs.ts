/**
 * Pairs that stop when they are decided: how often that is, after how many pairs, and how often the interval holds.
 *
 *     node research/simulate-pairs.ts [runs]
 */
import { fileURLToPath } from 'node:url'
import { toDataset } from '../src/evaluation/dataset/dataset.ts'
import { stoppingPairs } from '../src/evaluation/sequential/sequential-preference.ts'
import { summarisePreferences } from '../src/features/pairs/compare-pairs.ts'
import type { ItemRecord } from '../src/run/item-record.ts'
import type { EvaluationRun, RunHeader } from '../src/run/record.ts'
import { seededRandom } from '../src/shared/random.ts'

export interface PairsDesign {
  readonly name: string
  readonly win: number
  readonly tie: number
  /** Pairs of each group; of one alone it is none. */
  readonly sizes: readonly number[]
  /** How far the chance of a win differs from group to group. */
  readonly spread: number
}

const single = Array<number>(200).fill(1)
const groups = Array.from({ length: 60 }, (_, index) => 1 + (index % 6))

export const pairsDesigns: readonly PairsDesign[] = [
  { name: 'A against A', win: 0.5, tie: 0, sizes: single, spread: 0 },
  { name: 'A against A, ties', win: 0.3, tie: 0.4, sizes: single, spread: 0 },
  { name: 'A against A, groups', win: 0.4, tie: 0.2, sizes: groups, spread: 0.2 },
  { name: '0.65', win: 0.65, tie: 0, sizes: single, spread: 0 },
  { name: '0.65, ties', win: 0.5, tie: 0.3, sizes: single, spread: 0 },
  { name: '0.65, groups', win: 0.55, tie: 0.2, sizes: groups, spread: 0.2 },
]

/** So many are in work beside the one that decides. */
const underWay = 7
const cost = { calls: 2, usage: { inputTokens: 0, outputTokens: 0 } }

function judged({ win, tie, sizes, spread }: PairsDesign, next: () => number): EvaluationRun {
  const all = sizes.flatMap((size, group) => {
    const own = win + (next() < 0.5 ? spread : -spread)
    return Array.from({ length: size }, (_, index): ItemRecord => {
      const at = next()
      const score = at < own ? 1 : at < own + tie ? 0.5 : 0
      return {
        ...{ kind: 'item', itemId: `q${group}-${index}`, repeat: 1, input: '', cost },
        ...{ startedAt: '', durationInMs: 0, ...(size > 1 ? { group: `g${group}` } : {}) },
        exchange: { input: '', output: { question: 'q', baseline: 'a', candidate: 'b' } },
        scores: { 'answer-preference': { outcome: 'scored', score, cost, durationInMs: 0 } },
      }
    })
  })
  const header: RunHeader = {
    ...{ kind: 'run', version: 1, id: 'p', name: 'p', startedAt: '', repeats: 1 },
    ...{ target: { kind: 'recorded', id: 'pairs' }, pairs: { baseline: 'b', candidate: 'c' } },
    scorers: [{ id: 'answer-preference', name: 'Answer Preference', scale: 1, lowerIsBetter: false }],
    dataset: { name: 'd', items: all.length, hash: '' },
  }
  const data = toDataset(
    all.map(({ itemId: id, group }) => ({ id, input: id, group })),
    { name: 'd', source: 'd' },
  )
  const baseline: EvaluationRun = { header: { ...header, id: 'b' }, items: [] }
  const { items, comparison, head } = stoppingPairs(0.95, baseline)(header, data)
  const records = new Map(all.map((record) => [record.itemId, record]))
  const kept: ItemRecord[] = []
  let left = underWay
  for (const { id } of items) {
    if (comparison.isDecided && left-- === 0) break
    const record = records.get(id) as ItemRecord
    kept.push(record)
    comparison.add(record)
  }
  const status = kept.length < all.length ? 'decided' : 'complete'
  return { header: { ...header, sequential: head }, items: kept, end: { kind: 'end', at: '', status } }
}

/** In runs. */
export function simulatePairs(design: PairsDesign, runs: number) {
  const next = seededRandom(7)
  const truth = design.win + design.tie / 2
  const found = { candidate: 0, baseline: 0, held: 0, pairs: 0 }
  for (let run = 0; run < runs; run++) {
    const [one] = summarisePreferences([{ run: judged(design, next) }], {
      seed: 1,
      level: 0.95,
      resamples: 1000,
    })
    if (one === undefined) throw new Error('there is one')
    const { verdict, interval, sequential } = one
    if (verdict !== 'cannot tell') found[verdict] += 1
    if (interval !== undefined && interval.low <= truth && truth <= interval.high) found.held += 1
    found.pairs += (sequential?.pairs ?? Number.NaN) / runs
  }
  return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const runs = Number(process.argv[2] ?? 500)
  for (const design of pairsDesigns) {
    const { candidate, baseline, held, pairs } = simulatePairs(design, runs)
    console.log(
      `${design.name}: candidate ${candidate}, baseline ${baseline}, interval holds ${held} of ${runs}, ${pairs.toFixed(0)} pairs`,
    )
  }
}
