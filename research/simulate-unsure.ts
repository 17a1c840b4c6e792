/**
 * How wide the interval of people's mean is where labels are drawn where the judge is unsure, beside equal draws:
 * `node research/simulate-unsure.ts [runs]`. The least doubt is that of `draw-probabilities.ts`; 0 is the judge's own.
 */
import { drawActively, drawUniform } from '../src/statistics/prediction-powered/draw.ts'
import { predictionPoweredMean } from '../src/statistics/prediction-powered/mean.ts'
import { normal, percent, type Uniform, uniform } from './simulate-scores.ts'

interface Judged {
  readonly share: number
  readonly label: number
}

const asGrade = (value: number) => Math.round(4 * Math.min(1, Math.max(0, value))) / 4
const threeShares = (random: Uniform, wrong: number): Judged => {
  const at = random()
  const share = at < 0.55 ? 1 : at < 0.75 ? 0.5 : 0
  const chance = share === 0.5 ? 0.5 : Math.abs(share - wrong)
  return { share, label: random() < chance ? 1 : 0 }
}

const kinds: Readonly<Record<string, (random: Uniform) => Judged>> = {
  'shares that are right': (random) => {
    const share = random() < 0.5 ? random() ** 3 : 1 - random() ** 3
    return { share, label: random() < share ? 1 : 0 }
  },
  'twice as sure as right': (random) => {
    const chance = random()
    const odds = (chance / (1 - chance)) ** 2
    return { share: odds / (1 + odds), label: random() < chance ? 1 : 0 }
  },
  'yes, unsure, no, 15 % wrong': (random) => threeShares(random, 0.15),
  'yes, unsure, no, 5 % wrong': (random) => threeShares(random, 0.05),
  'tied grades': (random) => {
    const quality = Math.min(1, Math.max(0, 0.8 + 0.35 * normal(random)))
    return { share: asGrade(quality + 0.2 * normal(random)), label: asGrade(quality + 0.2 * normal(random)) }
  },
  'four of five 1': (random) => {
    const share = random() < 0.8 ? 1 : Math.round(4 * random()) / 4
    return { share, label: random() < 0.85 * share + 0.05 ? 1 : 0 }
  },
}

const runs = Number(process.argv[2] ?? 300)
for (const [kind, draw] of Object.entries(kinds))
  for (const [count, labels] of [
    [500, 100],
    [300, 60],
  ] as const) {
    const random = uniform(5)
    const found = new Map<string, { width: number; held: number }>()
    for (let run = 1; run <= runs; run++) {
      const items = Array.from({ length: count }, (_, index) => ({ id: `${index}`, ...draw(random) }))
      const truth = items.reduce((sum, { label }) => sum + label, 0) / count
      const errorsAt = (least: number) =>
        items.map(({ share }) => {
          const doubted = least + (1 - 2 * least) * share
          return Math.sqrt(doubted * (1 - doubted))
        })
      const draws = {
        equal: drawUniform(
          items.map(({ id, share }) => ({ id, score: share })),
          labels,
          run,
        ),
        ...Object.fromEntries(
          [0, 0.05, 0.1].map((least) => [
            `unsure, ${least}`,
            drawActively(
              items.map(({ id, share }) => ({ id, score: share })),
              errorsAt(least),
              labels,
              { seed: run },
            ),
          ]),
        ),
      }
      for (const [name, drawn] of Object.entries(draws)) {
        const { people } = predictionPoweredMean(
          {
            items: items.map(({ id, share }) => ({ id, score: share })),
            labels: drawn.map(({ id, probability }) => ({
              ...{ item: id, probability },
              value: items[Number(id)]?.label ?? 0,
            })),
            range: { low: 0, high: 1 },
          },
          { population: 'items' },
        )
        if (!('interval' in people) || people.interval === undefined) throw new Error('no interval')
        const { low, high } = people.interval
        const before = found.get(name) ?? { width: 0, held: 0 }
        const held = low <= truth && truth <= high ? 1 : 0
        found.set(name, { width: before.width + high - low, held: before.held + held })
      }
    }
    const equal = found.get('equal')?.width ?? 1
    const cells = [...found].map(
      ([name, { width, held }]) => `${name}: ${(width / equal).toFixed(3)}, held ${percent(held / runs)}`,
    )
    console.log(`${kind}, ${labels} of ${count}  ${cells.join('; ')}`)
  }
