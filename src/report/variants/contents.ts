import type {
  PairComparison,
  VariantFigures,
  VariantsComparison,
} from '../../evaluation/comparison/compare-variants.ts'
import type { GroupScores } from '../../evaluation/comparison/groups.ts'
import type { PeoplePair, PeopleSummary } from '../../evaluation/comparison/people.ts'
import type { ScorerRecord } from '../../evaluation/record.ts'
import { fieldsName, leftOutNotes, shownGroups } from '../contents/by-group.ts'
import type { ReportMaterial } from '../contents/material.ts'
import { peopleCells, peopleChangeCells, withInterval } from '../contents/people-cells.ts'
import {
  changeCells,
  differenceIntervalCell,
  formatCount,
  formatDuration,
  formatInterval,
  formatMoney,
  formatNumberOf,
  formatScore,
  none,
} from '../format.ts'
import { detectableSentence, verdictWord } from '../wording.ts'

/** Several runs over the same data, with what each report shows of one run, and their comparison. */
export interface VariantsMaterial {
  /** In the order of the comparison's variants. */
  readonly variants: readonly ReportMaterial[]
  readonly comparison: VariantsComparison
  /** Each two as people would score them, where both have labels. */
  readonly peoplePairs?: readonly PeoplePair[]
}

/** A line of the table that has a column for each variant. */
export interface VariantRow {
  readonly label: string
  readonly cells: readonly string[]
  /** Below each cell. */
  readonly notes?: readonly string[]
}

const orNone = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? none : format(value)

/** What a scorer is called where it stands alone. */
const scorerLabel = ({ name, lowerIsBetter }: ScorerRecord) =>
  `${name}${lowerIsBetter ? ' (lower is better)' : ''}`

/** Quality first, then what it takes. */
export function variantRows({ comparison, variants: materials }: VariantsMaterial): VariantRow[] {
  const { variants, scorers } = comparison
  const figures: [label: string, cell: (variant: VariantFigures) => string][] = [
    ['Answers', ({ answers }) => formatCount(answers)],
    ['Failed', ({ failed }) => formatCount(failed)],
    ['Time of an answer, median', ({ medianInMs }) => orNone(medianInMs, formatDuration)],
    ['95 % within', ({ p95InMs }) => orNone(p95InMs, formatDuration)],
    ['Cost of an answer', costOfAnswer],
  ]
  return [
    ...scorers.flatMap(({ scorer }): VariantRow[] => {
      const summaries = variants.map(({ summaries }) => summaries.find((one) => one.scorerId === scorer.id))
      const people = materials.map((material) =>
        material.people?.find(({ scorerId }) => scorerId === scorer.id),
      )
      return [
        {
          label: scorerLabel(scorer),
          cells: summaries.map((summary) => orNone(summary?.mean, (mean) => formatScore(mean, scorer.scale))),
          notes: summaries.map((summary) =>
            summary?.interval === undefined ? none : formatInterval(summary.interval, scorer.scale),
          ),
        },
        ...peopleRow(scorer, people),
      ]
    }),
    ...figures.map(([label, cell]) => ({ label, cells: variants.map(cell) })),
  ]
}

/** Below what the judge said, where people said something of one variant at least. */
function peopleRow(scorer: ScorerRecord, people: readonly (PeopleSummary | undefined)[]): VariantRow[] {
  if (people.every((summary) => summary === undefined)) return []
  const cells = people.map((summary) => peopleCells(summary, scorer.scale))
  return [
    {
      label: `${scorerLabel(scorer)}, as people`,
      cells: cells.map(({ value }) => value),
      notes: cells.map(({ interval }) => interval),
    },
  ]
}

function costOfAnswer({ cost: { calls, usage, money }, answers }: VariantFigures): string {
  if (answers === 0) return none
  const tokens = usage.inputTokens + usage.outputTokens
  if (calls + tokens === 0) return 'nothing'
  return money === undefined
    ? formatNumberOf(Math.round(tokens / answers), 'token')
    : formatMoney(money / answers)
}

/** The means of groups of items by one scorer. */
export interface VariantGroups {
  readonly title: string
  /** Group, items, and a mean for each variant. */
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

/**
 * A table for each field and each scorer that all variants have, and one of what people would score; groups are those
 * of the first variant.
 */
export function variantGroups({ variants, comparison }: VariantsMaterial): VariantGroups[] {
  const [first] = variants
  return (first?.groups ?? []).flatMap((grouped, index) =>
    comparison.scorers.flatMap(({ scorer }): VariantGroups[] => {
      const groupIn = ({ groups }: ReportMaterial, name: string) =>
        groups?.[index]?.groups.find((one) => one.name === name)
      const isOf = ({ scorerId }: { readonly scorerId: string }) => scorerId === scorer.id
      const rowsOf = (cell: (group: GroupScores | undefined) => string) =>
        shownGroups(grouped).map(({ name, items }) => [
          ...[name, formatCount(items)],
          ...variants.map((material) => cell(groupIn(material, name))),
        ])
      const judged: VariantGroups = {
        title: `${scorerLabel(scorer)} by ${fieldsName(grouped)}`,
        notes: leftOutNotes(grouped),
        rows: rowsOf((group) =>
          orNone(group?.summaries.find(isOf)?.mean, (value) => formatScore(value, scorer.scale)),
        ),
      }
      const hasPeople = variants.some((one) => one.people?.some(isOf))
      if (!hasPeople) return [judged]
      const rows = rowsOf((group) => {
        const { value, interval } = peopleCells(group?.people?.find(isOf), scorer.scale)
        return interval === none ? value : `${value} (${interval})`
      })
      return [judged, { title: `${judged.title}, as people`, notes: judged.notes, rows }]
    }),
  )
}

const verdictOf = ({ verdict, first, second }: PairComparison) =>
  verdict === 'cannot tell' || verdict === 'same'
    ? verdictWord[verdict]
    : `${verdict === 'better' ? second : first} is ahead`

/** How many times its standard error a difference is. */
const surenessOf = ({ difference = 0, standardError }: PairComparison) =>
  standardError === undefined ? 0 : Math.abs(difference) / (standardError || Number.MIN_VALUE)

/** With what people would say at the end, where there is something of it. */
export const pairColumns = ({ peoplePairs = [] }: VariantsMaterial, { id }: ScorerRecord): string[] => [
  ...['First', 'Second', 'Second − first', 'Verdict'],
  ...(peoplePairs.some(({ scorerId }) => scorerId === id) ? ['Second − first, as people'] : []),
]

/** Each two variants by a scorer, those that differ most surely first. */
export function pairRows(
  { comparison: { pairs }, peoplePairs = [] }: VariantsMaterial,
  { id, scale }: ScorerRecord,
): string[][] {
  const people = peoplePairs.filter(({ scorerId }) => scorerId === id)
  return pairs
    .filter(({ scorerId }) => scorerId === id)
    .sort((one, other) => surenessOf(other) - surenessOf(one))
    .map((pair) => {
      const [, , difference] = changeCells(pair, scale)
      const interval = differenceIntervalCell(pair, scale)
      const range = interval === none ? difference : `${difference} (${interval})`
      const isSame = (one: PeoplePair) => one.first === pair.first && one.second === pair.second
      const byPeople =
        people.length === 0 ? [] : [withInterval(peopleChangeCells(people.find(isSame), scale))]
      return [pair.first, pair.second, range, verdictOf(pair), ...byPeople]
    })
}

const listed = new Intl.ListFormat('en-GB')
const mostPairs = 3

/** Which variants are ahead by each scorer, and which cannot be told apart. */
export function standingSentences({ scorers, pairs }: VariantsComparison): string[] {
  return scorers.map(({ scorer, variants, undecided }) => {
    const ahead = aheadSentence(variants)
    const tested = pairs.filter(({ scorerId }) => scorerId === scorer.id)
    const size = pairs.length === 1 ? shownBy(tested, scorer.scale) : missingIntervals(tested)
    if (undecided.length === 0) return `${scorer.name}: ${ahead}`
    if (ahead === '' && undecided.length === 1)
      return `${scorer.name}: ${listed.format(variants.map(({ variant }) => variant))} cannot be told apart.${size}`
    if (ahead === '')
      return `${scorer.name}: none of the ${variants.length} can be told apart from another.${size}`
    const named = undecided.slice(0, mostPairs).map(({ first, second }) => `${first} and ${second}`)
    const more = undecided.length - named.length
    const rest = more === 0 ? [] : [`${formatNumberOf(more, 'pair')} more`]
    return `${scorer.name}: ${ahead} Not to be told apart: ${[...named, ...rest].join('; ')}.${size}`
  })
}

/** What the one comparison could have shown; among several, the correction asks for more. */
function shownBy(pairs: readonly PairComparison[], scale: number | undefined): string {
  const [pair] = pairs
  if (pair?.interval === undefined || pair.detectableDifference === undefined) return missingIntervals(pairs)
  return ` ${detectableSentence(pair.pairs, pair.detectableDifference, scale)}`
}

/** Why nothing could be told of some of them. */
function missingIntervals(pairs: readonly PairComparison[]): string {
  const notes = pairs.flatMap(({ interval, note }) => (interval === undefined ? (note ?? []) : []))
  return [...new Set(notes)].map((note) => ` ${note}`).join('')
}

/** 'a and b are ahead of c; d is ahead of e.' */
function aheadSentence(variants: VariantsComparison['scorers'][number]['variants']): string {
  const groups = new Map<string, string[]>()
  for (const { variant, aheadOf } of variants) {
    if (aheadOf.length === 0) continue
    const others = listed.format(aheadOf)
    groups.set(others, [...(groups.get(others) ?? []), variant])
  }
  const clauses = [...groups].map(
    ([others, names]) => `${listed.format(names)} ${names.length === 1 ? 'is' : 'are'} ahead of ${others}`,
  )
  return clauses.length === 0 ? '' : `${clauses.join('; ')}.`
}
