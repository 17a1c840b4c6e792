/**
 * How often a gate on a loss fails, passes or cannot tell, and the comparison says better or worse, between two runs of one
 * agent that did not change, and of one that lost 0.1 or 0.2, by kind of score: `node research/simulate-gates.ts [pairs]`.
 */
import { compareRuns } from '../src/evaluation/comparison/compare-runs.ts'
import { checkGates } from '../src/evaluation/gates/check-gates.ts'
import type { ItemRecord } from '../src/run/item-record.ts'
import type { EvaluationRun } from '../src/run/record.ts'
import { seededRandom } from '../src/shared/random.ts'

const runs = Number(process.argv[2] ?? 500)
const resamples = 1000
const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }

interface Item {
  /** How good an answer to it is. */
  readonly level: number
  readonly group?: string
  /** By how much the second run moves for all items of its group. */
  readonly shift: number
}

interface Kind {
  /** @returns Undefined where there is no score. */
  readonly score: (item: Item, change: number, random: () => number) => number | undefined
  /** So many items in a group. */
  readonly grouped?: number
}

const within = (value: number) => Math.min(1, Math.max(0, value))
const fifths: Kind['score'] = ({ level }, change, random) =>
  Math.round(5 * within(level + change + 0.6 * (random() - 0.5))) / 5

/** The mean loses `change` in each kind. */
const kinds: Readonly<Record<string, Kind>> = {
  fifths: { score: fifths },
  'yes or no': { score: ({ level }, change, random) => (random() < level + change ? 1 : 0) },
  'four of five 1': {
    // A score below 1 is 0.25 or 0.5.
    score: (_, change, random) => (random() < 0.8 + change / 0.625 ? 1 : random() < 0.5 ? 0.25 : 0.5),
  },
  'all 1, some fall to 0': { score: (_, change, random) => (random() < -change ? 0 : 1) },
  'groups of 5': {
    grouped: 5,
    score: (item, change, random) => fifths(item, change + (change === 0 ? 0 : item.shift), random),
  },
  'half of the hard missing': {
    // Of three items one is hard; it loses twice as much, and the second run scores half of them.
    score: (item, change, random) => {
      const isHard = item.level < 0.4
      if (isHard && change < 0 && random() < 0.5) return undefined
      return fifths(item, isHard ? 2 * change : change / 2, random)
    },
  },
}

function runOf(
  items: readonly Item[],
  kind: Kind,
  scorers: number,
  change: number,
  random: () => number,
): EvaluationRun {
  const ids = Array.from({ length: scorers }, (_, index) => `s${index}`)
  const records = items.map((item, index): ItemRecord => {
    const outcome = () => {
      const score = kind.score(item, change, random)
      return score === undefined
        ? ({ outcome: 'failed', error: 'none', cost, durationInMs: 1 } as const)
        : ({ outcome: 'scored', score, cost, durationInMs: 1 } as const)
    }
    return {
      ...{ kind: 'item', itemId: `${index}`, repeat: 1, input: `${index}`, cost },
      ...{ startedAt: '2026-01-01T00:00:00.000Z', durationInMs: 1 },
      ...(item.group === undefined ? {} : { group: item.group }),
      scores: Object.fromEntries(ids.map((id) => [id, outcome()])) as unknown as ItemRecord['scores'],
    }
  })
  return {
    header: {
      ...{ kind: 'run', version: 1, id: 'run', name: 'run', startedAt: '2026-01-01T00:00:00.000Z' },
      target: { kind: 'recorded', id: 'recorded' },
      dataset: { name: 'questions', items: items.length, hash: 'one' },
      scorers: ids.map((id) => ({ id, name: id, scale: 1, lowerIsBetter: false })),
      repeats: 1,
    },
    items: records,
  }
}

function simulate(name: string, items: number, scorers: number, change: number): void {
  const kind = kinds[name] as Kind
  const counts = { failedAtNoLoss: 0, failed: 0, passed: 0, ruledOut: 0, told: 0, disagreed: 0 }
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = seededRandom(seed)
    const shifts = Array.from({ length: items }, () => 0.3 * (random() - 0.5))
    const data = Array.from({ length: items }, (_, index): Item => {
      const group = kind.grouped === undefined ? index : Math.floor(index / kind.grouped)
      const shift = shifts[group] as number
      return {
        level: 0.2 + 0.6 * random(),
        shift,
        ...(kind.grouped === undefined ? {} : { group: `${group}` }),
      }
    })
    const [baseline, run] = [
      runOf(data, kind, scorers, 0, random),
      runOf(data, kind, scorers, change, random),
    ]
    const comparisons = compareRuns(baseline, run, { resamples })
    const result = (loss?: number) => {
      const outcomes = checkGates(run, { loss }, { baseline, comparisons, resamples })
      return outcomes.filter(({ gate }) => gate === 'fail if worse').map((one) => one.result)
    }
    const [usual, named, strict] = [result(), result(0.05), result(0)]
    if (strict.includes('failed')) counts.failedAtNoLoss += 1
    if (usual.includes('failed')) counts.failed += 1
    if (usual.every((one) => one === 'passed')) counts.passed += 1
    if (named.every((one) => one === 'passed')) counts.ruledOut += 1
    if (comparisons.some(({ verdict }) => verdict === 'better' || verdict === 'worse')) counts.told += 1
    if (comparisons.some(({ verdict }, index) => (verdict === 'worse') !== (strict[index] === 'failed')))
      counts.disagreed += 1
  }
  const share = (count: number) => `${((100 * count) / runs).toFixed(1)} %`
  console.log(
    `${name}, change ${change}, ${items} items, ${scorers} scorers: failed ${share(counts.failed)} (no loss allowed ${share(counts.failedAtNoLoss)}), all passed ${share(counts.passed)} (0.05 named ${share(counts.ruledOut)}), better or worse ${share(counts.told)}, gate and verdict disagree ${counts.disagreed}`,
  )
}

// Few falls are often not seen at all: a loss just beyond the allowed one.
for (const name of Object.keys(kinds))
  for (const change of name === 'all 1, some fall to 0' ? [-0.06] : [0, -0.1, -0.2])
    for (const items of [10, 30, 100])
      for (const scorers of name === 'fifths' ? [1, 5, 10] : [1]) simulate(name, items, scorers, change)
