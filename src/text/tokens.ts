/**
 * The words of a text as they stand there, in order. A word is a run of letters, marks and digits, with inner
 * apostrophes, hyphens, full stops and underscores ("don't", "well-known", "React.js", "3.14", "max_tokens") and
 * with what makes the names of languages ("C++", "C#", ".NET"). Scripts that are written without spaces (Han,
 * Kana, Thai, Lao, Khmer, Burmese) are cut into words by the dictionaries of `Intl.Segmenter`.
 *
 * Lazy: nothing is read before it is asked for. Linear in the length of the text.
 */
export function* wordTokens(text: string): Generator<string> {
  for (const [match, unspaced] of text.matchAll(wordPattern)) {
    if (unspaced === undefined) yield match
    else yield* segmentedWords(match)
  }
}

const spaceless = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const spaced = String.raw`[[\p{L}\p{M}\p{N}]--[${spaceless}]]+`
const wordPattern = new RegExp(
  String.raw`([[\p{L}\p{M}\p{N}]&&[${spaceless}]]+)|(?<![\p{L}\p{N}.])\.(?=\p{Lu})${spaced}|${spaced}(?:(?:['’._\-]|(?<=\p{N}),(?=\p{N}))${spaced})*(?:\+\+|#(?![\p{L}\p{N}]))?`,
  'gv',
)

// A fixed locale, so that the words do not depend on the machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The dictionaries read a run as a whole before they give its first word: a long run would hold up everything. */
const longestRun = 2_000

function* segmentedWords(run: string): Generator<string> {
  for (let start = 0; start < run.length; ) {
    const end = endOfPiece(run, start)
    for (const { segment } of segmenter.segment(run.slice(start, end))) yield segment
    start = end
  }
}

/** Never between the halves of a surrogate pair. */
function endOfPiece(run: string, start: number): number {
  const end = start + longestRun
  const splitsPair = /[\ud800-\udbff]/.test(run.charAt(end - 1))
  return splitsPair ? end - 1 : end
}
