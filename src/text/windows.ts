/** A regular expression looks through so much at once, a few milliseconds at most. */
const windowLength = 32_768

/**
 * A text in pieces of some 32,000 characters, cut behind white space, so that no word is cut. Joined, they are the
 * text. A stretch without white space stays in one piece, however long it is.
 */
export function* windowsOf(text: string): Generator<string> {
  const blanks = /\s(?!\s)/g
  let start = 0
  while (text.length - start > windowLength) {
    blanks.lastIndex = start + windowLength
    const blank = blanks.exec(text)
    if (blank === null) break
    yield text.slice(start, blank.index + 1)
    start = blank.index + 1
  }
  yield text.slice(start)
}
