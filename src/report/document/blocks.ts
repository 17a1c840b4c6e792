import { formatCount } from '../format.ts'

/** The content of a report as data. Terminals, Markdown and pages render it and know nothing of scores. */

/** The meaning of a part for its reader; each renderer decides how it looks. */
export type Tone = 'good' | 'bad' | 'partly' | 'neutral'

/** A value in a table, with details. */
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

/** The layout of a column: names take the remaining room, numbers are aligned right. */
export type ColumnKind = 'name' | 'word' | 'number'

export interface Column {
  readonly title: string
  readonly kind: ColumnKind
  /** The title of its cells' details: '95 % interval'. */
  readonly detail?: string
  /** Omitted by terminals, which have little room: the column, or the details of its cells. */
  readonly isMinor?: true | 'details'
}

/** A row as sentences, for terminals without room for a table. */
export interface RowLine {
  readonly mark: string
  readonly tone: Tone
  readonly text: string
}

export interface Table {
  readonly block: 'table'
  /** Describes the content, for readers who do not see the heading. */
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  /** One line a row; absent if terminals show the table. */
  readonly lines?: readonly RowLine[]
  /** The name of omitted rows: 'other error'. */
  readonly others?: string
  /** Pages fold it, since the part above gives the gist. */
  readonly folds?: boolean
}

export interface Sentence {
  readonly block: 'sentence'
  readonly text: string
  /** The scorer or other subject of the sentence. */
  readonly name?: string
  /** Set for notices only. */
  readonly tone?: Tone
  /** Explains a number to interested readers: terminals show it only with details, pages fold it. */
  readonly isNote?: boolean
}

/** A decision, such as the outcome of a gate. */
export interface Outcome {
  readonly mark: string
  readonly tone: Tone
  readonly word: string
  readonly name: string
  readonly text: string
  /** Needs no action: pages fold such outcomes if there are many. */
  readonly isMinor?: boolean
  /** Whether its text says all that its name does. */
  readonly isWhole?: boolean
}

export interface Outcomes {
  readonly block: 'outcomes'
  /** The heading of the names: 'Gate'. */
  readonly title: string
  readonly outcomes: readonly Outcome[]
}

/** A text with its title, for example a question. */
export interface TitledText {
  readonly title: string
  readonly text: string
}

export interface Answers {
  readonly block: 'answers'
  readonly title: string
  readonly answers: readonly {
    readonly item: string
    /** The score, or how label and verdict differ. */
    readonly found: string
    /** For example question and reason; a part without text is absent. */
    readonly parts: readonly TitledText[]
  }[]
}

/** Two answers to the same question. */
export interface AnswerSides {
  readonly item: string
  /** The preference, in words. */
  readonly found: string
  readonly tone: Tone
  readonly question: string
  /** The baseline first. */
  readonly sides: readonly [TitledText, TitledText]
  /** The judge's reason. */
  readonly why: string
}

/** Answers side by side; pages mark the words that differ. */
export interface Sides {
  readonly block: 'sides'
  readonly title: string
  readonly pairs: readonly AnswerSides[]
}

/** Turns them into plain answers, for outputs that show nothing side by side. */
export const asAnswers = ({ title, pairs }: Sides): Answers => ({
  block: 'answers',
  title,
  answers: pairs.map(({ item, found, question, sides, why }) => ({
    item,
    found,
    parts: [{ title: 'Question', text: question }, ...sides, { title: 'Why', text: why }].filter(
      ({ text }) => text !== '',
    ),
  })),
})

export type Block = Table | Sentence | Outcomes | Answers | Sides

export interface Section {
  /** Its anchor within a page. */
  readonly id: string
  readonly title: string
  /** The variant that it belongs to, in a report of several runs. */
  readonly of?: string
  readonly blocks: readonly Block[]
}

/** Returns the title of a section on its own: 'Failures of shorter prompt'. */
export const toTitle = ({ title, of }: Section): string => (of === undefined ? title : `${title} of ${of}`)

export const sentence = (text: string, { name, tone, isNote }: Partial<Sentence> = {}): Sentence => ({
  block: 'sentence',
  text,
  name,
  tone,
  isNote,
})

/** Makes a sentence that explains numbers to interested readers. */
export const note = (text: string, name?: string): Sentence => sentence(text, { name, isNote: true })

export const isNote = (block: Block): block is Sentence => block.block === 'sentence' && block.isNote === true

/** Makes a sentence of each defined text. */
export const sentences = (...texts: readonly (string | undefined)[]): Sentence[] =>
  texts.flatMap((text) => (text === undefined ? [] : [sentence(text)]))

/** A column for lines of one kind, omitted if it is empty for every line. */
export interface ColumnOf<Line> extends Column {
  readonly cell: (line: Line) => Cell | string | undefined
}

const makeColumn =
  (kind: ColumnKind) =>
  <Line>(
    title: string,
    cell: ColumnOf<Line>['cell'],
    more: Pick<Column, 'detail' | 'isMinor'> = {},
  ): ColumnOf<Line> => ({ title, kind, cell, ...more })

/** Makes columns by kind; `count` is for whole numbers. */
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
  {
    told,
    others,
    folds,
  }: { readonly told?: (line: Line) => RowLine; readonly others?: string; readonly folds?: boolean } = {},
): Table[] {
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

/** Puts a sentence above blocks; empty without blocks. */
export const explained = (text: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [sentence(text), ...blocks]

/** Keeps the sections that have content. */
export const filled = (sections: readonly Section[]) => sections.filter(({ blocks }) => blocks.length > 0)
