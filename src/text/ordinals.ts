/** Full stops and exclamation marks that belong to a number or a name, and end no sentence. */

const months = `januar jänner februar märz april mai juni juli august september oktober november dezember
  january february march may june july october december
  janvier février mars avril juin juillet août septembre octobre novembre décembre
  maj august oktober desember`
const monthNames = new Set(months.split(/\s+/))

/** Words of German that begin sentences, and are no part of a name behind an ordinal. */
const firstWords = new Set(
  `er sie es wir ihr ich du das die der ein eine dann danach auch aber und oder dort hier so wenn weil nach im am in
  bei für mit von zu zum zur alle beide`.split(/\s+/),
)

/** What stands before an ordinal: "zum 3. Mai", "der 1. FC", "the 2. Bundesliga". */
const beforeOrdinal =
  /(?<!\p{L})(?:der|die|das|dem|den|des|im|am|zum|zur|vom|beim|ab|bis|seit|ein|eine|einem|einen|einer|den|på|til|fra|the)\s+\p{N}{1,2}$/iu

/** "Heinrich VIII.", "the 3rd." before a small letter. */
const numeral = /^(?:[IVXLC]{2,}|\p{N}+(?:st|nd|rd|th))$/u
const shortNumber = /^\p{N}{1,2}$/u

/** Whether the full stop makes an ordinal of the number before it, or shortens "inch" behind one. */
export function isOrdinal({
  word,
  before,
  follower,
  isLower,
  isFirstWord,
}: {
  /** The word before the mark. */
  readonly word: string
  readonly before: string
  /** The word behind the mark. */
  readonly follower: string
  readonly isLower: boolean
  /** Whether the word behind the mark is one that English sentences begin with. */
  readonly isFirstWord: boolean
}): boolean {
  if (numeral.test(word)) return isLower && (!isFirstWord || /^(?:and|or|of)$/.test(follower))
  // "27 in. wide"
  if (word === 'in') return isLower && /\p{N}\s+in$/u.test(before)
  if (!shortNumber.test(word) || isFirstWord) return false
  const next = follower.toLowerCase()
  if (isLower || monthNames.has(next)) return true
  return beforeOrdinal.test(before) && /^\p{Lu}/u.test(follower) && !firstWords.has(next)
}

/** Names that end with an exclamation mark and often stand before another name. */
const marked = new Set(
  'shout yahoo yum jeopardy wham panic guess joomla kahoot oklahoma airplane jumpin hello ok'.split(' '),
)

/** Whether the exclamation mark is a part of a name: "Shout! Factory", "Yahoo! is". */
export function isInName({ word, follower, isLower, isFirstWord }: Parameters<typeof isOrdinal>[0]): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  return isLower || (marked.has(word.toLowerCase()) && /^\p{Lu}/u.test(follower) && !isFirstWord)
}
