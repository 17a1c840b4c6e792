import type { PeopleComparison } from '../../run/people-estimates.ts'
import { formatLevel } from '../../shared/format-level.ts'
import type { PeopleEstimate } from '../../statistics/prediction-powered/people-estimate.ts'
import { note, type Sentence, sentence, sentences } from '../document/blocks.ts'
import { formatCount, formatDifference, formatQuantity, formatScore } from '../format-numbers.ts'
import type { ScorerMaterial } from './material.ts'

/** Says what people would score, how much better they find a run than its baseline, and what to know about both. */
export function peopleBlocks(scorers: readonly ScorerMaterial[]): Sentence[] {
  const lines = [...peopleLines(scorers), ...peopleChangeLines(scorers)].flatMap(
    ({ name, said, warnings, notes }) => [
      sentence(`${said}.`, { name }),
      ...warnings.map((text) => sentence(text, { tone: 'partly' })),
      ...notes.map((text) => note(text, name)),
    ],
  )
  return lines.length === 0 ? [] : [...lines, ...sentences(bracketsSentence(scorers))]
}

/** Returns 'as people would score answers like these: 0.710 [0.650, 0.770], …' for each scorer with labels. */
const peopleLines = (scorers: readonly ScorerMaterial[]) =>
  scorers.flatMap(({ scorer: { name, scale }, people: summary }) => {
    if (summary === undefined) return []
    const { people, labelsAlone, judge, labels, items, warnings } = summary
    const shown = (estimate: PeopleEstimate) => estimateText(estimate, formatScore, scale)
    const said = `as people would score ${aboutWords(summary)}: ${shown(people)}, from ${formatQuantity(labels, 'labelled answer')} of ${formatCount(items)}; the judge alone ${formatScore(judge, scale)}; the labels alone ${shown(labelsAlone)}`
    return [{ name, said, warnings, notes: collectNotes(people, labelsAlone) }]
  })

/** Returns how much better people would find the run than its baseline. */
const peopleChangeLines = (scorers: readonly ScorerMaterial[]) =>
  scorers.flatMap(({ scorer: { name, scale }, peopleComparison: comparison }) => {
    if (comparison === undefined) return []
    const { people, labelsAlone, judge, items, warnings } = comparison
    const shown = (estimate: PeopleEstimate) => estimateText(estimate, formatDifference, scale)
    const said = `changed as people would score ${aboutWords(comparison)}: ${shown(people)}, over ${formatQuantity(items, 'answer')} of both runs, ${labelWords(comparison)}; by the judge alone ${formatDifference(judge, scale)}; by the labels alone ${shown(labelsAlone)}`
    return [{ name, said, warnings, notes: collectNotes(people, labelsAlone) }]
  })

/** Says which answers the interval is about. */
const aboutWords = ({ population, items }: Pick<PeopleComparison, 'population' | 'items'>): string =>
  population === 'process' ? 'answers like these' : `these ${formatQuantity(items, 'answer')}`

function labelWords({ labels: { both, baseline, candidate }, isPaired }: PeopleComparison): string {
  return isPaired
    ? `${formatQuantity(both, 'answer')} labelled in both`
    : `from ${formatQuantity(baseline, 'label')} before and ${candidate} after`
}

/** '0.710 [0.650, 0.770]', or why there is no number. */
function estimateText(
  estimate: PeopleEstimate,
  format: (value: number, scale?: number) => string,
  scale: number | undefined,
): string {
  if ('undefinedBecause' in estimate) return `not known (${estimate.undefinedBecause.replace(/\.$/, '')})`
  const { value, interval } = estimate
  if (interval === undefined) return format(value, scale)
  return `${format(value, scale)} [${format(interval.low, scale)}, ${format(interval.high, scale)}]`
}

const collectNotes = (...estimates: readonly PeopleEstimate[]): string[] =>
  estimates
    .flatMap((estimate) => ('note' in estimate && estimate.note !== undefined ? estimate.note : []))
    .slice(0, 1)

/** Explains the brackets: 'In brackets: 95 % intervals.' Undefined if there are none. */
function bracketsSentence(scorers: readonly ScorerMaterial[]): string | undefined {
  const levels = scorers.flatMap(({ people, peopleComparison }) =>
    [people?.people, peopleComparison?.people].flatMap((estimate) => {
      const has = estimate !== undefined && 'interval' in estimate && estimate.interval !== undefined
      return has ? (peopleComparison?.together?.level ?? estimate.interval?.level ?? []) : []
    }),
  )
  const [level] = levels
  if (level === undefined) return undefined
  const together = Math.max(
    ...scorers.map(({ peopleComparison }) => peopleComparison?.together?.comparisons ?? 1),
  )
  const several = together > 1 ? `; those of the ${together} changes have that together` : ''
  return `In brackets: ${formatLevel(level)} intervals${several}.`
}
