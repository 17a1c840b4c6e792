import type { PreferenceComparison } from '../../evaluation/pairwise/compare-pairs.ts'
import type { PreferenceByPeople } from '../../people/labels/preferences-by-people.ts'
import { type Block, type Cell, column, sentence, table } from '../document/blocks.ts'
import { estimateCell } from '../estimates.ts'
import { formatCount, formatScore, formatShare, none } from '../format.ts'
import { aboutOne, type PairsMaterial, shareCell, versus } from './wording.ts'

/** Win rates from labels of people: beside those of the judge, and of the labels alone. */
export const peopleTable = (material: PairsMaterial): Block[] => {
  const peopleOf = ({ run }: PreferenceComparison) => material.people?.[run.header.id]
  const labelled = material.comparisons.filter((one) => peopleOf(one) !== undefined)
  const cell = (read: (of: PreferenceByPeople) => Cell | string) => (one: PreferenceComparison) => {
    const people = peopleOf(one)
    return people === undefined ? none : read(people)
  }
  return labelled.length === 0
    ? []
    : [
        sentence(
          'The win rate that people would give all pairs, from their labels of some and what the judge said of all; and how far judge and people say the same beyond chance (Cohen’s kappa: 0 is chance, 1 is always).',
        ),
        ...table<PreferenceComparison>('As people would have it', labelled, [
          versus(material),
          column.number(
            'As people',
            cell(({ winRate }) => ({ ...shareCell(winRate.people), strong: true })),
            { detail: 'interval' },
          ),
          column.number(
            'The judge alone',
            cell(({ winRate }) => formatShare(winRate.judge)),
          ),
          column.number(
            'Labels alone',
            cell(({ winRate }) => shareCell(winRate.labelsAlone)),
            { detail: 'interval' },
          ),
          column.number(
            'Labels',
            cell(({ labels }) => formatCount(labels)),
          ),
          column.number(
            'Same',
            cell(({ same, labels }) => (labels === 0 ? none : formatShare(same / labels))),
          ),
          column.number(
            'Kappa',
            cell(({ kappa }) => kappaCell(kappa)),
            { detail: 'interval' },
          ),
        ]),
        ...labelled.flatMap((one) => {
          const people = peopleOf(one)
          const notes = people === undefined ? [] : notesOf(people)
          return notes.map((text) => sentence(aboutOne(text, one, material), { tone: 'partly' }))
        }),
      ]
}

/** Why a figure is missing, and what to know of the others; each thing once. */
function notesOf({ winRate, kappa }: PreferenceByPeople): string[] {
  const missing = [winRate.people, winRate.labelsAlone, kappa].flatMap((estimate) =>
    'value' in estimate ? [] : estimate.undefinedBecause,
  )
  const byChance =
    'value' in kappa && kappa.interval !== undefined && kappa.interval.low <= 0
      ? [
          'These labels do not show that the judge agrees with people beyond chance: what it prefers may not be what people prefer.',
        ]
      : []
  return [...new Set([...byChance, ...missing, ...winRate.warnings])]
}

function kappaCell(kappa: PreferenceByPeople['kappa']): Cell {
  const cell = estimateCell(kappa, formatScore)
  return { ...cell, detail: cell.detail ?? ('value' in kappa ? kappa.note : undefined) }
}
