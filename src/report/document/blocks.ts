import { formatCount } from '../format.ts'

/** What a report says, as data: terminals, Markdown and pages show it, and know nothing of scores. */

/** What a part means for its reader; how that looks is the renderer's business. */
export type Tone = 'good' | 'bad' | 'partly' | 'neutral'

/** A value of a table, and what belongs to it. */
export interface Cell {
  readonly text: string
  /** Such as its interval: below it in a terminal, in brackets in Markdown, in a column of its own where that has a title. */
  readonly detail?: string
  readonly strong?: boolean
  readonly tone?: Tone
  /** Explains the text where there is room for a sentence. */
  readonly meaning?: string
  /** The text is the id of an item, which a page can open. */
  readonly isItem?: boolean
}

/** How a column is set: names take the room that is left, numbers stand at the right. */
export type ColumnKind = 'name' | 'word' | 'number'

export interface Column {
  readonly title: string
  readonly kind: ColumnKind
  /** What the details of its cells are: '95 % interval'. */
  readonly detail?: string
  /** Left out of terminals, where there is little room: the column, or the details of its cells. */
  readonly isMinor?: true | 'details'
}

/** How a terminal says a row of sentences, for which a table has no room. */
export interface RowLine {
  readonly mark: string
  readonly tone: Tone
  readonly text: string
}

export interface Table {
  readonly block: 'table'
  /** What is in it, for those who do not see it beside its heading. */
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  /** One a row; absent where a terminal shows the table. */
  readonly lines?: readonly RowLine[]
  /** What its rows are where some are left out: 'other error'. */
  readonly others?: string
  /** A page has it behind a line, since what is above it says the gist. */
  readonly folds?: boolean
}

export interface Sentence {
  readonly block: 'sentence'
  readonly text: string
  /** Whom it is about. */
  readonly name?: string
  /** Only notices have it. */
  readonly tone?: Tone
  /** It explains a number to who wants to know: terminals say it with details only, and pages behind a line. */
  readonly isNote?: boolean
}

/** Something that was decided, such as a gate. */
export interface Outcome {
  readonly mark: string
  readonly tone: Tone
  readonly word: string
  readonly name: string
  readonly text: string
  /** It asks for nothing: where there are many, pages have it behind a line. */
  readonly isMinor?: boolean
}

export interface Outcomes {
  readonly block: 'outcomes'
  /** The heading of the names: 'Gate'. */
  readonly title: string
  readonly outcomes: readonly Outcome[]
}

/** An answer with what was said of it. */
export interface ToldAnswer {
  readonly item: string
  /** The score, or how label and verdict differ. */
  readonly found: string
  /** Such as question and reason; one without a text is not there. */
  readonly parts: readonly { readonly title: string; readonly text: string }[]
}

export interface Answers {
  readonly block: 'answers'
  readonly title: string
  readonly answers: readonly ToldAnswer[]
}

/** Two answers to one question. */
export interface AnswerSides {
  readonly item: string
  /** Which one is preferred, in words. */
  readonly found: string
  readonly tone: Tone
  readonly question: string
  /** The baseline first. */
  readonly sides: readonly [Side, Side]
  /** Why, in the judge's words. */
  readonly why: string
}

interface Side {
  readonly title: string
  readonly text: string
}

/** Answers side by side: a page marks the words that differ. */
export interface Sides {
  readonly block: 'sides'
  readonly title: string
  readonly pairs: readonly AnswerSides[]
}

/** The same for where nothing stands side by side. */
export const asAnswers = ({ title, pairs }: Sides): Answers => ({
  ...{ block: 'answers', title },
  answers: pairs.map(({ item, found, question, sides, why }) => ({
    ...{ item, found },
    parts: [{ title: 'Question', text: question }, ...sides, { title: 'Why', text: why }].filter(
      ({ text }) => text !== '',
    ),
  })),
})

export type Block = Table | Sentence | Outcomes | Answers | Sides

export interface Section {
  /** Its address within a page. */
  readonly id: string
  readonly title: string
  /** Whose it is, in a report of several runs. */
  readonly of?: string
  readonly blocks: readonly Block[]
}

/** The title where the section stands by itself: 'Failures of shorter prompt'. */
export const titleOf = ({ title, of }: Section): string => (of === undefined ? title : `${title} of ${of}`)

export const sentence = (text: string, { name, tone, isNote }: Partial<Sentence> = {}): Sentence => ({
  ...{ block: 'sentence', text, name, tone, isNote },
})

/** What explains numbers, to who wants to know. */
export const note = (text: string, name?: string): Sentence => sentence(text, { name, isNote: true })

export const isNote = (block: Block): block is Sentence => block.block === 'sentence' && block.isNote === true

/** A sentence for each text that is there. */
export const sentences = (...texts: readonly (string | undefined)[]): Sentence[] =>
  texts.flatMap((text) => (text === undefined ? [] : [sentence(text)]))

/** A column of lines of a kind; it is left out where no line has something for it. */
export interface ColumnOf<Line> extends Column {
  readonly cell: (line: Line) => Cell | string | undefined
}

const columnOf =
  (kind: ColumnKind) =>
  <Line>(
    title: string,
    cell: ColumnOf<Line>['cell'],
    more: Pick<Column, 'detail' | 'isMinor'> = {},
  ): ColumnOf<Line> => ({ title, kind, cell, ...more })

/** Columns by their kind; `count` is of whole numbers. */
export const column = {
  name: columnOf('name'),
  word: columnOf('word'),
  number: columnOf('number'),
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

/** A table with a row for each line; nothing where there are no lines. */
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

/** A sentence on blocks above them; nothing where there are none. */
export const explained = (text: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [sentence(text), ...blocks]

/** Sections that say something. */
export const filled = (sections: readonly Section[]) => sections.filter(({ blocks }) => blocks.length > 0)
