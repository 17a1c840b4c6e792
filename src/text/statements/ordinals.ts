/** Full stops and exclamation marks that belong to a number or a name, and do not end a sentence. */

const months = `januar jänner februar märz april mai juni juli august september oktober november dezember
  january february march may june july october december
  janvier février mars avril juin juillet août septembre octobre novembre décembre
  maj august oktober desember`
const monthNames = new Set(months.split(/\s+/))

/** German words that begin sentences, and are not part of a name after an ordinal. */
const firstWords = new Set(
  `er sie es wir ihr ich du das die der ein eine dann danach auch aber und oder dort hier so wenn weil nach im am in
  bei für mit von zu zum zur alle beide`.split(/\s+/),
)

/** Matches words before an ordinal: "zum 3. Mai", "der 1. FC", "the 2. Bundesliga". */
const beforeOrdinal =
  /(?<!\p{L})(?:der|die|das|dem|den|des|im|am|zum|zur|vom|beim|ab|bis|seit|ein|eine|einem|einen|einer|den|på|til|fra|the)\s+\p{N}{1,2}$/iu

/** Matches "Heinrich VIII.", "the 3rd.", which are ordinals before a small letter. */
const numeral = /^(?:[IVXLC]{2,}|\p{N}+(?:st|nd|rd|th))$/u
const shortNumber = /^\p{N}{1,2}$/u

/** Returns whether the full stop marks an ordinal, or abbreviates "inch" after a number. */
export function isOrdinal(place: {
  /** The word before the mark. */
  readonly word: string
  readonly before: string
  /** The word after the mark. */
  readonly follower: string
  readonly isLower: boolean
  /** Whether the word after the mark often begins English sentences. */
  readonly isFirstWord: boolean
}): boolean {
  const { word, before, follower, isLower, isFirstWord } = place
  if (numeral.test(word)) return isLower && (!isFirstWord || /^(?:and|or|of)$/.test(follower))
  // "27 in. wide"
  if (word === 'in') return isLower && /\p{N}\s+in$/u.test(before)
  if (!shortNumber.test(word) || isFirstWord) return false
  const next = follower.toLowerCase()
  if (isLower || monthNames.has(next)) return true
  return beforeOrdinal.test(before) && /^\p{Lu}/u.test(follower) && !firstWords.has(next)
}

/** Names that end with an exclamation mark and often come before another name. */
const marked = new Set(
  'shout yahoo yum jeopardy wham panic guess joomla kahoot oklahoma airplane jumpin hello ok'.split(' '),
)

/** Returns whether the exclamation mark is part of a name: "Shout! Factory", "Yahoo! is". */
export function isInName({ word, follower, isLower, isFirstWord }: Parameters<typeof isOrdinal>[0]): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  return isLower || (marked.has(word.toLowerCase()) && /^\p{Lu}/u.test(follower) && !isFirstWord)
}
