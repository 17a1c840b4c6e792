import { readOptions } from '../../shared/read-options.ts'
import { type LabelledRun, type PredictionPoweredOptions, predictionPoweredOptions } from './labelled-run.ts'
import { type PredictionPoweredMean, predictionPoweredMean } from './mean.ts'
import type { PeopleEstimate } from './people-estimate.ts'
import { readSample } from './sample.ts'

/**
 * Estimates the mean of each group of items from its labels; groups with too few say so. Items without a group are in
 * none. Each interval is valid on its own: of 20 groups one misses on average, and the best and the worst of many are
 * not as far apart as they look.
 *
 * If labels were drawn by strata, each keeps its probability of being drawn.
 */
export function predictionPoweredGroups(
  run: LabelledRun,
  options?: PredictionPoweredOptions,
): Map<string, PredictionPoweredMean> {
  const found = new Map<string, PredictionPoweredMean>()
  for (const [group, part] of labelledGroups(run)) found.set(group, meanOfPart(part, options))
  return found
}

function meanOfPart(part: LabelledRun, options: PredictionPoweredOptions | undefined): PredictionPoweredMean {
  const reason = sureAlone(part)
  if (reason === undefined) return predictionPoweredMean(part, options)
  const judge = part.items.reduce((sum, { score }) => sum + score, 0) / part.items.length
  const labels = new Set(part.labels.map(({ item }) => item)).size
  const { population } = readOptions('predictionPoweredGroups', predictionPoweredOptions, options)
  return { people: reason, labelsAlone: reason, judge, population, labels, items: part.items.length }
}

export function labelledGroups(run: LabelledRun): Map<string, LabelledRun> {
  const probabilities = readProbabilities(run)
  const groupByItem = new Map(run.items.map(({ id, group }) => [id, group]))
  const labelsByGroup = Map.groupBy(run.labels, ({ item }) => groupByItem.get(item))
  const found = new Map<string, LabelledRun>()
  for (const [group, members] of Map.groupBy(run.items, (item) => item.group)) {
    if (group === undefined) continue
    const items = members.map(({ stratum, ...item }) => item)
    const labels = (labelsByGroup.get(group) ?? []).map((label) =>
      probabilities ? { ...label, probability: probabilities.get(label.item) } : label,
    )
    found.set(group, { ...run, items, labels })
  }
  return found
}

/** Returns the probabilities of strata; without strata, all items of a group are equally likely. */
function readProbabilities(run: LabelledRun): ReadonlyMap<string, number> | undefined {
  if (run.items.every(({ stratum }) => stratum === undefined)) return undefined
  const { drawn, probabilities, itemUnits, labelled } = readSample(run)
  const ofUnits = new Map(Array.from(drawn, (unit, place) => [unit, probabilities[place] as number]))
  return new Map(
    Array.from(labelled, (place) => [
      run.items[place]?.id as string,
      ofUnits.get(itemUnits[place] as number) as number,
    ]),
  )
}

/** Explains why labels say nothing about a part whose other items had no chance of being labelled. */
export function sureAlone({ items, labels }: LabelledRun): PeopleEstimate | undefined {
  const labelled = new Set(labels.map(({ item }) => item)).size
  const isSure = labels.every(({ probability }) => probability === 1)
  if (labelled === 0 || labelled === items.length || !isSure) return undefined
  return {
    undefinedBecause:
      'Only items that were certain to be drawn have labels: nothing is known about the others.',
  }
}
