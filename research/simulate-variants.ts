/** False alarms among many equal variants, and coverage of the parts of the variance. */

import { toClusters } from '../src/statistics/clusters.ts'
import { holm, signFlipTest } from '../src/statistics/significance.ts'
import { everyPair } from '../src/statistics/standings.ts'
import type { JudgedAnswer } from '../src/statistics/variance-moments.ts'
import { varianceParts } from '../src/statistics/variance-parts.ts'
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

const deviations = { items: 0.3, users: 0.25, answers: 0.2, judgings: 0.1 }

/** Each item answered three times, each answer judged twice; effects normal, or mostly 0 and sometimes large. */
function nestedScores(items: number, effect: (random: Uniform) => number, random: Uniform): JudgedAnswer[] {
  return Array.from({ length: items }, (_, item) => {
    const ofItem = deviations.items * effect(random)
    return ['1', '2', '3'].flatMap((answer) => {
      const ofAnswer = ofItem + deviations.answers * effect(random)
      const judged = () => ofAnswer + deviations.judgings * effect(random)
      return [judged(), judged()].map((score) => ({ item: `${item}`, answer, score }))
    })
  }).flat()
}

/** How often the intervals of the parts of the variance hold the truth. */
export function coverageOfVarianceParts(runs: number): void {
  console.log(`\nParts of the variance, 3 answers an item, 2 judgings an answer, ${runs} runs: coverage in %`)
  const effects: Record<string, (random: Uniform) => number> = {
    normal,
    'one in ten moves': (random) => (random() < 0.1 ? Math.sqrt(10) * normal(random) : 0),
  }
  for (const [name, effect] of Object.entries(effects)) {
    for (const items of [20, 50, 100, 200]) {
      const random = uniform(items)
      const held = new Map<string, number>()
      for (let run = 0; run < runs; run++) {
        const { parts } = varianceParts(nestedScores(items, effect, random), {
          ...resampling,
          resamples: 1000,
        })
        for (const { sources, variance } of parts) {
          const [source = 'items'] = sources
          const interval = 'interval' in variance ? variance.interval : undefined
          const truth = deviations[source] ** 2
          if (interval && interval.low <= truth && interval.high >= truth)
            held.set(source, (held.get(source) ?? 0) + 1)
        }
      }
      const cells = [...held].map(([source, count]) => `${source} ${percent(count / runs)}`)
      console.log(`${name.padEnd(16)} ${items} items: ${cells.join('  ')}`)
    }
  }
}
