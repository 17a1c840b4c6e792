/**
 * How often `failIfWorse` fails, passes or cannot tell, and the comparison says better or worse, between two runs of one
 * agent that did not change, and of one that lost 0.1 and 0.2: `node research/simulate-gates.ts [pairs of runs]`. Scores
 * of an item vary around its own level, in fifths.
 */
import { compareRuns } from '../src/evaluation/comparison/compare-runs.ts'
import { checkGates } from '../src/evaluation/gates/check-gates.ts'
import type { EvaluationRun, ItemRecord } from '../src/evaluation/record.ts'
import { seededRandom } from '../src/shared/random.ts'

const runs = Number(process.argv[2] ?? 500)
const resamples = 1000
const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }

function runOf(
  levels: readonly number[],
  scorers: number,
  change: number,
  random: () => number,
): EvaluationRun {
  const ids = Array.from({ length: scorers }, (_, index) => `s${index}`)
  const score = (level: number) =>
    Math.round(5 * Math.min(1, Math.max(0, level + change + 0.6 * (random() - 0.5)))) / 5
  const items = levels.map(
    (level, index): ItemRecord => ({
      ...{ kind: 'item', itemId: `${index}`, repeat: 1, input: `${index}`, cost },
      ...{ startedAt: '2026-01-01T00:00:00.000Z', durationInMs: 1 },
      scores: Object.fromEntries(
        ids.map((id) => [id, { outcome: 'scored' as const, score: score(level), cost, durationInMs: 1 }]),
      ),
    }),
  )
  return {
    header: {
      ...{ kind: 'run', version: 1, id: 'run', name: 'run', startedAt: '2026-01-01T00:00:00.000Z' },
      target: { kind: 'recorded', id: 'recorded' },
      dataset: { name: 'questions', items: items.length, hash: 'one' },
      scorers: ids.map((id) => ({ id, name: id, scale: 1, lowerIsBetter: false })),
      repeats: 1,
    },
    items,
  }
}

for (const change of [0, -0.1, -0.2])
  for (const items of [10, 30, 100])
    for (const scorers of [1, 5, 10]) {
      const counts = { failedAtNoLoss: 0, failed: 0, passed: 0, ruledOut: 0, told: 0, disagreed: 0 }
      for (let seed = 1; seed <= runs; seed += 1) {
        const random = seededRandom(seed)
        const levels = Array.from({ length: items }, () => 0.2 + 0.6 * random())
        const [baseline, run] = [runOf(levels, scorers, 0, random), runOf(levels, scorers, change, random)]
        const comparisons = compareRuns(baseline, run, { resamples })
        const result = (allowedLoss?: number) => {
          const gates = { failIfWorse: { baseline, ...(allowedLoss === undefined ? {} : { allowedLoss }) } }
          return checkGates(run, gates, { comparisons, resamples }).map((one) => one.result)
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
        `change ${change}, ${items} items, ${scorers} scorers: failed ${share(counts.failed)} (no loss allowed ${share(counts.failedAtNoLoss)}), all passed ${share(counts.passed)} (0.05 named ${share(counts.ruledOut)}), better or worse ${share(counts.told)}, gate and verdict disagree ${counts.disagreed}`,
      )
    }
