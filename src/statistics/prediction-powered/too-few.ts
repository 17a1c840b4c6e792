import type { PredictionPowered } from './labelled-run.ts'
import { isAlike, type PeopleEstimate } from './people-estimate.ts'
import type { Sample } from './sample.ts'
import { countDrawn } from './unseen.ts'

/** Below this, intervals cover less than they claim: 20 labels of 100 answers, 92.3 % at worst. */
export const fewestLabels = 25

/** The same for unequal probabilities (from strata, for example): 20 labels, 90 to 93 % at worst. */
const fewestOfUnequal = 30

/** The fewest labels of a stratum that is not labelled in full, to know how they vary. */
export const fewestOfStratum = 2

const butForRounding = 1 + 1e-9

const labelsText = (count: number) => (count === 1 ? '1 label is' : `${count} labels are`)

export function tooFew(
  sample: Sample,
  population: PredictionPowered['population'],
): PeopleEstimate | undefined {
  const { drawn, strata, clusters, stratumNames } = sample
  const isCensus = drawn.length === strata.length && population === 'items'
  const isUnequal = stratumNames.length > 1 || !isAlike(sample, butForRounding)
  if (isUnequal && drawn.length < fewestOfUnequal && drawn.length < strata.length)
    return {
      undefinedBecause: `${labelsText(drawn.length)} too few: ${fewestOfUnequal} are needed when items are not drawn alike.`,
      labelsNeeded: fewestOfUnequal,
    }
  const count = countDrawn(drawn, clusters, population)
  if (count < fewestLabels && !isCensus) {
    const isAll = drawn.length === strata.length
    const isBundled = population === 'process' && new Set(clusters).size < clusters.length
    return {
      undefinedBecause: isBundled
        ? `labels in ${count} ${count === 1 ? 'group' : 'groups'} are too few: at least ${fewestLabels} groups are needed.`
        : isAll
          ? `${labelsText(count)} too few: at least ${fewestLabels} are needed, and every answer has one, so run more items.`
          : `${labelsText(count)} too few: at least ${fewestLabels} drawn at random are needed.`,
      labelsNeeded: fewestLabels,
    }
  }
  for (const [stratum, name] of stratumNames.entries()) {
    const labelled = drawn.reduce((found, unit) => found + (strata[unit] === stratum ? 1 : 0), 0)
    const all = strata.reduce((found, of) => found + (of === stratum ? 1 : 0), 0)
    if (labelled < Math.min(fewestOfStratum, all))
      return {
        undefinedBecause: `Stratum ${name} has ${labelled === 1 ? '1 label' : `${labelled} labels`}: each stratum needs ${fewestOfStratum}.`,
        labelsNeeded: count + fewestOfStratum - labelled,
      }
  }
  return undefined
}
