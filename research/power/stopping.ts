/**
 * Runs that stop when decided: two looks before the end, with the intervals of the comparison, with or without room for changes that were
 * not seen yet, beside the whole run.
 * Each line has the runs told lower and higher in %, the groups used in %, and how far the difference told is from the
 * true one, over all runs and over those that stopped early.
 */
import { type Clusters, toClusters } from '../../src/statistics/clusters.ts'
import { levelOfLook, outweighsUnseen, placeLooks } from '../../src/statistics/early-stopping.ts'
import { estimateDifferences } from '../../src/statistics/estimate-means.ts'
import { differences } from '../intervals/data.ts'
import { normal, percent, type Uniform, uniform } from '../simulate-scores.ts'

type Ends = { readonly low: number; readonly high: number }
type Group = { value: number; cluster: string }[]

const noEnds = { low: -1, high: 1 }

const usual = (sample: Clusters, level: number): Ends =>
  estimateDifferences([sample], [noEnds], { seed: 1, level, resamples: 10_000 })[0]?.interval ?? noEnds

const kinds: Record<string, (drop: number, random: Uniform) => number> = {
  ...differences,
  'rare falls': (drop, random) =>
    (random() < 0.06 ? 0.7 * (random() < 0.5 ? 1 : -1) : 0.04 * (random() - 0.5)) - drop,
  'noisy tenth': (drop, random) => (random() < 0.1 ? 0.8 * (random() - 0.5) : 0.05 * (random() - 0.5)) - drop,
  'one in ten loses 0.45': (drop, random) => (random() < 0.1 ? -0.45 : 0.05) - drop,
  'one in twenty loses 0.475': (drop, random) => (random() < 0.05 ? -0.475 : 0.025) - drop,
}

const layouts: Record<string, (random: Uniform) => number[]> = {
  '6': () => Array(6).fill(1),
  '10': () => Array(10).fill(1),
  '30': () => Array(30).fill(1),
  '100': () => Array(100).fill(1),
  '20 of 1 to 9': (random) => Array.from({ length: 20 }, () => 1 + Math.floor(9 * random())),
  '30 of 1 to 100': (random) => Array.from({ length: 30 }, () => Math.ceil(100 ** random())),
}

const isAlways = () => true

const rules = {
  whole: (groups: readonly Group[]) => lookAt(groups, [groups.length], () => 0.95, isAlways),
  looks: (groups: readonly Group[]) => lookAt(groups, placeLooks(groups.length), levelOfAll, isClear),
  'looks without room': (groups: readonly Group[]) =>
    lookAt(groups, placeLooks(groups.length), levelOfAll, isAlways),
}

const levelOfAll = (share: number) => levelOfLook(0.95, share)
const isClear = ({ mean, count }: Clusters) => outweighsUnseen(mean, 1, count, 0.95)

function lookAt(
  groups: readonly Group[],
  looks: readonly number[],
  levelAt: (share: number) => number,
  isClear: (sample: Clusters) => boolean,
) {
  for (const used of looks) {
    const sample = toClusters(groups.slice(0, used).flat())
    if (used < groups.length && !isClear(sample)) continue
    const { low, high } = usual(sample, levelAt(used / groups.length))
    if (low > 1e-9) return { side: 'higher', used, mean: sample.mean }
    if (high < -1e-9) return { side: 'lower', used, mean: sample.mean }
  }
  return { side: undefined, used: groups.length, mean: toClusters(groups.flat()).mean }
}

export function stoppingRules(runs: number): void {
  for (const [name, draw] of Object.entries(kinds))
    for (const drop of [0, 0.05, 0.1, 0.2]) {
      const all = uniform(5)
      let truth = 0
      for (let at = 0; at < 1e6; at++) truth += draw(drop, all) / 1e6
      for (const [layout, sizesOf] of Object.entries(layouts)) {
        if (drop > 0 && (layout === '6' || layout === '10')) continue
        const random = uniform(11)
        const count = drop === 0 ? 4 * runs : runs
        const found = Object.keys(rules).map(() => ({
          low: 0,
          high: 0,
          used: 0,
          off: 0,
          early: 0,
          offEarly: 0,
        }))
        for (let run = 0; run < count; run++) {
          const groups = sizesOf(random).map((size, group): Group => {
            const common = layout.includes('of') ? 0.1 * normal(random) : 0
            return Array.from({ length: size }, () => ({
              value: draw(drop, random) + common,
              cluster: `${group}`,
            }))
          })
          for (const [index, rule] of Object.values(rules).entries()) {
            const of = found[index] as (typeof found)[number]
            const { side, used, mean } = rule(groups)
            if (side === 'lower') of.low += 1 / count
            if (side === 'higher') of.high += 1 / count
            of.used += used / groups.length / count
            of.off += (mean - truth) / count
            if (used === groups.length) continue
            of.early += 1
            of.offEarly += mean - truth
          }
        }
        const cells = Object.keys(rules).map((rule, index) => {
          const { low, high, used, off, early, offEarly } = found[index] as (typeof found)[number]
          return `${rule} ${percent(low)} / ${percent(high)}, used ${percent(used)}, off ${off.toFixed(4)}, early ${(offEarly / early).toFixed(3)}`
        })
        console.log(`${name}, ${layout}, drop ${drop}: ${cells.join('; ')}`)
      }
    }
}
