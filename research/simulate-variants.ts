/** False alarms among many equal variants. */

import { toClusters } from '../src/statistics/clusters.ts'
import { holm, signFlipTest } from '../src/statistics/significance.ts'
import { everyPair } from '../src/statistics/standings.ts'
import { normal, pairKinds, percent, type Uniform, uniform } from './simulate-scores.ts'

/** A variant's score of an item that is as easy as that, 0.3 to 1. */
function scoreOf(kind: string, ease: number, random: Uniform): number {
  if (kind === 'yes or no') return random() < ease ? 1 : 0
  if (kind === 'quarters') return Math.min(4, Math.max(0, Math.round(4 * (ease + 0.2 * normal(random))))) / 4
  return random() < 0.04 ? 0 : 1
}

const variants = 6
const resampling = { seed: 1, level: 0.95, resamples: 10_000 }

/**
 * How often any of 6 equal variants is put ahead of another, by p-values corrected for all pairs of all scorers. A
 * comparison says so only where its interval agrees, which is no more often.
 */
export function falseAlarmsOfVariants(runs: number): void {
  console.log(`\n6 equal variants, ${runs} runs each: any pair of any scorer told apart, in %`)
  for (const kind of pairKinds) {
    for (const scorers of [1, 3]) {
      const cells = [30, 100].map((items) => {
        const random = uniform(items + scorers)
        let alarms = 0
        for (let run = 0; run < runs; run++) {
          const pValues = Array.from({ length: scorers }, () => pairedPValues(kind, items, random)).flat()
          if (holm(pValues).some((pValue) => pValue <= 1 - resampling.level)) alarms += 1
        }
        return `n=${items} ${percent(alarms / runs)}`
      })
      console.log(`${kind.padEnd(16)} ${scorers} scorers: ${cells.join('  ')}`)
    }
  }
}

/** Of all pairs of variants, by one scorer. */
function pairedPValues(kind: string, items: number, random: Uniform): number[] {
  const scores = Array.from({ length: items }, () => {
    const ease = 0.3 + 0.7 * random()
    return Array.from({ length: variants }, () => scoreOf(kind, ease, random))
  })
  return everyPair(Array.from({ length: variants }, (_, variant) => variant)).map(([first, second]) => {
    const differences = scores.map((of, item) => ({
      value: (of[second] ?? 0) - (of[first] ?? 0),
      cluster: `${item}`,
    }))
    return signFlipTest(toClusters(differences), resampling).pValue
  })
}
