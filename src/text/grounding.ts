import {
  allWords,
  covers,
  inverts,
  isNumber,
  minimumKnownShare,
  type Reading,
  read,
  shareIn,
  speller,
  type Words,
} from './reading.ts'
import type { Statement } from './statements.ts'

interface Grounding {
  /** Statements in the order of the source, each with the place in it that it rests on. */
  readonly statements: Statement[]
  /** The units that say what the source says, each with its place, in their own order, whatever they leave out. */
  readonly grounded: Statement[]
  /** Units that say what the source does not, left out. */
  readonly invented: string[]
  /** Units that hold more than one sentence as a whole. */
  readonly joined: string[]
  /** Sentences that the units do not take up as a whole, put in the place of their units. */
  readonly restored: Statement[]
}

interface Sources {
  /** Other text that units may take words from: the question and the conversation that a "there" refers to. */
  readonly known?: string
  /** The text as written, with what its sentences do not show: numbers of lists, addresses of links. */
  readonly written?: string
}

/** A unit at its place: the sentence it rests on, and others that it holds as a whole. */
interface Placed {
  readonly unit: string
  readonly reading: Reading
  readonly place: number
  readonly holds: readonly number[]
}

/** Sentences by the stems they have, so that a unit is only compared with those it shares a word with. */
function indexOf(sentences: readonly Reading[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [position, { stems }] of sentences.entries()) {
    for (const word of stems.keys()) {
      const positions = index.get(word)
      if (positions === undefined) index.set(word, [position])
      else positions.push(position)
    }
  }
  return index
}

/**
 * Checks units that a model took from a text against that text: nothing invented, nothing left out, nothing
 * said twice. A sentence of which its units leave out a content word or a denial stands for itself in their place.
 *
 * @param units What the model made of the text.
 * @param source The sentences of the text.
 */
export function groundUnits(
  units: readonly string[],
  source: readonly Statement[],
  { known = '', written = '' }: Sources = {},
): Grounding {
  const sentences = source.map(({ text }) => read(text))
  const index = indexOf(sentences)
  const fromElsewhere = allWords(known)
  const vocabulary = new Map([
    ...fromElsewhere,
    ...allWords(written),
    ...sentences.flatMap(({ stems }) => [...stems]),
  ])
  const spelt = speller(vocabulary)
  const placed: Map<string, Placed>[] = source.map(() => new Map())
  const invented: string[] = []
  const grounded: Statement[] = []

  for (const unit of units) {
    const given = read(unit)
    const stems: Words = new Map([...given.stems].map(([stem, word]) => [spelt(stem, word), word]))
    const reading = { ...given, stems }
    const overlaps = new Map<number, number>()
    for (const word of stems.keys()) {
      // A word of the question tells little about the place: it only breaks ties.
      const weight = fromElsewhere.has(word) ? 0.01 : 1
      for (const position of index.get(word) ?? [])
        overlaps.set(position, (overlaps.get(position) ?? 0) + weight)
    }
    const possible = [...overlaps].filter(([position]) => !inverts(reading, sentences[position] as Reading))
    const [best] = possible.sort(([a, overlapA], [b, overlapB]) => {
      const repeated = Number(placed[a]?.has(unit)) - Number(placed[b]?.has(unit))
      const verbatim = Number(source[b]?.text === unit) - Number(source[a]?.text === unit)
      return overlapB - overlapA || verbatim || repeated || a - b
    })
    const says = (position: number) => {
      const own = (sentences[position] as Reading).stems
      return (
        (overlaps.get(position) ?? 0) >= 1 ||
        shareIn(own, fromElsewhere) === 1 ||
        shareIn(stems, own) >= minimumKnownShare
      )
    }
    const isKnown =
      [...stems.keys()].every((stem) => !isNumber(stem) || vocabulary.has(stem)) &&
      shareIn(stems, vocabulary) >= minimumKnownShare
    if (best === undefined || !isKnown || !says(best[0])) {
      invented.push(unit)
      continue
    }
    const [place] = best
    const holds = possible
      .map(([position]) => position)
      .filter((position) => position !== place && covers([reading], sentences[position] as Reading))
    placed[place]?.set(unit, { unit, reading, place, holds })
    const { start, end } = source[place] as Statement
    grounded.push({ text: unit, start, end })
  }

  const unitsAt = (position: number) => [...(placed[position]?.values() ?? [])]
  const isKept = (position: number) => {
    const readings = unitsAt(position).map(({ reading }) => reading)
    return readings.length > 0 && covers(readings, sentences[position] as Reading)
  }
  const kept = source.flatMap((_, position) => (isKept(position) ? unitsAt(position) : []))
  const heldElsewhere = new Set(kept.flatMap(({ holds }) => holds))
  const keptAt = Map.groupBy(kept, ({ place }) => place)

  const statements: Statement[] = []
  const restored: Statement[] = []
  for (const [position, sentence] of source.entries()) {
    const { start, end } = sentence
    const here = keptAt.get(position)
    if (here !== undefined) statements.push(...here.map(({ unit }) => ({ text: unit, start, end })))
    else if (unitsAt(position).length > 0 || !heldElsewhere.has(position)) {
      statements.push(sentence)
      restored.push(sentence)
    }
  }
  const joined = kept.filter(
    ({ reading, place, holds }) => holds.length > 0 && covers([reading], sentences[place] as Reading),
  )
  return { statements, grounded, invented, joined: [...new Set(joined.map(({ unit }) => unit))], restored }
}
