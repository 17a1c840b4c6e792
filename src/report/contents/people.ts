import type { PeopleComparison } from '../../evaluation/comparison/people.ts'
import { formatLevel } from '../../shared/format-level.ts'
import type { PeopleEstimate } from '../../statistics/prediction-powered/estimate.ts'
import { formatDifference, formatNumberOf, formatScore } from '../format.ts'
import type { ScorerMaterial } from './material.ts'

/** What people would score, as every report says it. */
export interface PeopleLine {
  /** Of the scorer. */
  readonly name: string
  /** 'as people would score answers like these: 0.710 [0.650, 0.770], from 80 labels; …' */
  readonly sentence: string
  /** Notes and warnings, in sentences. */
  readonly notes: readonly string[]
}

/** The means that people would give, of scorers with labels. */
export const peopleLines = (scorers: readonly ScorerMaterial[]): PeopleLine[] =>
  scorers.flatMap(({ scorer: { name, scale }, people: summary }) => {
    if (summary === undefined) return []
    const { people, labelsAlone, judge, labels, items, selfSelected, warnings } = summary
    const shown = (estimate: PeopleEstimate) => estimateText(estimate, selfSelected, formatScore, scale)
    const sentence = `as people would score ${aboutWords(summary)}: ${shown(people)}, from ${formatNumberOf(labels, 'label')} of ${formatNumberOf(items, 'answer')}; the judge alone ${formatScore(judge, scale)}; the labels alone ${shown(labelsAlone)}`
    return [{ name, sentence, notes: notesOf(people, labelsAlone, warnings) }]
  })

/** By how much people would find the run better than its baseline. */
export const peopleChangeLines = (scorers: readonly ScorerMaterial[]): PeopleLine[] =>
  scorers.flatMap(({ scorer: { name, scale }, peopleComparison: comparison }) => {
    if (comparison === undefined) return []
    const { people, labelsAlone, judge, items, selfSelected, warnings } = comparison
    const shown = (estimate: PeopleEstimate) => estimateText(estimate, selfSelected, formatDifference, scale)
    const sentence = `changed as people would score ${aboutWords(comparison)}: ${shown(people)}, over ${formatNumberOf(items, 'answer')} of both runs, ${labelWords(comparison)}; by the judge alone ${formatDifference(judge, scale)}; by the labels alone ${shown(labelsAlone)}`
    return [{ name, sentence, notes: notesOf(people, labelsAlone, warnings) }]
  })

/** What the interval is about. */
const aboutWords = ({ population, items }: Pick<PeopleComparison, 'population' | 'items'>): string =>
  population === 'process' ? 'answers like these' : `these ${formatNumberOf(items, 'answer')}`

function labelWords({ labels: { both, baseline, candidate }, isPaired }: PeopleComparison): string {
  return isPaired
    ? `${formatNumberOf(both, 'answer')} labelled in both`
    : `from ${formatNumberOf(baseline, 'label')} before and ${candidate} after`
}

/** '0.710 [0.650, 0.770]', or why there is no number. */
function estimateText(
  estimate: PeopleEstimate,
  selfSelected: boolean,
  format: (value: number, scale?: number) => string,
  scale: number | undefined,
): string {
  if ('undefinedBecause' in estimate)
    return `cannot be told (${estimate.undefinedBecause.replace(/\.$/, '')})`
  const { value, interval } = estimate
  if (selfSelected || interval === undefined) return format(value, scale)
  return `${format(value, scale)} [${format(interval.low, scale)}, ${format(interval.high, scale)}]`
}

function notesOf(
  people: PeopleEstimate,
  labelsAlone: PeopleEstimate,
  warnings: readonly string[],
): readonly string[] {
  const noted = [people, labelsAlone].flatMap((estimate) =>
    'note' in estimate && estimate.note !== undefined ? estimate.note : [],
  )
  return [...new Set([...noted.slice(0, 1), ...warnings])]
}

/** What the brackets are: 'In brackets: 95 % intervals.' Undefined where there are none. */
export function bracketsSentence(scorers: readonly ScorerMaterial[]): string | undefined {
  const levels = scorers.flatMap(({ people, peopleComparison }) =>
    [people?.people, peopleComparison?.people].flatMap((estimate) =>
      estimate && 'interval' in estimate && estimate.interval ? estimate.interval.level : [],
    ),
  )
  const [first, ...others] = [...new Set(levels)].toSorted((one, other) => one - other).map(formatLevel)
  if (first === undefined) return undefined
  // Changes of several scorers are decided together, each at a level of its own.
  return `In brackets: ${[first, ...others].join(' and ')} intervals.`
}
