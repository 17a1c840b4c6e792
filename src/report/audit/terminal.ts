import { z } from 'zod/v4'
import type { AuditResult } from '../../people/audit/index.ts'
import { terminalName, terminalText } from '../safe-text.ts'
import { painter } from '../terminal/paint.ts'
import { renderTable, wrap } from '../terminal/table.ts'
import {
  againSentence,
  detectableWords,
  directionWords,
  findings,
  headline,
  methodSentences,
  movedWords,
  peopleSentences,
  rangeOf,
  resultMarks,
  whatWasAudited,
} from './wording.ts'

export interface TerminalAuditOptions {
  /** Columns of the terminal, 20 or more. Default 80. */
  readonly width?: number
  /** Whether to use colours; `showsColor(stream)` says whether a stream shows them. Default false. */
  readonly color?: boolean
}

const optionsSchema = z.strictObject({
  width: z.int().min(20).default(80),
  color: z.boolean().default(false),
})

const colors = { bad: 'red', good: 'green', partly: 'yellow', neutral: 'dim' } as const
const slicesShown = 8

/**
 * An audit as text for a terminal. Text of others in it has no control characters.
 *
 * @throws TypeError where an option is wrong.
 */
export function terminalAuditReport(result: AuditResult, options: TerminalAuditOptions = {}): string {
  const read = optionsSchema.safeParse(options)
  if (!read.success) throw new TypeError(`terminalAuditReport: ${z.prettifyError(read.error)}`)
  const { width, color } = read.data
  const paint = painter(color)
  const line = (text: string) => wrap(terminalText(text), width)
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[wrap(paint('bold', title), width), ...lines].join('\n')]
  return [
    `${wrap(paint('bold', terminalText(`${whatWasAudited(result)} · ${result.run.name}`)), width)}\n${line(headline(result))}`,
    ...result.warnings.map((warning) => wrap(paint('yellow', terminalText(warning)), width)),
    ...section(
      'Found',
      findings(result).map((finding) => line(`✗ ${finding}`)),
    ),
    ...section('Probes', result.probes.length === 0 ? [] : [probeTable(result, width, paint)]),
    ...section('Asked again', [line(againSentence(result))]),
    ...section('Beside people', peopleSentences(result).map(line)),
    ...section(
      'Groups of labelled answers',
      result.slices.length === 0 ? [] : [sliceTable(result, width, paint)],
    ),
    ...methodSentences(result).map(line),
  ].join('\n\n')
}

type Paint = ReturnType<typeof painter>

function probeTable({ probes, scorer: { scale } }: AuditResult, width: number, paint: Paint): string {
  const columns = [
    { title: 'Probe', flexible: true },
    { title: 'Result' },
    { title: 'Higher or\nlower by', align: 'right' },
    { title: 'Moved\nscores', align: 'right' },
    { title: 'Answers', align: 'right' },
    { title: 'Would\nshow', align: 'right' },
  ] as const
  const rows = probes.map((probe) => {
    const { level, text, icon } = resultMarks[probe.result]
    return [
      terminalName(probe.title),
      paint(colors[level], `${icon} ${text}`),
      directionWords(probe, scale).replace(' (', '\n('),
      movedWords(probe),
      String(probe.answers),
      detectableWords(probe, scale),
    ]
  })
  return renderTable(columns, rows, width)
}

function sliceTable({ slices }: AuditResult, width: number, paint: Paint): string {
  const columns = [
    { title: 'Group', flexible: true },
    { title: 'Answers', align: 'right' },
    { title: 'Off people\nthere and elsewhere', align: 'right' },
    { title: 'Difference', align: 'right' },
    { title: 'Result' },
  ] as const
  const rows = slices
    .slice(0, slicesShown)
    .map(({ field, group, answers, error, errorElsewhere, difference, found }) => [
      `${terminalName(field)}: ${terminalName(group)}`,
      String(answers),
      `${rangeOf({ value: error })}, ${rangeOf({ value: errorElsewhere })}`,
      rangeOf(difference).replace(' (', '\n('),
      found ? paint('red', '✗ Found') : paint('green', '✓ Not found'),
    ])
  const left = slices.length - rows.length
  return [renderTable(columns, rows, width), ...(left > 0 ? [`and ${left} other groups`] : [])].join('\n')
}
