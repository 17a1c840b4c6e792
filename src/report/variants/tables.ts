import {
  comparableSummary,
  type PairComparison,
  type VariantFigures,
} from '../../evaluation/comparison/compare-variants.ts'
import type { GroupScores } from '../../evaluation/comparison/summarise-groups.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { verdictWord } from '../comparison-sentences.ts'
import { type Section, sentence } from '../document/blocks.ts'
import { type Cell, type ColumnOf, column, type Table, table } from '../document/table.ts'
import { estimateCell } from '../estimates.ts'
import { formatCost, formatMoney } from '../format-costs.ts'
import {
  formatCount,
  formatDuration,
  formatQuantity,
  formatScore,
  intervalTitle,
  none,
  orNone,
} from '../format-numbers.ts'
import { differenceCell } from '../run/comparison.ts'
import { sumCosts } from '../run/cost-lines.ts'
import { fieldsName, leftOutNotes, shownGroups } from '../run/group-tables.ts'
import { peopleCell, peopleChangeCell } from '../run/people-cells.ts'
import { scorerLabel } from '../run/score-table.ts'
import type { VariantsMaterial } from './material.ts'

interface VariantRow {
  readonly label: string
  /** The items of a group. */
  readonly items?: number
  /** One for each variant. */
  readonly cells: readonly (Cell | undefined)[]
}

/** Shows quality first, then cost. */
export function variantTable(material: VariantsMaterial, names: readonly string[]): Table[] {
  return table('Variants by scorer, time and cost', variantRows(material), [
    column.name('', ({ label }) => label),
    ...variantColumns(names),
  ])
}

const variantColumns = (names: readonly string[]) =>
  names.map((name, index) => column.number(name, ({ cells }: VariantRow) => cells[index]))

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
      const means = variants.map((one): Cell => {
        const { mean, interval } = comparableSummary(one, id) ?? {}
        return { ...estimateCell({ value: mean, interval }, formatScore, scale), strong: true }
      })
      const people = materials.map((one) =>
        peopleCell(
          one.people?.find(({ scorerId }) => scorerId === id),
          scale,
        ),
      )
      const label = scorerLabel(scorer)
      const rows = meanRows(label, scorer, variants, means)
      if (people.every((cell) => cell === undefined)) return rows
      const asPeople = people.map((cell) => ({ ...(cell ?? { text: none }), strong: true }))
      return [...rows, { label: `${label}, as people`, cells: asPeople }]
    }),
    ...figures.map(([label, cell]) => ({ label, cells: variants.map((one) => ({ text: cell(one) })) })),
    {
      label: 'Cost of answers and scores',
      cells: materials.map(({ run }) => ({ text: formatCost(sumCosts(run).total) })),
    },
  ]
}

/** If some variants lack scores, puts the mean over common items first: the missing ones may be the hard ones. */
function meanRows(
  label: string,
  { id, scale }: ScorerRecord,
  variants: readonly VariantFigures[],
  means: readonly Cell[],
): VariantRow[] {
  const isForScorer = ({ scorerId }: { readonly scorerId: string }) => scorerId === id
  const shared = variants[0]?.common.find(isForScorer)
  if (shared === undefined) return [{ label, cells: means }]
  const own = variants.map(({ summaries }): Cell => {
    const summary = summaries.find(isForScorer)
    return {
      text: orNone(summary?.mean, formatScore, scale),
      detail: formatQuantity(summary?.items ?? 0, 'item'),
    }
  })
  return [
    { label: `${label}, ${formatQuantity(shared.items, 'common item')}`, cells: means },
    { label: `${label}, own items`, cells: own },
  ]
}

function costOfAnswer({ cost: { calls, usage, money }, answers }: VariantFigures): string {
  if (answers === 0) return none
  const tokens = usage.inputTokens + usage.outputTokens
  if (calls + tokens === 0) return 'none seen'
  return money === undefined
    ? formatQuantity(Math.round(tokens / answers), 'token')
    : formatMoney(money / answers)
}

/**
 * Returns a section for each field and each scorer that all variants have, and one for what people would score; groups
 * are those of the first variant.
 */
export function variantGroups(
  { variants, comparison }: VariantsMaterial,
  names: readonly string[],
): Section[] {
  const [first] = variants
  const columns: ColumnOf<VariantRow>[] = [
    column.name('Group', ({ label }) => label),
    column.count('Items', ({ items }) => items),
    ...variantColumns(names),
  ]
  return (first?.groups ?? []).flatMap((grouped, index) =>
    comparison.scorers.flatMap(({ scorer }): Section[] => {
      const isForScorer = ({ scorerId }: { readonly scorerId: string }) => scorerId === scorer.id
      const makeSection = (title: string, cell: (group: GroupScores | undefined) => Cell | undefined) => {
        const rows = shownGroups(grouped).map(({ name, items }) => ({
          label: name,
          items,
          cells: variants.map(({ groups }) => cell(groups?.[index]?.groups.find((one) => one.name === name))),
        }))
        const notes = leftOutNotes(grouped).map((note) => sentence(note))
        return { id: 'groups', title, blocks: [...table(title, rows, columns, { folds: true }), ...notes] }
      }
      const title = `${scorerLabel(scorer)} by ${fieldsName(grouped)}`
      const judged = makeSection(title, (group) => {
        const summary = group?.summaries.find(isForScorer)
        const lacks = group !== undefined && summary !== undefined && summary.items < group.items
        return {
          text: orNone(summary?.mean, formatScore, scorer.scale),
          detail: lacks
            ? `${formatCount(summary.items)} of ${formatQuantity(group.items, 'item')}`
            : undefined,
        }
      })
      return variants.some(({ people }) => people?.some(isForScorer))
        ? [
            judged,
            makeSection(`${title}, as people`, (group) =>
              peopleCell(group?.people?.find(isForScorer), scorer.scale),
            ),
          ]
        : [judged]
    }),
  )
}

const nameVerdict = ({ verdict, first, second }: PairComparison) =>
  verdict === 'cannot tell' || verdict === 'same'
    ? verdictWord[verdict]
    : `${verdict === 'better' ? second : first} is ahead`

const measureSureness = ({ difference = 0, standardError }: PairComparison) =>
  standardError === undefined ? 0 : Math.abs(difference) / (standardError || Number.MIN_VALUE)

/** Compares each two variants by a scorer, the clearest differences first, with what people would say if known. */
export function pairTable(
  { comparison: { pairs, variants }, peoplePairs = [] }: VariantsMaterial,
  { id, scale, name }: ScorerRecord,
  names: readonly string[],
): Table[] {
  const called = new Map(variants.map(({ name }, index) => [name, names[index]]))
  const people = peoplePairs.filter(({ scorerId }) => scorerId === id)
  const byPeople = (pair: PairComparison) =>
    people.find(({ first, second }) => first === pair.first && second === pair.second)
  const shown = pairs
    .filter(({ scorerId }) => scorerId === id)
    .sort((one, other) => measureSureness(other) - measureSureness(one))
  const columns: ColumnOf<PairComparison>[] = [
    column.name('First', ({ first }) => called.get(first)),
    column.name('Second', ({ second }) => called.get(second)),
    column.number('Second − first', (pair) => differenceCell(pair, scale), { detail: intervalTitle(shown) }),
    column.word('Verdict', nameVerdict),
    column.number('Second − first, as people', (pair) => peopleChangeCell(byPeople(pair), scale), {
      detail: 'its interval',
    }),
  ]
  return table(`Each two variants by ${name}`, shown, columns, { folds: true })
}
