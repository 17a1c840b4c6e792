import type { JudgedItem, LabelledRun, PredictionPoweredOptions } from './labelled-run.ts'
import { type PredictionPoweredMean, predictionPoweredMean } from './mean.ts'
import { readSample } from './sample.ts'

/**
 * The mean of each group of the items, from the labels that fell into it; those with too few say so. Items without a
 * group are in none. Each interval is right by itself: of 20 groups one misses on average, and the best and the
 * worst of many are not as far apart as they look.
 *
 * Where labels were drawn by strata, each keeps the probability with which it was drawn.
 */
export function predictionPoweredGroups(
  run: LabelledRun,
  options?: PredictionPoweredOptions,
): Map<string, PredictionPoweredMean> {
  const probabilities = probabilitiesOf(run)
  const found = new Map<string, PredictionPoweredMean>()
  for (const [group, members] of Map.groupBy(run.items, ({ group }) => group)) {
    if (group === undefined) continue
    const ids = new Set(members.map(({ id }) => id))
    const items = members.map(({ stratum, ...item }): JudgedItem => item)
    const labels = run.labels
      .filter(({ item }) => ids.has(item))
      .map((label) => (probabilities ? { ...label, probability: probabilities.get(label.item) } : label))
    found.set(group, predictionPoweredMean({ ...run, items, labels }, options))
  }
  return found
}

/** Of strata; without them a label of a group is as likely as any other of it. */
function probabilitiesOf(run: LabelledRun): ReadonlyMap<string, number> | undefined {
  if (run.items.every(({ stratum }) => stratum === undefined)) return undefined
  const { drawn, probabilities, unitOf, labelled } = readSample(run)
  const ofUnits = new Map(Array.from(drawn, (unit, place) => [unit, probabilities[place] as number]))
  return new Map(
    Array.from(labelled, (place) => [
      run.items[place]?.id as string,
      ofUnits.get(unitOf[place] as number) as number,
    ]),
  )
}
