import { decideTogether } from '../../src/evaluation/comparison/joint-intervals.ts'
import { estimateDifferences } from '../../src/statistics/estimate-means.ts'
import { levelOfEach, stepDown } from '../../src/statistics/step-down.ts'
import { normal, percent, uniform } from '../simulate-scores.ts'
import { alone } from './data.ts'

const resampling = { seed: 1, level: 0.95, resamples: 2000 }

/** Point 3: several scorers, of which one lost 0.1: found, and any other said, beside equal parts of the level. */
export function scorers(runs: number): void {
  for (const correlation of [0, 0.5, 0.8])
    for (const count of [5, 10]) {
      const random = uniform(3)
      const found = { joint: 0, equal: 0, wrong: 0 }
      for (let run = 0; run < runs; run++) {
        const values = Array.from({ length: count }, () => [] as number[])
        for (let item = 0; item < 100; item++) {
          const common = normal(random)
          for (const [index, of] of values.entries()) {
            const value = Math.sqrt(correlation) * common + Math.sqrt(1 - correlation) * normal(random)
            of.push(Math.round(4 * (0.28 * value - (index === 0 ? 0.1 : 0))) / 4)
          }
        }
        const tested = values.map((of) => {
          const rest = [...of]
          return { sample: alone(100, () => rest.shift() as number), against: 0 }
        })
        const decided = decideTogether(tested, resampling)
        const equal = stepDown(
          tested,
          (open) =>
            estimateDifferences(
              open.map(({ sample }) => sample),
              open.map(() => undefined),
              { ...resampling, level: levelOfEach(0.95, open.length) },
            ),
          ({ interval }) => interval !== undefined && (interval.high < 0 || interval.low > 0),
        )
        if (decided[0]?.side === 'below') found.joint += 1
        if ((equal.get(tested[0] as (typeof tested)[number])?.interval?.high ?? 1) < 0) found.equal += 1
        if (decided.slice(1).some(({ side }) => side !== undefined)) found.wrong += 1
      }
      console.log(
        `${count} scorers, correlation ${correlation}: found ${percent(found.joint / runs)}, by equal parts ${percent(found.equal / runs)}, another wrongly ${percent(found.wrong / runs)}`,
      )
    }
}
