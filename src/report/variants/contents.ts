import type {
  PairComparison,
  VariantFigures,
  VariantsComparison,
} from '../../evaluation/comparison/compare-variants.ts'
import type { GroupScores } from '../../evaluation/comparison/groups.ts'
import type { PeoplePair } from '../../evaluation/comparison/people.ts'
import type { ScorerRecord } from '../../evaluation/record.ts'
import {
  type Cell,
  type ColumnOf,
  column,
  type Section,
  sentence,
  type Table,
  table,
} from '../document/blocks.ts'
import { estimateCell } from '../estimates.ts'
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatNumberOf,
  formatScore,
  none,
  orNone,
} from '../format.ts'
import { fieldsName, leftOutNotes, shownGroups } from '../run/by-group.ts'
import { differenceCell } from '../run/comparison.ts'
import type { ReportMaterial } from '../run/material.ts'
import { peopleCell, peopleChangeCell } from '../run/people-cells.ts'
import { scorerLabel } from '../run/scores.ts'
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
interface VariantRow {
  readonly label: string
  readonly cells: readonly Cell[]
}

/** How a report names a variant: by its name, or with its letter before it. */
export type NameOf = (name: string, index: number) => string

/** Quality first, then what it takes. */
export function variantTable(material: VariantsMaterial, nameOf: NameOf): Table[] {
  const { variants } = material.comparison
  return table<VariantRow>('Variants by scorer, time and cost', variantRows(material), [
    column.name('', ({ label }) => label),
    ...variants.map(({ name }, index) =>
      column.number(nameOf(name, index), ({ cells }: VariantRow) => cells[index]),
    ),
  ])
}

function variantRows({ comparison, variants: materials }: VariantsMaterial): VariantRow[] {
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
      const { id, scale } = scorer
      const means = variants.map(({ summaries }): Cell => {
        const { mean, interval } = summaries.find(({ scorerId }) => scorerId === id) ?? {}
        return { ...estimateCell({ value: mean, interval }, formatScore, scale), strong: true }
      })
      const people = materials.map((one) =>
        peopleCell(
          one.people?.find(({ scorerId }) => scorerId === id),
          scale,
        ),
      )
      const label = scorerLabel(scorer)
      if (people.every((cell) => cell === undefined)) return [{ label, cells: means }]
      const asPeople = people.map((cell) => ({ ...(cell ?? { text: none }), strong: true }))
      return [
        { label, cells: means },
        { label: `${label}, as people`, cells: asPeople },
      ]
    }),
    ...figures.map(([label, cell]) => ({ label, cells: variants.map((one) => ({ text: cell(one) })) })),
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

interface GroupRow {
  readonly group: string
  readonly items: number
  readonly cells: readonly (Cell | undefined)[]
}

/**
 * A section for each field and each scorer that all variants have, and one of what people would score; groups are those
 * of the first variant.
 */
export function variantGroups({ variants, comparison }: VariantsMaterial, nameOf: NameOf): Section[] {
  const [first] = variants
  const columns: ColumnOf<GroupRow>[] = [
    column.name('Group', ({ group }) => group),
    column.count('Items', ({ items }) => items),
    ...comparison.variants.map(({ name }, index) =>
      column.number(nameOf(name, index), ({ cells }: GroupRow) => cells[index]),
    ),
  ]
  return (first?.groups ?? []).flatMap((grouped, index) =>
    comparison.scorers.flatMap(({ scorer }): Section[] => {
      const isOf = ({ scorerId }: { readonly scorerId: string }) => scorerId === scorer.id
      const sectionOf = (title: string, cell: (group: GroupScores | undefined) => Cell | undefined) => {
        const rows = shownGroups(grouped).map(({ name, items }) => ({
          ...{ group: name, items },
          cells: variants.map(({ groups }) => cell(groups?.[index]?.groups.find((one) => one.name === name))),
        }))
        const notes = leftOutNotes(grouped).map((note) => sentence(note))
        return { id: 'groups', title, blocks: [...table(title, rows, columns), ...notes] }
      }
      const title = `${scorerLabel(scorer)} by ${fieldsName(grouped)}`
      const judged = sectionOf(title, (group) => ({
        text: orNone(group?.summaries.find(isOf)?.mean, formatScore, scorer.scale),
      }))
      return variants.some(({ people }) => people?.some(isOf))
        ? [
            judged,
            sectionOf(`${title}, as people`, (group) => peopleCell(group?.people?.find(isOf), scorer.scale)),
          ]
        : [judged]
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

/** Each two variants by a scorer, those that differ most surely first, with what people would say where it is known. */
export function pairTable(
  { comparison: { pairs, variants }, peoplePairs = [] }: VariantsMaterial,
  { id, scale, name }: ScorerRecord,
  nameOf: NameOf,
): Table[] {
  const called = new Map(variants.map((one, index) => [one.name, nameOf(one.name, index)]))
  const people = peoplePairs.filter(({ scorerId }) => scorerId === id)
  const byPeople = (pair: PairComparison) =>
    people.find(({ first, second }) => first === pair.first && second === pair.second)
  const shown = pairs
    .filter(({ scorerId }) => scorerId === id)
    .sort((one, other) => surenessOf(other) - surenessOf(one))
  return table<PairComparison>(`Each two variants by ${name}`, shown, [
    column.name('First', ({ first }) => called.get(first)),
    column.name('Second', ({ second }) => called.get(second)),
    column.number('Second − first', (pair) => differenceCell(pair, scale), { detail: 'its interval' }),
    column.word('Verdict', verdictOf),
    column.number('Second − first, as people', (pair) => peopleChangeCell(byPeople(pair), scale), {
      detail: 'its interval',
    }),
  ])
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
    return `${scorer.name}: ${ahead} Cannot be told apart: ${[...named, ...rest].join('; ')}.${size}`
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
