import { formatCount } from '../format-numbers.ts'

/** The meaning of a part for its reader; each renderer decides how it looks. */
export type Tone = 'good' | 'bad' | 'partly' | 'neutral'

export interface Cell {
  readonly text: string
  /** Such as its interval: below in a terminal, in brackets in Markdown, in its own column if `detail` has a title. */
  readonly detail?: string
  readonly strong?: boolean
  readonly tone?: Tone
  /** Explains the text if there is room for a sentence. */
  readonly meaning?: string
  /** The text is an item id, which a page can open. */
  readonly isItem?: boolean
}

export interface Column {
  readonly title: string
  /** Names take the remaining room, numbers are aligned right. */
  readonly kind: 'name' | 'word' | 'number'
  /** The title of its cells' details: '95 % interval'. */
  readonly detail?: string
  /** Omitted by terminals, which have little room: the column, or the details of its cells. */
  readonly isMinor?: true | 'details'
}

export interface Table {
  readonly block: 'table'
  /** Describes the content, for readers who do not see the heading. */
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  /** Rows as sentences, for terminals without room for a table; absent if they show it. */
  readonly lines?: readonly { readonly mark: string; readonly tone: Tone; readonly text: string }[]
  /** The name of omitted rows: 'other error'. */
  readonly others?: string
  /** Pages fold it, since the part above gives the gist. */
  readonly folds?: boolean
}

/** A column for lines of one kind, omitted if it is empty for every line. */
export interface ColumnOf<Line> extends Column {
  readonly cell: (line: Line) => Cell | string | undefined
}

const makeColumn =
  (kind: Column['kind']) =>
  <Line>(
    title: string,
    cell: ColumnOf<Line>['cell'],
    more: Pick<Column, 'detail' | 'isMinor'> = {},
  ): ColumnOf<Line> => ({ title, kind, cell, ...more })

export const column = {
  name: makeColumn('name'),
  word: makeColumn('word'),
  number: makeColumn('number'),
  count: <Line>(
    title: string,
    of: (line: Line) => number | undefined,
    more?: Pick<Column, 'detail' | 'isMinor'>,
  ) =>
    column.number<Line>(
      title,
      (line) => {
        const counted = of(line)
        return counted === undefined ? undefined : formatCount(counted)
      },
      more,
    ),
}

/** Makes a table with a row for each line; empty without lines. */
export function table<Line>(
  caption: string,
  lines: readonly Line[],
  columns: readonly ColumnOf<Line>[],
  how: Pick<Table, 'others' | 'folds'> & {
    readonly told?: (line: Line) => NonNullable<Table['lines']>[number]
  } = {},
): Table[] {
  const { told, others, folds } = how
  if (lines.length === 0) return []
  const cells = columns.map(({ cell }) => lines.map(cell))
  const isThere = (_: unknown, column: number) => cells[column]?.some((cell) => cell !== undefined)
  const present = cells.filter(isThere)
  const rows = lines.map((_, row) =>
    present.map((column) => {
      const cell = column[row] ?? '–'
      return typeof cell === 'string' ? { text: cell } : cell
    }),
  )
  const hasDetail = (column: number) => rows.some((row) => row[column]?.detail !== undefined)
  const titles = columns.filter(isThere).map(({ cell: _, detail, ...column }, index) => ({
    ...column,
    detail: hasDetail(index) ? detail : undefined,
  }))
  return [{ block: 'table', caption, columns: titles, rows, others, folds, lines: told && lines.map(told) }]
}

/** The content of a report as data. Terminals, Markdown and pages render it and know nothing of scores. */
