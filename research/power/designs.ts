/** Ideas for more power that change what is drawn, run or compared: each beside what is done today. */
import { decideTogether } from '../../src/evaluation/comparison/joint-intervals.ts'
import { predictionPoweredDifference } from '../../src/statistics/prediction-powered/difference.ts'
import type { LabelledRun } from '../../src/statistics/prediction-powered/labelled-run.ts'
import { bothParts, toEstimate } from '../../src/statistics/prediction-powered/people-estimate.ts'
import type { Interval } from '../../src/statistics/resampling.ts'
import { normal, percent, scoreShapes, type Uniform, uniform } from '../simulate-scores.ts'
import { drawSample, type Judge, meanOf, planDraws, populationOf, range, toRun } from '../simulated-people.ts'
import { clustersOf, resamples, studentInterval } from './samples.ts'

/** Labels drawn by score and alike: how wide the intervals are, and the first over the second. */
export function drawsByScore(runs: number): void {
  console.log(`\n${runs} draws each, of 1,000 items: width alike, by score, and the second over the first`)
  for (const labels of [30, 100, 300])
    for (const judge of ['AUC 0.75', 'AUC 0.9', 'AUC 0.99'] satisfies Judge[]) {
      const cells = Object.keys(scoreShapes).map((shape) => {
        const [alike = 0, byScore = 0] = (['uniform', 'by score'] as const).map((design) => {
          const random = uniform(labels)
          const widths = Array.from({ length: runs }, () => {
            const plan = planDraws(populationOf(shape, judge, 1000, random), labels, design, random)
            const options = { population: 'process', level: 0.95 } as const
            const { people } = bothParts(drawSample(plan, random), range, options)
            const found = toEstimate({ ...people, variance: people.moments.variance }, range, 0.95)
            if (!('interval' in found && found.interval)) throw new Error('no interval')
            return found.interval.high - found.interval.low
          })
          return meanOf(widths)
        })
        return `${shape} ${alike.toFixed(3)} ${byScore.toFixed(3)} ${(byScore / alike).toFixed(2)}`
      })
      console.log(`${labels} labels, ${judge}: ${cells.join('; ')}`)
    }
}

/** An answer to an item: yes or no, or fifths around the item's own level. */
const answers: Record<string, (level: number, random: Uniform) => number> = {
  'yes or no': (level, random) => (random() < level ? 1 : 0),
  fifths: (level, random) => Math.round(5 * Math.min(1, Math.max(0, level + 0.25 * normal(random)))) / 5,
}

function saidOf(values: readonly number[]): 'above' | 'below' | undefined {
  const tested = { sample: clustersOf(values), range: { low: -1, high: 1 }, against: 0 }
  return decideTogether([tested], { seed: 1, level: 0.95, resamples })[0]?.side
}

/** A baseline of one run, and of the mean of three; a comparison with the baseline's or an older run's scores as covariate. */
export function baselines(runs: number): void {
  console.log(`\n${runs} pairs of runs each: said without a change; found a loss of 0.1; in %`)
  for (const items of [30, 100])
    for (const [kind, answer] of Object.entries(answers)) {
      const rules = {
        'one run': [0, 0],
        'mean of three': [0, 0],
        'covariate: baseline': [0, 0],
        'covariate: older run': [0, 0],
      }
      for (const [place, lost] of [0, 0.1].entries()) {
        const random = uniform(items)
        for (let run = 0; run < runs; run++) {
          const levels = Array.from({ length: items }, () => 0.2 + 0.7 * random())
          const answered = (less = 0) => levels.map((level) => answer(level - less, random))
          const [one, two, three, after] = [answered(), answered(), answered(), answered(lost)] as const
          const less = (before: readonly number[]) =>
            after.map((value, item) => value - (before[item] as number))
          const mean = one.map((value, item) => (value + (two[item] as number) + (three[item] as number)) / 3)
          const count = (rule: keyof typeof rules, isSaid: boolean) => {
            rules[rule][place] = (rules[rule][place] as number) + (isSaid ? 1 : 0)
          }
          const isSaid = (side: string | undefined) => (lost > 0 ? side === 'below' : side !== undefined)
          count('one run', isSaid(saidOf(less(one))))
          count('mean of three', isSaid(saidOf(less(mean))))
          count('covariate: baseline', isSaid(adjusted(less(one), one)))
          count('covariate: older run', isSaid(adjusted(less(one), two)))
        }
      }
      const cells = Object.entries(rules).map(
        ([rule, [calm = 0, found = 0]]) => `${rule} ${percent(calm / runs)}, ${percent(found / runs)}`,
      )
      console.log(`${items} items, ${kind}: ${cells.join('; ')}`)
    }
}

/** Student's interval of the mean difference, its error from what a line through the covariate leaves. */
function adjusted(
  differences: readonly number[],
  covariate: readonly number[],
): 'above' | 'below' | undefined {
  const [mean, centre] = [meanOf(differences), meanOf(covariate)]
  const product = covariate.reduce(
    (sum, of, item) => sum + (of - centre) * ((differences[item] as number) - mean),
    0,
  )
  const square = covariate.reduce((sum, of) => sum + (of - centre) ** 2, 0)
  const slope = square > 0 ? product / square : 0
  const left = differences.map((of, item) => of - slope * ((covariate[item] as number) - centre))
  const { low, high } = studentInterval(clustersOf(left), 0.95)
  return low > 0 ? 'above' : high < 0 ? 'below' : undefined
}

/** Labels of both runs, of which one lacks some: as two draws, as today, and the pairs alone. */
export function lackingLabels(runs: number): void {
  console.log(
    `\n${runs} pairs of runs, 100 of 300 labelled, of the second one in ten is missing: held in %, width`,
  )
  for (const shape of [
    'yes or no, 0.9 yes',
    'yes or no, 0.5 yes',
    'quarters, most 1, one in ten 0',
    'skewed, most near 1',
  ])
    for (const population of ['process', 'items'] as const) {
      const random = uniform(7)
      const found = { 'two draws': { held: 0, width: 0 }, pairs: { held: 0, width: 0 } }
      for (let run = 0; run < runs; run++) {
        const before = populationOf(shape, 'AUC 0.9', 300, random)
        const draw = scoreShapes[shape]?.draw as (random: Uniform) => number
        const labels = before.labels.map((label) => (random() < 0.25 ? draw(random) : label))
        const after = { ...populationOf(shape, 'AUC 0.9', 300, random), labels }
        const sample = drawSample(planDraws(before, 100, 'uniform', random), random)
        const first = toRun(sample)
        const values = Float64Array.from(sample.labelled, (place) => labels[place] as number)
        const second = toRun({ ...sample, scores: after.scores, labels: values })
        const kept = second.labels.filter(() => random() < 0.9)
        const truth = population === 'process' ? 0 : meanOf(labels) - meanOf(before.labels)
        const ids = new Set(kept.map(({ item }) => item))
        const scaled = (of: LabelledRun): LabelledRun => ({
          ...of,
          labels: of.labels.flatMap((label) =>
            ids.has(label.item) ? { ...label, probability: ids.size / 300 } : [],
          ),
        })
        const count = (rule: keyof typeof found, interval: Interval) => {
          if (interval.low <= truth && truth <= interval.high) found[rule].held += 1
          found[rule].width += (interval.high - interval.low) / runs
        }
        const intervalOf = (one: LabelledRun, other: LabelledRun): Interval => {
          const { people } = predictionPoweredDifference(one, other, { population })
          if (!('interval' in people && people.interval)) throw new Error('no interval')
          return people.interval
        }
        count('two draws', intervalOf(first, { ...second, labels: kept }))
        count('pairs', intervalOf(scaled(first), scaled(second)))
      }
      const cells = Object.entries(found).map(
        ([rule, { held, width }]) => `${rule} ${percent(held / runs)} ${width.toFixed(3)}`,
      )
      console.log(`${shape}, ${population}: ${cells.join('; ')}`)
    }
}
