import { runAtOnce, type Slices, splitIntoWindows } from '../../shared/slices.ts'
import { replaceCitations } from './citations.ts'
import { describeNeighbours, fullStopEnds } from './full-stops.ts'
import { hidden } from './open-block.ts'
import { isInName } from './ordinals.ts'

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

function endsSentence(place: Record<'before' | 'mark' | 'closers' | 'gap' | 'next', string>): boolean {
  const { before, mark, closers, gap, next } = place
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
