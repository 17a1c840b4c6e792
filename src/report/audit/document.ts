import type { AuditResult } from '../../people/audit/index.ts'
import type { ProbeResult } from '../../people/audit/result.ts'
import {
  type Block,
  type Cell,
  filled,
  type Section,
  sentence,
  type Table,
  table,
} from '../document/blocks.ts'
import { formatCount, formatDifference, formatDifferenceInterval, none } from '../format.ts'
import {
  againSentence,
  detectableWords,
  findings,
  headline,
  methodSentences,
  movedWords,
  peopleSentences,
  rangeOf,
  resultMarks,
} from './wording.ts'

/** What the audit comes to, and what to know before it is believed. */
export const auditLead = (result: AuditResult): Block[] => [
  sentence(headline(result)),
  ...result.warnings.map((warning) => sentence(warning, { tone: 'partly' })),
]

/** An audit, what was found first. */
export const auditSections = (result: AuditResult): Section[] =>
  filled([
    { id: 'found', title: 'What was found', blocks: foundBlocks(result) },
    { id: 'probes', title: 'What was tried', blocks: probeTable(result) },
    { id: 'again', title: 'Asked the same again', blocks: [sentence(againSentence(result))] },
    { id: 'people', title: 'Beside people', blocks: peopleSentences(result).map((one) => sentence(one)) },
    { id: 'groups', title: 'Where it is wrong', blocks: sliceBlocks(result) },
    { id: 'method', title: 'How it was done', blocks: methodSentences(result).map((one) => sentence(one)) },
  ])

const nothingFound =
  'No effect is both beyond chance and large enough to matter. Effects that this sample is too small to show may still exist: see what each probe would show.'

function foundBlocks(result: AuditResult): Block[] {
  const outcomes = findings(result).map((finding) => ({
    ...({ mark: '✗', tone: 'bad', word: 'Found' } as const),
    ...finding,
  }))
  return outcomes.length === 0
    ? [sentence(nothingFound)]
    : [{ block: 'outcomes', title: 'Probe or group', outcomes }]
}

function rangeCell({ value, interval }: ProbeResult['direction'], scale?: number): Cell {
  if (value === undefined) return { text: none }
  return {
    text: formatDifference(value, scale),
    detail: interval && formatDifferenceInterval(interval, scale),
  }
}

/** Each probe with its effect. */
export const probeTable = ({ probes, scorer: { scale } }: AuditResult): Table[] =>
  table<ProbeResult>('Each probe', probes, [
    { title: 'Probe', kind: 'name', cell: ({ title, what }) => ({ text: title, meaning: what }) },
    {
      ...{ title: 'Result', kind: 'word' },
      cell: ({ result }) => {
        const { icon, level, text } = resultMarks[result]
        return { text: `${icon} ${text}`, tone: level }
      },
    },
    {
      ...{ title: 'Higher or lower by', kind: 'number' },
      cell: ({ unchanged, direction }) => (unchanged ? 'no score changed' : rangeCell(direction, scale)),
    },
    {
      ...{ title: 'More than asked again', kind: 'number', isMinor: true },
      cell: ({ unchanged, movement }) => (unchanged ? none : rangeCell(movement, scale)),
    },
    { title: 'Scores that moved', kind: 'number', cell: movedWords },
    { title: 'Answers', kind: 'number', cell: ({ answers }) => formatCount(answers) },
    { title: 'Left out', kind: 'number', isMinor: true, cell: ({ leftOut }) => formatCount(leftOut) },
    { title: 'Would show', kind: 'number', cell: (probe) => detectableWords(probe, scale) },
  ])

/** Groups of labelled answers, and whether the judge is wrong in them otherwise than elsewhere. */
const sliceBlocks = ({ slices }: AuditResult): Block[] =>
  slices.length === 0
    ? []
    : [
        sentence(
          'Mean score less mean label, as a share of the scale: above 0 the judge is too high. Each group is held against all other labelled answers, and p-values are corrected for the number of groups.',
        ),
        ...table('Groups of labelled answers', slices, [
          { title: 'Group', kind: 'name', cell: ({ field, group }) => `${field}: ${group}` },
          {
            ...{ title: 'Result', kind: 'word' },
            cell: ({ found }) =>
              found ? { text: '✗ Found', tone: 'bad' } : { text: '✓ Not found', tone: 'good' },
          },
          { title: 'Answers', kind: 'number', cell: ({ answers }) => formatCount(answers) },
          { title: 'Off people there', kind: 'number', cell: ({ error }) => rangeOf({ value: error }) },
          {
            ...{ title: 'Elsewhere', kind: 'number' },
            cell: ({ errorElsewhere }) => rangeOf({ value: errorElsewhere }),
          },
          {
            ...{ title: 'Difference', kind: 'number' },
            cell: ({ difference }) => rangeCell(difference),
          },
        ]),
      ]
