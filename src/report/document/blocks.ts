import { shorten } from '../safe-text.ts'
import type { Table, Tone } from './table.ts'

/** The content of a report as data. Terminals, Markdown and pages render it and know nothing of scores. */

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

/** Answers side by side, two to each question; pages mark the words that differ. */
export interface Sides {
  readonly block: 'sides'
  readonly title: string
  readonly pairs: readonly {
    readonly item: string
    /** The preference, in words. */
    readonly found: string
    readonly tone: Tone
    readonly question: string
    /** The baseline first. */
    readonly sides: readonly [TitledText, TitledText]
    /** The judge's reason. */
    readonly why: string
  }[]
}

const longestSide = 1000

/** Turns them into plain answers, for outputs that show nothing side by side; long answers are cut. */
export const asAnswers = ({ title, pairs }: Sides): Answers => ({
  block: 'answers',
  title,
  answers: pairs.map(({ item, found, question, sides, why }) => ({
    item,
    found,
    parts: [
      { title: 'Question', text: question },
      ...sides.map(({ title, text }) => ({ title, text: shorten(text, longestSide) })),
      { title: 'Why', text: why },
    ].filter(({ text }) => text !== ''),
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

export const sentences = (...texts: readonly (string | undefined)[]): Sentence[] =>
  texts.flatMap((text) => (text === undefined ? [] : [sentence(text)]))

export const explained = (text: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [sentence(text), ...blocks]

export const filled = (sections: readonly Section[]) => sections.filter(({ blocks }) => blocks.length > 0)
