import { isOrdinal } from './ordinals.ts'

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
export const firstWords = new Set(
  `a an the this that these those it he she they we you i there here its his her their our my your
  in on at for from with by to of as if when while since because after before until although though once
  and but or so yet then thus also however therefore still instead finally first next
  what who which where why how is are was were do does did can could will would should have has had
  not no yes please some many most all both each every few several one today now`.split(/\s+/),
)

/** Words that follow a time of day within a sentence: "5 p.m. Monday", "5 p.m. EST". */
const afterTime =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z]{2,4}|Eastern|Central|Pacific)(?!\p{L})/u

const lastWord = /(?:\p{L}\p{M}*|[\p{N}.'’-])+$/u

const firstWord = /^(?:\p{L}\p{M}*|[\p{N}'’]|\.(?=\p{L}))+/u

/** Matches "2. Close it." and, after a colon, the first of several: "Do this: 1. Open it." */
const enumerator = /^[\s"'_*\uffff]*(?:\d{1,3}|\p{L})$|[:：]\s+[1a]$/u

/** Matches "hrs", "Bldg", "dz": a word without a vowel is an abbreviation. */
const withoutVowel = /^[A-Z]?[b-df-hj-np-tv-xz]{2,5}$/

/** Days in "Open Mon. to Fri." */
const dayName = /^(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun)$/

export function describeNeighbours(before: string, next: string) {
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

export function fullStopEnds(before: string, next: string): boolean {
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
