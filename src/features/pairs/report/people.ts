import { type Block, explained, sentence } from '../../../report/document/blocks.ts'
import { type Cell, column, table } from '../../../report/document/table.ts'
import { estimateCell } from '../../../report/estimates.ts'
import { formatScore, formatShare, none } from '../../../report/format-numbers.ts'
import type { PreferenceByPeople } from '../../labels/estimates/preferences-by-people.ts'
import { aboutOne, type PairsMaterial, shareCell, versus } from './sentences.ts'

/** Shows win rates from people's labels: combined with the judge's, and from the labels alone. */
export function peopleTable(material: PairsMaterial): Block[] {
  const labelled = material.comparisons.flatMap((one) => {
    const people = material.people?.[one.run.header.id]
    return people === undefined ? [] : [{ ...one, people }]
  })
  const rates = table('Preferences of people', labelled, [
    versus(material),
    column.number('As people', ({ people }) => ({ ...shareCell(people.winRate.people), strong: true }), {
      detail: 'interval',
    }),
    column.number('The judge alone', ({ people }) => formatShare(people.winRate.judge)),
    column.number('Labels alone', ({ people }) => shareCell(people.winRate.labelsAlone), {
      detail: 'interval',
    }),
    column.count('Labels', ({ people }) => people.labels),
    column.number('Same', ({ people: { same, labels } }) =>
      labels === 0 ? none : formatShare(same / labels),
    ),
    column.number('Kappa', ({ people }) => kappaCell(people.kappa), { detail: 'interval' }),
  ])
  const notes = labelled.flatMap((one) =>
    listPreferenceNotes(one.people).map((text) =>
      sentence(aboutOne(text, one, material), { tone: 'partly' }),
    ),
  )
  return explained(
    'The win rate by people over all pairs, estimated from their labels and the judge’s verdicts; and how far judge and people agree beyond chance (Cohen’s kappa: 0 is chance, 1 is always).',
    [...rates, ...notes],
  )
}

/** Says why a figure is missing, or what to know about it; each note once. */
function listPreferenceNotes({ winRate, kappa }: PreferenceByPeople): string[] {
  const missing = [winRate.people, winRate.labelsAlone, kappa].flatMap((estimate) =>
    'value' in estimate ? [] : estimate.undefinedBecause,
  )
  const byChance =
    'value' in kappa && kappa.interval !== undefined && kappa.interval.low <= 0
      ? [
          'These labels do not show that the judge agrees with people beyond chance: people may prefer other answers.',
        ]
      : []
  return [...new Set([...byChance, ...missing, ...winRate.warnings])]
}

function kappaCell(kappa: PreferenceByPeople['kappa']): Cell {
  const cell = estimateCell(kappa, formatScore)
  return { ...cell, detail: cell.detail ?? ('value' in kappa ? kappa.note : undefined) }
}
