/** Text as people type it, so that what a judge writes out is known again: "dont", "its", "idk", "gonna". */

const shortForms: Readonly<Record<string, string>> = {
  idk: 'i dont know',
  dunno: 'dont know',
  gonna: 'going to',
  wanna: 'want to',
  gotta: 'got to',
  kinda: 'kind of',
  sorta: 'sort of',
  lemme: 'let me',
  cuz: 'because',
  coz: 'because',
  ppl: 'people',
  pls: 'please',
  plz: 'please',
  thx: 'thanks',
  bc: 'because',
  tho: 'though',
  gf: 'girlfriend',
  bf: 'boyfriend',
  gfs: 'girlfriends',
  bfs: 'boyfriends',
}
const shortForm = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${Object.keys(shortForms).join('|')})(?![\p{L}\p{N}])`,
  'giu',
)

/** Without apostrophes within words, and with short forms written out: the same for "it's" and "its". */
export function writtenOut(text: string): string {
  return (
    text
      .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
      // "44 BC" is no "44 because".
      .replace(shortForm, (form) => (form === 'BC' ? form : (shortForms[form.toLowerCase()] ?? form)))
  )
}

/** Function words that are known by their apostrophe, without it, and words that only connect sentences. */
const connecting = new Set(
  `its so also however therefore thus moreover im ive youre youve youll theyre theyve theyll weve isnt arent wasnt werent dont doesnt didnt cant couldnt wont wouldnt
  shouldnt hasnt havent hadnt aint mustnt neednt thats whats theres heres lets hes shes whos hows wheres itll thatll`.split(
    /\s+/,
  ),
)

/** A denial, with or without its apostrophe. */
const denial =
  /^(?:not|no|nah|nope|never|none|nobody|nothing|neither|nor|without|cannot|(?:do|does|did|ca|could|wo|would|should|is|are|was|were|has|have|had|ai|must|need)n['’]?t)$/

/** Whether a folded word says nothing of its own. What denies is counted, not compared. */
export const isEmpty = (word: string) => connecting.has(word) || denial.test(word)

/** How often folded words deny. "No, it is not" denies once. */
export function denialsIn(words: readonly string[]): number {
  const denials = words.filter((word) => denial.test(word)).length
  return denials > 1 && /^(?:no|nah|nope)$/.test(words[0] ?? '') ? denials - 1 : denials
}

/** In shorter words a letter makes another word ("Iran", "Iraq"). */
const shortest = 5

/**
 * Whether two words from five letters up differ by one letter: put in, left out, replaced or swapped with the next. A
 * letter in front makes another word ("typical", "atypical").
 */
export function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < shortest || long.length - short.length > 1 || short[0] !== long[0]) return false
  if (short === long || /\p{N}/u.test(short + long)) return short === long
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  const rest = (from: number, text: string) => text.slice(from)
  if (short.length < long.length) return rest(start, short) === rest(start + 1, long)
  if (rest(start + 1, short) === rest(start + 1, long)) return true
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return isSwapped && rest(start + 2, short) === rest(start + 2, long)
}

const withoutDoubles = (word: string) => word.replace(/(\p{L})\1+/gu, '$1')
const lettersOf = (word: string) => [...word].sort().join('')

/**
 * Whether two words are one, spelt in two ways: a letter apart, or also with doubled letters single ("tommorow") or
 * letters in another order behind the first ("Ghandi").
 */
export function isSameSpelling(a: string, b: string): boolean {
  if (isOneLetterOff(a, b)) return true
  if (Math.min(a.length, b.length) < shortest || a[0] !== b[0] || /\p{N}/u.test(a + b)) return false
  return withoutDoubles(a) === withoutDoubles(b) || (a.length === b.length && lettersOf(a) === lettersOf(b))
}
