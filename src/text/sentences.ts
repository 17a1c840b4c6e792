import { runAtOnce, type Slices, splitIntoWindows } from '../shared/slices.ts'
import { replaceCitations } from './citations.ts'
import { hidden } from './open-block.ts'
import { isInName, isOrdinal } from './ordinals.ts'

/**
 * Abbreviations by what may follow their full stop, in lower case and without it. The lists are short on purpose: they
 * omit abbreviations that are equally common as ordinary words ("art", "fig", "gen").
 */

/** Something always follows these: titles, "for example", "against". */
const neverLast = new Set(
  `mr mrs ms mx dr prof rev hon gov sgt capt lt col cmdr messrs mme mlle sra srta frau hr
  e.g i.e eg cf vs viz approx ca resp incl esp bzw ggf evtl z.b d.h u.a s.o i.d.r p.ej
  им ул т.е т.к см проф`.split(/\s+/),
)

/** Abbreviations before a number; before anything else they are ordinary words or other abbreviations. */
const beforeNumber = new Set(
  `no nos nr fig figs p pp vol ch sec art eq ver v op n b c d para ed jan feb mar apr jun jul aug sep sept oct
  nov dec стр рис гл`.split(/\s+/),
)

/** A sentence may end with these, but a name follows more often: only a common first word ends it. */
const seldomLast = new Set(
  `st jr sr inc ltd co corp llc bros ave blvd rd mt ft dept univ assn gen sen rep pres al ph.d est`.split(
    /\s+/,
  ),
)

/** A sentence often ends with these: it continues only in lower case. */
const oftenLast = new Set(
  `etc a.m p.m usw jan feb mar apr jun jul aug sep sept oct nov dec oz lb lbs hr hrs min mins max mo mos yr yrs
  т.д т.п др руб тыс млн млрд`.split(/\s+/),
)

/** Words that begin sentences and are hardly ever part of a name. */
const firstWords = new Set(
  `a an the this that these those it he she they we you i there here its his her their our my your
  in on at for from with by to of as if when while since because after before until although though once
  and but or so yet then thus also however therefore still instead finally first next
  what who which where why how is are was were do does did can could will would should have has had
  not no yes please some many most all both each every few several one today now`.split(/\s+/),
)

/** Words that follow a time of day within a sentence: "5 p.m. Monday", "5 p.m. EST". */
const afterTime =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z]{2,4}|Eastern|Central|Pacific)(?!\p{L})/u

export interface Span {
  start: number
  end: number
}

/**
 * A run of marks that may end a sentence, and the closing marks after it: brackets, quotation marks, emphasis,
 * citations, which are already hidden. The marks are Unicode's sentence terminals, the ellipsis and, after Greek
 * letters only, the Greek question mark.
 */
const candidate =
  /((?:[\p{Sentence_Terminal}…]|[;\u037e](?<=\p{Script=Greek}\p{M}*[;\u037e]))+)((?:[\p{Pe}\p{Pf}"'_*~\uffff]|(?<=\S)“(?=\s)|\s»)*)/gu
const gapAndOpeners = /(\s*)(?:[\p{Ps}\p{Pi}"'_*~\uffff„¿¡—–-][\p{Ps}\p{Pi}"'_*~\uffff„¿¡\s—–-]*)?/uy
const wide = /[。！？｡．]$/u
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const lastWord = /(?:\p{L}\p{M}*|[\p{N}.'’-])+$/u
const firstWord = /^(?:\p{L}\p{M}*|[\p{N}'’]|\.(?=\p{L}))+/u
/** Matches "2. Close it." and, after a colon, the first of several: "Do this: 1. Open it." */
const enumerator = /^[\s"'_*\uffff]*(?:\d{1,3}|\p{L})$|[:：]\s+[1a]$/u
/** Matches "hrs", "Bldg", "dz": a word without a vowel is an abbreviation. */
const withoutVowel = /^[A-Z]?[b-df-hj-np-tv-xz]{2,5}$/
const letterOrDigit = /[\p{L}\p{N}]/u

/** How many characters around a full stop to check. No abbreviation is nearly as long. */
const nearby = 48

/**
 * Splits a text without line breaks into sentences, in order and without the blanks between them. A piece without
 * letters or digits, such as a lone emoji, belongs to the sentence before it.
 *
 * Every decision depends only on the marks and the words next to them, so the result does not depend on how long the
 * text is, and the time is linear in its length.
 */
export function splitSentences(text: string): Span[] {
  return runAtOnce(sliceSentences(text))
}

/** Like {@link splitSentences}, with pauses. */
export function* sliceSentences(text: string): Slices<Span[]> {
  const sentences: Span[] = []
  for (const sentence of sentencesIn(text)) {
    if (sentence !== undefined) sentences.push(sentence)
    if (sentence === undefined || sentences.length % sentencesInSlice === 0) yield
  }
  return sentences
}

const sentencesInSlice = 500

/** Like {@link splitSentences}, but lazy, sentence by sentence; yields undefined for a pause. */
export function* sentencesIn(source: string): Generator<Span | undefined> {
  let text = ''
  for (const window of splitIntoWindows(source)) {
    if (text !== '') yield
    text += replaceCitations(window, (citation) => hidden.repeat(citation.length))
  }
  let sentence: Span | undefined
  for (const piece of piecesBetweenEnds(text)) {
    if (piece === undefined) {
      yield
      continue
    }
    if (sentence && !letterOrDigit.test(text.slice(piece.start, piece.end))) {
      sentence.end = piece.end
      continue
    }
    if (sentence) yield sentence
    sentence = piece
  }
  if (sentence) yield sentence
}

/** Yields marks that may end a sentence, with their positions; undefined when it is time for a pause. */
function* candidatesIn(text: string): Generator<{ index: number; match: RegExpExecArray } | undefined> {
  let offset = 0
  let count = 0
  for (const window of splitIntoWindows(text)) {
    for (const match of window.matchAll(candidate)) {
      yield { index: offset + match.index, match }
      count += 1
      if (count % sentencesInSlice === 0) yield
    }
    offset += window.length
    if (offset < text.length) yield
  }
}

function* piecesBetweenEnds(text: string): Generator<Span | undefined> {
  let start = text.length - text.trimStart().length
  for (const place of candidatesIn(text)) {
    if (place === undefined) {
      yield
      continue
    }
    const { index, match } = place
    const [whole, mark = '', closers = ''] = match
    const end = index + whole.length
    gapAndOpeners.lastIndex = end
    const [skipped = '', gap = ''] = gapAndOpeners.exec(text) ?? []
    const next = text.slice(end + skipped.length, end + skipped.length + nearby)
    if (next === '') break
    const before = text.slice(Math.max(start, index - nearby), index)
    if (!endsSentence({ before, mark, closers, gap, next })) continue
    yield { start, end }
    start = end + gap.length
  }
  const end = text.trimEnd().length
  if (end > start) yield { start, end }
}

/** Words that begin a sentence after a missing space, and are not the end of a URL. */
const forgottenSpace =
  /^(?:and|but|i|i['’]m|the|this|that|these|those|it['’]s|you|he|she|they|when|if|because|my|your|there|what)\s/iu

/** Days in "Open Mon. to Fri." */
const dayName = /^(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun)$/

function describeNeighbours(before: string, next: string) {
  const follower = firstWord.exec(next)?.[0] ?? ''
  return {
    before,
    follower,
    // No word has a blank in it, and the pattern begins again at every character before the last word.
    word: lastWord.exec(before.slice(before.lastIndexOf(' ') + 1))?.[0] ?? '',
    isLower: /^\p{Ll}/u.test(next),
    isFirstWord: firstWords.has(follower.toLowerCase()),
  }
}

function endsSentence({
  before,
  mark,
  closers,
  gap,
  next,
}: {
  before: string
  mark: string
  closers: string
  gap: string
  next: string
}): boolean {
  if (wide.test(mark)) {
    const quotedOrDecimal = gap === '' && (/[\p{Pe}\p{Pf}"]/u.test(closers) || /^[\p{N}，、,]/u.test(next))
    return !quotedOrDecimal
  }
  if (gap === '') {
    if (closers.endsWith(hidden) && /^\p{Lu}\p{L}/u.test(next)) return true
    if (mark === '.' && closers === '' && forgottenSpace.test(next) && /\p{Ll}{2}$/u.test(before)) return true
    return (
      spaceless.test(next.slice(0, 2)) &&
      (/[!?]$/.test(mark) || (mark === '.' && spaceless.test(before.slice(-1))))
    )
  }
  if (/^[\p{Sentence_Terminal},;:…]/u.test(next)) return false
  const lower = /^\p{Ll}/u.test(next)
  if (/…$|\.\.$/.test(mark)) return !lower && !isHesitation(before, next)
  if (lower && /[\p{Pe}\p{Pf}"'“]/u.test(closers)) return false
  if (mark === '!' && closers === '' && isInName(describeNeighbours(before, next))) return false
  return mark !== '.' || closers.includes('"') || fullStopEnds(before, next)
}

/** Recognises "Well... I think": the speaker pauses after a word or two, and continues. */
function isHesitation(before: string, next: string): boolean {
  return before.trim().split(/\s+/).length < 2 || /^I(?!\p{L})/u.test(next)
}

function fullStopEnds(before: string, next: string): boolean {
  const neighbours = describeNeighbours(before, next)
  if (isOrdinal(neighbours)) return false
  const { word, follower, isLower } = neighbours
  const key = word.toLowerCase()
  const startsSentence = neighbours.isFirstWord && /^\p{Lu}/u.test(next)

  if (enumerator.test(before) || neverLast.has(key)) return false
  if (isLower && neverLast.has(follower)) return false
  if (/^\p{N}/u.test(next) && (beforeNumber.has(key) || /str$/u.test(key))) return false
  if (isLower && dayName.test(word)) return false
  if (/^\p{L}\p{M}*$/u.test(word)) return singleLetterEnds(word, before, next, startsSentence)
  if (oftenLast.has(key)) return !isLower && !(/^[ap]\.m$/.test(key) && afterTime.test(next))
  if (seldomLast.has(key) || /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word)) return startsSentence
  return !(isLower && withoutVowel.test(word))
}

/** Initials ("J. Smith"), spaced abbreviations ("z. B.", "т. д."), and letters as names ("vitamin C"). */
function singleLetterEnds(letter: string, before: string, next: string, startsSentence: boolean): boolean {
  if (/^\p{L}\./u.test(next)) return false
  if (startsSentence) return true
  if (!/^\p{Lu}/u.test(next) || letter === 'v') return false
  const afterNumberOrLetter = /(?:\p{N}|(?<!\p{L})\p{L}\.)\s+\p{L}$/u.test(before)
  if (/^\p{Ll}/u.test(letter)) return afterNumberOrLetter || /[a-z]/.test(letter)
  return letter === 'I' && /\p{Ll}\s+I$/u.test(before)
}
