import type { PassSummary, RepeatSummary } from '../../evaluation/comparison/summarise-repeats.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
import { type Block, note, sentence } from '../document/blocks.ts'
import { type Cell, table } from '../document/table.ts'
import { estimateCell } from '../estimates.ts'
import { formatCount, formatQuantity, formatScore, formatShare } from '../format-numbers.ts'
import type { ReadMaterial } from './material.ts'

/** Shows pass rates, and how far judgements of one answer differ. */
export function repeatBlocks(material: ReadMaterial): Block[] {
  const scorers = material.scorers.flatMap(({ scorer, repeats }) =>
    repeats === undefined ? [] : [{ scorer, repeats }],
  )
  const passes = scorers.flatMap(({ scorer, repeats: { pass } }) =>
    pass === undefined ? [] : passRows(scorer, pass),
  )
  const columns = passColumns.map((title, index) => ({
    title,
    kind: index === 0 ? ('name' as const) : ('number' as const),
    cell: (row: readonly (Cell | string)[]) => row[index],
  }))
  return [
    ...table('Pass rates', passes, columns),
    ...scorers.flatMap(({ scorer, repeats }) => [
      ...describeRepeats(repeats, scorer).map((text) => sentence(text, { name: scorer.name })),
      ...listPassNotes(repeats).map((text) => note(text, scorer.name)),
    ]),
  ]
}

const passColumns = ['Scorer', 'Passes', 'Tries', 'One passes (pass@k)', 'All pass (pass^k)', 'Items']

function passRows({ name, scale, lowerIsBetter }: ScorerRecord, { threshold, rates }: PassSummary) {
  const shown = rates.filter(({ k, items }) => items > 0 && (k === 1 || k === rates.length))
  return shown.map(({ k, passAtK, passHatK, items }) => [
    name,
    `${lowerIsBetter ? '≤' : '≥'} ${formatScore(threshold, scale)}`,
    formatCount(k),
    estimateCell(passAtK, formatShare),
    estimateCell(passHatK, formatShare),
    formatCount(items),
  ])
}

/** Says how far judgements differ, and how many answers are missing from which figure. */
function describeRepeats(
  { pass, judgings, judgingsFailed }: RepeatSummary,
  { scale }: ScorerRecord,
): string[] {
  const left = pass?.rates.at(-1)?.leftOut ?? 0
  const said = compact([
    judgings !== undefined &&
      `Judged again, a score differs by ${formatScore(judgings.meanDifference, scale)} on average, over ${formatQuantity(judgings.answers, 'answer')}.`,
    ...(pass === undefined ? [] : passSentences(pass)),
    left > 0 &&
      `${formatQuantity(left, 'item')} with fewer tries ${left === 1 ? 'is' : 'are'} left out of the rates of all tries.`,
    judgingsFailed > 0 && `${formatQuantity(judgingsFailed, 'further judging')} gave no score.`,
  ])
  return [...new Set(said)]
}

function listPassNotes({ pass }: RepeatSummary): string[] {
  const [single] = pass?.rates ?? []
  return single !== undefined && 'value' in single.passAtK && single.passAtK.note !== undefined
    ? [single.passAtK.note]
    : []
}

function passSentences({ rates: [single], unscored }: PassSummary): string[] {
  if (single?.items === 0)
    return [
      unscored === 0
        ? 'No pass rate: there are no answers.'
        : 'No pass rate: no answer has a score. The reasons are below.',
    ]
  if (unscored === 0) return []
  return [
    `${formatQuantity(unscored, 'answer')} without a score ${unscored === 1 ? 'is' : 'are'} left out of the pass rates.`,
  ]
}
