/**
 * 50 labels drawn again and again from sets that people labelled in full, with the embedded judge as it is: how often
 * the interval holds the mean of all labels, and how wide it is. `node research/measure-prediction-powered.ts`, with
 * the number of draws if wanted. The judge has not seen what it judges: cross-validation over groups.
 */
import type { Probabilities, Verdict } from '../src/judge/embedded/regression.ts'
import { drawUniform } from '../src/statistics/prediction-powered/draw.ts'
import type { LabelledRun } from '../src/statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../src/statistics/prediction-powered/mean.ts'
import { drawByScore } from '../src/statistics/prediction-powered/score-strata.ts'
import { drawActively } from '../tests/statistics/prediction-powered/unequal-draws.ts'
import { percent } from './simulate-scores.ts'
import { meanOf } from './simulated-people.ts'
import { crossValidateSupport, measureClaims, readClaims } from './training/claims.ts'
import { crossValidate, measureExamples, readExamples } from './training/examples.ts'

interface Item {
  readonly id: string
  readonly score: number
  readonly label: number
  /** The root of the squared error that the judge itself expects. */
  readonly expectedError: number
}

const labels = 50
const draws = Number(process.argv[2] ?? 1000)
const range = { low: 0, high: 1 }

function toItem(
  id: string,
  label: number,
  probabilities: Probabilities,
  credits: Record<Verdict, number>,
): Item {
  const expected = (power: number) =>
    (Object.keys(credits) as Verdict[]).reduce(
      (sum, verdict) => sum + (probabilities[verdict] ?? 0) * credits[verdict] ** power,
      0,
    )
  const score = expected(1)
  return { id, label, score, expectedError: Math.sqrt(Math.max(0, expected(2) - score ** 2)) }
}

const examples = measureExamples(readExamples())
const relevance = crossValidate(examples, 'encoder')
const claims = await measureClaims(readClaims())
const support = crossValidateSupport(claims)

const relevanceCredits = { yes: 1, unsure: 0.5, no: 0 }
const supportCredits = { yes: 1, unsure: 0, no: 0 }
const sets: Record<string, readonly Item[]> = {
  ...Object.fromEntries(
    (['epqa', 'agent-style'] as const).map((dataset) => [
      `relevance, ${dataset}`,
      examples
        .filter((example) => example.dataset === dataset)
        .map(({ id, label }) =>
          toItem(id, relevanceCredits[label], relevance.get(id) as Probabilities, relevanceCredits),
        ),
    ]),
  ),
  ...Object.fromEntries(
    (['realsumm-scu', 'agent-style'] as const).map((dataset) => [
      `faithfulness, ${dataset}`,
      claims
        .filter((claim) => claim.dataset === dataset)
        .map(({ id, label }) =>
          toItem(id, supportCredits[label], support.get(id) as Probabilities, supportCredits),
        ),
    ]),
  ),
}

function drawFrom(items: readonly Item[], design: string, seed: number): LabelledRun {
  const values = new Map(items.map(({ id, label }) => [id, label]))
  const judged = items.map(({ id, score }) => ({ id, score }))
  const toLabels = (drawn: readonly { id: string; probability: number }[]) =>
    drawn.map(({ id, probability }) => ({ item: id, value: values.get(id) as number, probability }))
  if (design === 'uniform')
    return { items: judged, labels: toLabels(drawUniform(judged, labels, seed)), range }
  if (design === 'active') {
    const errors = items.map(({ expectedError }) => expectedError)
    return { items: judged, labels: toLabels(drawActively(judged, errors, labels, { seed })), range }
  }
  const { strata, drawn } = drawByScore(judged, labels, { seed })
  const stratified = judged.map((item, place) => ({ ...item, stratum: strata[place] as string }))
  return { items: stratified, labels: toLabels(drawn), range }
}

for (const [name, items] of Object.entries(sets)) {
  const truth = meanOf(items.map(({ label }) => label))
  const judge = meanOf(items.map(({ score }) => score))
  console.log(`\n${name}: ${items.length} items, people ${truth.toFixed(3)}, judge ${judge.toFixed(3)}`)
  for (const design of ['uniform', 'by score', 'active']) {
    let [held, aloneHeld, width, alone] = [0, 0, 0, 0]
    const errors: number[] = []
    for (let seed = 1; seed <= draws; seed++) {
      const { people, labelsAlone } = predictionPoweredMean(drawFrom(items, design, seed))
      if (!('interval' in people && people.interval && 'interval' in labelsAlone && labelsAlone.interval))
        throw new Error('no interval')
      const holds = ({ low, high }: { low: number; high: number }) => low <= truth && truth <= high
      if (holds(people.interval)) held += 1
      if (holds(labelsAlone.interval)) aloneHeld += 1
      width += (people.interval.high - people.interval.low) / draws
      alone += (labelsAlone.interval.high - labelsAlone.interval.low) / draws
      errors.push(people.value - truth)
    }
    console.log(
      `  ${design.padEnd(9)} held ${percent(held / draws)} %, width ${width.toFixed(3)}, root mean squared error ` +
        `${Math.sqrt(meanOf(errors.map((error) => error ** 2))).toFixed(4)}; labels alone ` +
        `${percent(aloneHeld / draws)} %, ${alone.toFixed(3)}`,
    )
  }
}
