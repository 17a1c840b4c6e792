import Table from 'cli-table3'

export interface ScorerResult {
  /** The scorer's name. */
  readonly name: string
  /** Absent where the answer was not scorable. */
  readonly score?: number
  readonly reason: string
}

export interface Row {
  readonly question: string
  /** Whether the documentation holds the answer. */
  readonly answerable: boolean
  /** One a scorer; empty where the item failed. */
  readonly results: readonly ScorerResult[]
  readonly failure?: string
}

const resultOf = ({ results }: Row, name: string) => results.find((result) => result.name === name)

function reasons({ results, failure }: Row): string {
  if (failure !== undefined) return `failed: ${failure}`
  return results.map(({ name, reason }) => `${name}: ${reason}`).join('\n\n')
}

/** The rows as a table that fits the terminal, the reasons wrapped. */
export function scoreTable(
  rows: readonly Row[],
  names: readonly string[],
  width = process.stdout.columns ?? 120,
): string {
  const scoreWidth = 14
  const questionWidth = Math.max(20, Math.floor(width * 0.25))
  const reasonWidth = Math.max(30, width - questionWidth - names.length * (scoreWidth + 1) - 4)
  const table = new Table({
    head: ['Question', ...names, 'Reasons'],
    colWidths: [questionWidth, ...names.map(() => scoreWidth), reasonWidth],
    wordWrap: true,
    style: { head: [], border: [] },
  })
  table.push(
    ...rows.map((row) => [
      row.question,
      ...names.map((name) => resultOf(row, name)?.score?.toFixed(2) ?? '–'),
      reasons(row),
    ]),
  )
  return table.toString()
}

function describe(what: string, rows: readonly Row[], name: string): string {
  const scores = rows.flatMap((row) => resultOf(row, name)?.score ?? [])
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const failed = rows.filter((row) => row.failure !== undefined).length
  const mean = scores.length === 0 ? 'no score' : `mean ${average.toFixed(3)}`
  const notScorable = rows.length - scores.length - failed
  return `${name}, ${what}: ${mean}, ${scores.length} scored, ${notScorable} not scorable, ${failed} failed`
}

/** A line for each scorer and kind of question. */
export function summary(rows: readonly Row[], names: readonly string[]): string {
  const answerable = rows.filter((row) => row.answerable)
  const others = rows.filter((row) => !row.answerable)
  return names
    .flatMap((name) => [
      describe('answerable questions', answerable, name),
      describe('questions the docs cannot answer', others, name),
    ])
    .join('\n')
}
