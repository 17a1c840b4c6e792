/**
 * Runs that stop when decided: betting at the whole level, or at half of it with a test of all items at the end at the
 * other half, by Student's interval or by the interval of a comparison that does not stop.
 */

import { decideTogether } from '../../src/evaluation/comparison/decide-together.ts'
import { sharesOfTest } from '../../src/evaluation/sequential/sequential-comparison.ts'
import { allAlike } from '../../src/statistics/clusters.ts'
import { createConfidenceSequence } from '../../src/statistics/confidence-sequence.ts'
import { kinds, nameOf } from '../simulate-betting.ts'
import { percent, uniform } from '../simulate-scores.ts'
import { clustersOf, resamples, studentInterval } from './samples.ts'

const rules = ['betting', 'with Student', 'with the comparison'] as const

/** As a run decides: once the interval lies on one side. */
function stopping(level: number) {
  const sequence = createConfidenceSequence({ low: -1, high: 1, level, steps: 1000, shares: sharesOfTest })
  const found: { decided?: 'higher' | 'lower'; count: number } = { count: 0 }
  return {
    found,
    add(value: number) {
      if (found.decided !== undefined) return
      sequence.add(value)
      found.count += 1
      const { low = -1, high = 1 } = sequence.interval ?? {}
      if (low > 1e-9) found.decided = 'higher'
      else if (high < -1e-9) found.decided = 'lower'
    },
  }
}

export function stoppingRules(runs: number): void {
  console.log(`${runs} runs each: decided for or against it in %, and items used in %`)
  for (const [items, mean] of [30, 100, 200].flatMap((items) =>
    [0, 0.05, 0.1].map((of) => [items, of] as const),
  ))
    for (const kind of kinds) {
      const random = uniform(items)
      const found = new Map(rules.map((rule) => [rule, { right: 0, wrong: 0, used: 0 }]))
      const count = (rule: (typeof rules)[number], side: 'higher' | 'lower' | undefined, used: number) => {
        const of = found.get(rule)
        if (!of) return
        of.used += used
        if (side === 'higher') of.right += 1
        if (side === 'lower') of.wrong += 1
      }
      for (let run = 0; run < runs; run++) {
        const [whole, half] = [stopping(0.95), stopping(0.975)]
        const values = Array.from({ length: items }, () => kind.draw(mean, random))
        for (const value of values) {
          whole.add(value)
          half.add(value)
        }
        count('betting', whole.found.decided, whole.found.count)
        const sample = clustersOf(values)
        const student = allAlike(sample) ? { low: 0, high: 0 } : studentInterval(sample, 0.975)
        const atEnd = student.low > 0 ? 'higher' : student.high < 0 ? 'lower' : undefined
        count('with Student', half.found.decided ?? atEnd, half.found.count)
        const [decided] = half.found.decided
          ? []
          : decideTogether([{ sample, range: { low: -1, high: 1 }, against: 0 }], {
              seed: 1,
              level: 0.975,
              resamples,
            })
        const side = decided?.side && (decided.side === 'above' ? 'higher' : 'lower')
        count('with the comparison', half.found.decided ?? side, half.found.count)
      }
      const cells = [...found].map(
        ([rule, { right, wrong, used }]) =>
          `${rule} ${percent(right / runs)}${mean === 0 ? ` + ${percent(wrong / runs)}` : ''}, ${percent(used / runs / items)}`,
      )
      console.log(`${items} items, ${mean}: ${nameOf(kind)}  ${cells.join('; ')}`)
    }
}
