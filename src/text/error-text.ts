const errorLine =
  /^\W*(?:[\w.]*(?:error|exception)(?: \[\w+\]| \(\d+\)| \d{3})?:|traceback \(most recent call last\)|(?:(?:http\/\S+ |error )?[45]\d\d[ :-]{1,3})?(?:internal server error|bad (?:gateway|request)|service (?:temporarily )?unavailable|gateway time-?out|too many requests|not found|forbidden|unauthori[sz]ed|an (?:unexpected |unknown )?error (?:has )?occurred|something went wrong)\W*(?:$|[.:!]))/i
const stackLine = /^\s+(?:at \S|File ")/m
const maximumMessageLength = 300

/**
 * Whether a text as a whole is an error message ("TypeError: x is not a function", a stack trace, "503 Service
 * Unavailable") rather than an answer that speaks of one.
 */
export function isErrorText(text: string): boolean {
  if (!errorLine.test(text.slice(0, maximumMessageLength))) return false
  return stackLine.test(text) || (text.length <= maximumMessageLength && !/\n\s*\n/.test(text))
}
