const errorLine =
  /^\W*(?:(?:\w[\w.]*)?(?:error|exception)(?: \[\w+\]| \(\d+\)| \d{3})?:|traceback \(most recent call last\)|(?:(?:http\/\S+ |error )?[45]\d\d[ :-]{1,3})?(?:internal server error|bad (?:gateway|request)|service (?:temporarily )?unavailable|gateway time-?out|too many requests|not found|forbidden|unauthori[sz]ed|an (?:unexpected |unknown )?error (?:has )?occurred|something went wrong)\W*(?:$|[.:!]))/i
/** What a program prints that has no answer. */
const printed = /^\W*(?:error|exception|undefined|null|nan|object object)\W*$/i
const stackLine = /^[ \t]+(?:at \S|File ")/m
const maximumMessageLength = 300
/** "Error (503): overloaded. Try again later." A third sentence makes it an answer about an error. */
const maximumSentences = 2

/**
 * Returns whether a text as a whole is an error message ("TypeError: x is not a function", a stack trace, "503 Service
 * Unavailable") rather than an answer about one.
 */
export function isErrorText(text: string): boolean {
  if (text.length < 40 && printed.test(text)) return true
  if (!errorLine.test(text.slice(0, maximumMessageLength))) return false
  if (stackLine.test(text)) return true
  const sentences = text.split(/[.!?](?=\s)/).filter((sentence) => sentence.trim() !== '')
  return text.length <= maximumMessageLength && sentences.length <= maximumSentences && !text.includes('\n\n')
}
