/**
 * What intervals promise, beside what they hold: `node research/simulate-intervals.ts [part] [runs]`. Each number has a
 * Monte Carlo error of √(p · (1 − p) ∕ runs).
 */
import { estimateArea, estimateAreaGain } from '../src/statistics/area-under-curve.ts'
import { measureSkewness } from '../src/statistics/bca-interval.ts'
import { type Clusters, jackknifeError, toClusters } from '../src/statistics/clusters.ts'
import { studentQuantile } from '../src/statistics/distributions.ts'
import { estimateDifferences, estimateMeans } from '../src/statistics/estimate-means.ts'
import { signFlipTest } from '../src/statistics/significance.ts'
import { alone, differences, grouped, layouts, shapes, withLarge } from './intervals/data.ts'
import { few, shown } from './intervals/few-moves.ts'
import { lean } from './intervals/lean.ts'
import { needed } from './intervals/needed.ts'
import { pairs } from './intervals/pairs.ts'
import { scorers } from './intervals/scorers.ts'
import { normal, percent, type Uniform, uniform } from './simulate-scores.ts'

const resampling = { seed: 1, level: 0.95, resamples: 2000 }
const unit = { low: 0, high: 1 }
type Ends = { readonly low: number; readonly high: number }

/** Truths below and above the interval in %, and its mean width. */
class Held {
  #counts = { below: 0, above: 0, width: 0, runs: 0 }
  add({ low, high }: Ends, truth: number): void {
    this.#counts.runs += 1
    this.#counts.below += truth < low - 1e-9 ? 1 : 0
    this.#counts.above += truth > high + 1e-9 ? 1 : 0
    this.#counts.width += high - low
  }
  get text(): string {
    const { below, above, width, runs } = this.#counts
    return `held ${percent(1 - (below + above) / runs)} (${percent(below / runs)} / ${percent(above / runs)}), width ${(width / runs).toFixed(3)}`
  }
}

const intervalOf = (sample: Clusters): Ends =>
  estimateMeans([sample], [unit], resampling)[0]?.interval as Ends

/** Student's interval, moved away on the side of the skew (Johnson, 1978), or not. */
function student({ sums, mean, count, ...rest }: Clusters, corrected: boolean): Ends {
  const quantile = studentQuantile(0.975, count - 1)
  const half = quantile * jackknifeError({ sums, mean, count, ...rest })
  const lean = corrected ? (2 * quantile + 1 / quantile) * measureSkewness(sums) : 0
  return { low: mean - half * Math.max(1, 1 - lean), high: mean + half * Math.max(1, 1 + lean) }
}

/** Point 1: means of scores, beside Student's interval alone. */
function means(runs: number): void {
  for (const [name, { mean, draw }] of Object.entries(shapes))
    for (const count of [8, 15, 30, 100, 300]) {
      const random = uniform(count)
      const [own, plain, johnson] = [new Held(), new Held(), new Held()]
      for (let run = 0; run < runs; run++) {
        const sample = alone(count, () => draw(random))
        own.add(intervalOf(sample), mean)
        plain.add(student(sample, false), mean)
        johnson.add(student(sample, true), mean)
      }
      console.log(`${name}, ${count}: ${own.text}; Student: ${plain.text}; Johnson: ${johnson.text}`)
    }
}

/** Point 1: means in groups, whose items have the score of the first with a probability of `like`. */
function groups(runs: number): void {
  for (const [name, { mean, draw }] of Object.entries(shapes))
    for (const [layout, sizesOf] of Object.entries(layouts))
      for (const like of [0.3, 0.7, 1]) {
        const random = uniform(7)
        const held = new Held()
        for (let run = 0; run < runs; run++) {
          const values = sizesOf(random).flatMap((size, group) => {
            const first = draw(random)
            return Array.from({ length: size }, () => ({
              value: random() < like ? first : draw(random),
              cluster: `${group}`,
            }))
          })
          held.add(intervalOf(toClusters(values)), mean)
        }
        console.log(`${name}, ${layout}, alike ${like}: ${held.text}`)
      }
}

const differenceOf = (sample: Clusters): Ends =>
  estimateDifferences([sample], [{ low: -1, high: 1 }], resampling)[0]?.interval ?? { low: -1, high: 1 }

/** The sum of differences over groups, with random effects: DerSimonian and Laird, 1986. */
function randomEffects({ sums, sizes, count }: Clusters, within: number): Ends {
  const means = Array.from(sums, (sum, at) => sum / (sizes[at] as number))
  const variances = Array.from(sizes, (size) => within / size)
  const pooled = (between: number) => {
    const weights = variances.map((variance) => 1 / (variance + between))
    const total = weights.reduce((sum, of) => sum + of, 0)
    return {
      weights,
      total,
      mean: weights.reduce((sum, of, at) => sum + of * (means[at] as number), 0) / total,
    }
  }
  const { weights, total, mean } = pooled(0)
  const spread = weights.reduce((sum, of, at) => sum + of * ((means[at] as number) - mean) ** 2, 0)
  const scale = total - weights.reduce((sum, of) => sum + of ** 2, 0) / total
  const found = pooled(Math.max(0, (spread - (count - 1)) / scale))
  const half = studentQuantile(0.975, count - 1) / Math.sqrt(found.total)
  return { low: found.mean - half, high: found.mean + half }
}

/** Point 2: one large group of 200 items, a drop of 0.1: found, beside sign flips alone and random effects. */
function large(runs: number): void {
  for (const [name, draw] of Object.entries(differences))
    for (const shared of [0, 0.1])
      for (const share of [0.05, 0.15, 0.2, 0.3, 0.5]) {
        const random = uniform(11)
        const found = { own: 0, flips: 0, effects: 0 }
        for (let run = 0; run < runs; run++) {
          const values: number[] = []
          const sample = grouped(
            withLarge(share),
            (common) => {
              const value = draw(0.1 + shared * common, random)
              values.push(value)
              return value
            },
            random,
          )
          const within = values.reduce((sum, of) => sum + (of - sample.mean) ** 2, 0) / (values.length - 1)
          if (differenceOf(sample).high < -1e-9) found.own += 1
          if (signFlipTest(sample, resampling).high < -1e-9) found.flips += 1
          if (randomEffects(sample, within).high < 0) found.effects += 1
        }
        const { own, flips, effects } = found
        console.log(
          `${name}, shared ${shared}, largest ${100 * share} %: found ${percent(own / runs)}, flips ${percent(flips / runs)}, random effects ${percent(effects / runs)}`,
        )
      }
}

/** Point 2: two runs of one agent, whose groups move together: worse or better was said. */
function errors(runs: number): void {
  const plain = Object.fromEntries(
    [6, 8, 10, 20, 30, 50, 100].map((count) => [`${count} alone`, () => Array<number>(count).fill(1)]),
  )
  for (const [name, draw] of Object.entries(differences))
    for (const [layout, sizesOf] of Object.entries({ ...plain, ...layouts })) {
      const random: Uniform = uniform(3)
      const held = new Held()
      for (let run = 0; run < runs; run++) {
        // What a group shares is 0.1 up or down; a drop of it is a rise as often.
        const sample = grouped(
          sizesOf(random),
          (common) => {
            const value = draw(0, random)
            return layout.endsWith('alone') && layout !== '60 and 60 alone' ? value : value + 0.1 * common
          },
          random,
        )
        held.add(differenceOf(sample), 0)
      }
      console.log(`${name}, ${layout}: 0 was ${held.text}`)
    }
}

/** Point 4: areas under the curve with few of one label, and the gain of a second reading. */
function area(runs: number): void {
  const ties = {
    'no ties': (value: number) => value,
    'five grades': Math.round,
    'yes or no': (value: number) => (value > 0.8 ? 1 : 0),
  }
  for (const [name, tied] of Object.entries(ties))
    for (const distance of [0, 1, 2, 3])
      for (const [count, yes] of [
        [100, 0.1],
        [100, 0.2],
        [200, 0.1],
      ] as const) {
        const drawn = (random: Uniform, rows: number, share: number, better: number) =>
          Array.from({ length: rows }, () => {
            const label = random() < share
            const common = normal(random)
            const read = (more: number) =>
              tied(0.8 * common + 0.6 * normal(random) + (label ? distance + more : 0))
            return { label, verdict: read(0), other: read(0), better: read(better) }
          })
        const truths = drawn(uniform(1), 40_000, 0.5, 0.6)
        const areaOf = (rows: typeof truths, by: 'verdict' | 'better') => {
          const found = estimateArea(
            rows.map((row) => ({ label: row.label, verdict: row[by] })),
            0.95,
          )
          return 'value' in found ? found.value : Number.NaN
        }
        const [whole, gained] = [areaOf(truths, 'verdict'), areaOf(truths, 'better')]
        const random = uniform(17)
        const held = { area: new Held(), calm: new Held(), gain: new Held() }
        for (let run = 0; run < runs; run++) {
          const rows = drawn(random, count, yes, 0.6)
          const by = (reading: 'verdict' | 'other' | 'better') =>
            rows.map((row) => ({ label: row.label, verdict: row[reading] }))
          const intervals = {
            area: estimateArea(by('verdict'), 0.95),
            calm: estimateAreaGain(by('verdict'), by('other'), 0.95),
            gain: estimateAreaGain(by('verdict'), by('better'), 0.95),
          }
          for (const [key, truth] of [
            ['area', whole],
            ['calm', 0],
            ['gain', gained - whole],
          ] as const) {
            const found = intervals[key]
            if ('interval' in found && found.interval) held[key].add(found.interval, truth)
          }
        }
        console.log(
          `${name}, area ${whole.toFixed(3)}, ${count} rows, ${100 * yes} % yes: area ${held.area.text}; no gain ${held.calm.text}; gain ${held.gain.text}`,
        )
      }
}

const parts = { means, groups, large, errors, few, shown, needed, lean, scorers, area, pairs }
const [name = '', runs = '1000'] = process.argv.slice(2)
const part = parts[name as keyof typeof parts]
if (!part) throw new TypeError(`"${name}" is none of ${Object.keys(parts).join(', ')}`)
part(Number(runs))
