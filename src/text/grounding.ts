import { denial, isOneLetterOff, withoutApostrophe, writtenOut } from './informal.ts'
import type { Statement } from './statements.ts'
import { contentWords, stem, words } from './words.ts'

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

/** A unit may fold words in ways that stems do not catch ("went", "gone"), so a fifth of them may differ. */
const minimumKnownShare = 0.8
/** A sentence less covered than this has lost something that it says. */
const minimumCoveredShare = 0.7

/** "1,000" and "1000", "3.50" and "3.5" are one number. */
const joinNumbers = (text: string) => text.replace(/(?<=\d)[,\u00a0\u202f'’](?=\d{3}(?!\d))/g, '')
const foldNumber = (word: string) => (/^\d+(?:\.\d+)?$/.test(word) ? String(Number(word)) : word)

interface Reading {
  /** What it says: stems of its content words, or of all its words where it has no others. */
  readonly stems: ReadonlySet<string>
  readonly negated: boolean
}

function read(text: string): Reading {
  const joined = writtenOut(joinNumbers(text))
  const all = words(joined)
  const content = contentWords(joined).filter((word) => !withoutApostrophe.has(word))
  const stems = new Set((content.length > 0 ? content : all).map((word) => stem(foldNumber(word))))
  return { stems, negated: all.some((word) => denial.test(word)) }
}

const isNumber = (word: string) => /\p{N}/u.test(word)

function countIn(stems: Iterable<string>, others: ReadonlySet<string>): number {
  let count = 0
  for (const word of stems) if (others.has(word)) count += 1
  return count
}

const shareIn = (stems: ReadonlySet<string>, others: ReadonlySet<string>) =>
  stems.size === 0 ? 1 : countIn(stems, others) / stems.size

/** A word as the text spells it, where it has it with a letter more, less or other. Longer words are seldom so many. */
function speller(vocabulary: ReadonlySet<string>): (word: string) => string {
  const byStart = Map.groupBy(vocabulary, (word) => word.slice(0, 1))
  const spelt = new Map<string, string>()
  return (word) => {
    const known = spelt.get(word)
    if (known !== undefined) return known
    const own = vocabulary.has(word)
      ? word
      : (byStart.get(word.slice(0, 1)) ?? []).find((other) => isOneLetterOff(word, other))
    spelt.set(word, own ?? word)
    return own ?? word
  }
}

/** Whether the unit turns its sentence round: a "not" that is not there, or one left out of the whole of it. */
function inverts(unit: Reading, sentence: Reading): boolean {
  if (unit.negated === sentence.negated) return false
  return unit.negated || shareIn(sentence.stems, unit.stems) >= minimumKnownShare
}

/** Sentences by the stems they have, so that a unit is only compared with those it shares a word with. */
function indexOf(sentences: readonly Reading[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [position, { stems }] of sentences.entries()) {
    for (const word of stems) {
      const positions = index.get(word)
      if (positions === undefined) index.set(word, [position])
      else positions.push(position)
    }
  }
  return index
}

/**
 * Checks units that a model took from a text against that text: nothing invented, nothing left out, nothing
 * said twice. A sentence that its units do not cover stands for itself in their place.
 *
 * @param units What the model made of the text.
 * @param source The sentences of the text.
 * @param known Other text that units may take words from: the question and the conversation that a "there"
 *   refers to.
 */
export function groundUnits(units: readonly string[], source: readonly Statement[], known = ''): Grounding {
  const sentences = source.map(({ text }) => read(text))
  const index = indexOf(sentences)
  const fromElsewhere = new Set(words(writtenOut(joinNumbers(known))).map((word) => stem(foldNumber(word))))
  const vocabulary = new Set([...fromElsewhere, ...index.keys()])
  const spelt = speller(vocabulary)
  const placed: Map<string, Reading>[] = source.map(() => new Map())
  const takenUpElsewhere = new Set<number>()
  const invented: string[] = []
  const droppedFrom = new Set<number>()
  const joined = new Set<string>()
  const grounded: Statement[] = []

  for (const unit of units) {
    const given = read(unit)
    const reading = { ...given, stems: new Set([...given.stems].map(spelt)) }
    const overlaps = new Map<number, number>()
    for (const word of reading.stems) {
      // A word of the question tells little about the place: it only breaks ties.
      const weight = fromElsewhere.has(word) ? 0.01 : 1
      for (const position of index.get(word) ?? [])
        overlaps.set(position, (overlaps.get(position) ?? 0) + weight)
    }
    const [place] = [...overlaps]
      .filter(([position]) => !inverts(reading, sentences[position] as Reading))
      .sort(([a, overlapA], [b, overlapB]) => {
        const repeated = Number(placed[a]?.has(unit)) - Number(placed[b]?.has(unit))
        const verbatim = Number(source[b]?.text === unit) - Number(source[a]?.text === unit)
        return overlapB - overlapA || verbatim || repeated || a - b
      })
    const says = (position: number) =>
      (overlaps.get(position) ?? 0) >= 1 ||
      countIn(sentences[position]?.stems ?? [], fromElsewhere) === sentences[position]?.stems.size
    const isKnown =
      [...reading.stems].every((word) => !isNumber(word) || vocabulary.has(word)) &&
      shareIn(reading.stems, vocabulary) >= minimumKnownShare
    if (place === undefined || !isKnown || !says(place[0])) {
      invented.push(unit)
      // What may be meant with it is judged in the words of the text.
      const [nearest] = [...overlaps].sort(([a, overlapA], [b, overlapB]) => overlapB - overlapA || a - b)
      if (nearest !== undefined && nearest[1] >= 1) droppedFrom.add(nearest[0])
      continue
    }
    placed[place[0]]?.set(unit, reading)
    const { start, end } = source[place[0]] as Statement
    grounded.push({ text: unit, start, end })
    // A unit that joins sentences takes up each that it holds as a whole.
    for (const position of overlaps.keys()) {
      const sentence = sentences[position] as Reading
      if (position === place[0] || shareIn(sentence.stems, reading.stems) < 1) continue
      takenUpElsewhere.add(position)
      if (shareIn(sentences[place[0]]?.stems ?? new Set(), reading.stems) === 1) joined.add(unit)
    }
  }

  const statements: Statement[] = []
  const restored: Statement[] = []
  for (const [position, sentence] of source.entries()) {
    const taken = placed[position] ?? new Map<string, Reading>()
    const said = new Set([...taken.values()].flatMap(({ stems }) => [...stems]))
    const share = shareIn(sentences[position]?.stems ?? new Set(), said)
    const covered = share >= (droppedFrom.has(position) ? 1 : minimumCoveredShare)
    if (taken.size > 0 && covered) {
      for (const text of taken.keys()) statements.push({ text, start: sentence.start, end: sentence.end })
    } else if (taken.size > 0 || !takenUpElsewhere.has(position)) {
      statements.push(sentence)
      restored.push(sentence)
    }
  }
  return { statements, grounded, invented, joined: [...joined], restored }
}
