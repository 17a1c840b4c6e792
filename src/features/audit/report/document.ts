import {
  type Block,
  explained,
  filled,
  note,
  type Section,
  sentence,
} from '../../../report/document/blocks.ts'
import { column, type Table, table } from '../../../report/document/table.ts'
import { estimateCell } from '../../../report/estimates.ts'
import { formatDifference, none } from '../../../report/format-numbers.ts'
import { excludes0 } from '../effects.ts'
import type { AuditResult, ProbeResult } from '../result.ts'
import {
  againSentence,
  detectableWords,
  findings,
  headline,
  lookedAt,
  methodSentences,
  movedWords,
  peopleSentences,
  resultMarks,
} from './sentences.ts'

/** Shows the conclusion of the audit, and what to know before trusting it. */
export const auditLead = (result: AuditResult): Block[] => [
  sentence(headline(result)),
  ...result.warnings.map((warning) => sentence(warning, { tone: 'partly' })),
]

/** Lays out an audit, findings first. */
export const auditSections = (result: AuditResult): Section[] =>
  filled([
    { id: 'found', title: 'Findings', blocks: foundBlocks(result) },
    { id: 'probes', title: 'Probes', blocks: [...probeTable(result), ...intervalNote(result)] },
    { id: 'again', title: 'Repeated questions', blocks: [sentence(againSentence(result))] },
    {
      id: 'people',
      title: 'Compared with people',
      blocks: peopleSentences(result).map((one) => sentence(one)),
    },
    { id: 'groups', title: 'Errors by group', blocks: sliceBlocks(result) },
    { id: 'method', title: 'Method', blocks: methodSentences(result).map((one) => note(one)) },
  ])

const nothingFound = 'No effect is both beyond chance and large enough to matter.'
const smallerEffects =
  ' Smaller effects may exist: the column “Would show” has the smallest that each probe would find.'

function foundBlocks(result: AuditResult): Block[] {
  const outcomes = findings(result).map((finding) => ({
    ...({ mark: '✗', tone: 'bad', word: 'Found' } as const),
    ...finding,
  }))
  if (outcomes.length > 0) return [{ block: 'outcomes', title: 'Probe or group', outcomes }]
  // The headline says that nothing was tested.
  if (lookedAt(result.probes) === 0 && result.slices.length === 0) return []
  const isShown = result.probes.some(({ direction }) => direction.detectable !== undefined)
  return [sentence(`${nothingFound}${isShown ? smallerEffects : ''}`)]
}

const probeTable = ({ probes, scorer: { scale } }: AuditResult): Table[] =>
  table<ProbeResult>('Each probe', probes, [
    column.name('Probe', ({ title, what }) => ({ text: title, meaning: what })),
    column.word('Result', ({ result }) => {
      const { icon, level, text } = resultMarks[result]
      return { text: `${icon} ${text}`, tone: level }
    }),
    column.number('Higher or lower by', ({ unchanged, direction }) =>
      unchanged ? 'no score changed' : estimateCell(direction, formatDifference, scale),
    ),
    column.number(
      'More than when asked again',
      ({ unchanged, movement }) => (unchanged ? none : estimateCell(movement, formatDifference, scale)),
      { isMinor: true },
    ),
    column.number('Scores that moved', movedWords),
    column.count('Answers', ({ answers, written }) => (written === 0 ? undefined : answers)),
    column.count('Left out', ({ leftOut, written }) => (written === 0 ? undefined : leftOut), {
      isMinor: true,
    }),
    column.number('Would show', (probe) => detectableWords(probe, scale)),
  ])

/** Says why an interval may exclude 0 where nothing was found. */
function intervalNote({ probes }: AuditResult): Block[] {
  const isAlone = ({ result, direction: { interval } }: ProbeResult) =>
    result === 'not found' && interval !== undefined && excludes0(interval)
  if (!probes.some(isAlone)) return []
  return [
    sentence(
      'An interval that excludes 0 is not enough: each holds by itself, and of several probes one may exclude it by chance.',
    ),
  ]
}

/** Shows groups of labelled answers, and whether the judge errs more or less in them than elsewhere. */
const sliceBlocks = ({ slices }: AuditResult): Block[] =>
  explained(
    'Mean score less mean label, as a share of the scale: above 0 the judge is too high.',
    table('Groups of labelled answers', slices, [
      column.name('Group', ({ field, group }) => `${field}: ${group}`),
      column.word('Result', ({ found }) =>
        found ? { text: '✗ Found', tone: 'bad' } : { text: '✓ Not found', tone: 'good' },
      ),
      column.count('Answers', ({ answers }) => answers),
      column.number('Error there', ({ error }) => formatDifference(error)),
      column.number('Elsewhere', ({ errorElsewhere }) => formatDifference(errorElsewhere)),
      column.number('Difference', ({ difference }) => estimateCell(difference, formatDifference)),
    ]).flatMap((groups) => [
      groups,
      note(
        'Each group is compared with all other labelled answers; p-values are corrected for the number of groups.',
      ),
    ]),
  )
