import Table from 'cli-table3'

export interface Row {
  readonly id: string
  readonly question: string
  /** Whether the documentation holds the answer. */
  readonly answerable: boolean
  /** Absent where the answer was not scorable or scoring failed. */
  readonly score?: number
  readonly reason: string
  readonly failed?: boolean
}

/** The rows as a table that fits the terminal, the reasons wrapped. */
export function scoreTable(rows: readonly Row[], width = process.stdout.columns ?? 120): string {
  const questionWidth = Math.max(20, Math.floor((width - 14) * 0.35))
  const table = new Table({
    head: ['Question', 'Score', 'Reason'],
    colWidths: [questionWidth, 8, Math.max(30, width - questionWidth - 12)],
    wordWrap: true,
    style: { head: [], border: [] },
  })
  table.push(...rows.map(({ question, score, reason }) => [question, score?.toFixed(2) ?? '–', reason]))
  return table.toString()
}

function describe(name: string, rows: readonly Row[]): string {
  const scores = rows.flatMap((row) => row.score ?? [])
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const failed = rows.filter((row) => row.failed).length
  const notScorable = rows.length - scores.length - failed
  const mean = scores.length === 0 ? 'no score' : `mean ${average.toFixed(3)}`
  return `${name}: ${mean}, ${scores.length} scored, ${notScorable} not scorable, ${failed} failed`
}

export function summary(rows: readonly Row[]): string {
  return [
    describe(
      'Answer relevancy, answerable questions',
      rows.filter((row) => row.answerable),
    ),
    describe(
      'Answer relevancy, questions the docs cannot answer',
      rows.filter((row) => !row.answerable),
    ),
  ].join('\n')
}
