const errorLine =
  /^\s*(?:[\w.]*(?:Error|Exception)(?: \[\w+\]| \(\d+\)| \d{3})?:|Traceback \(most recent call last\):|(?:HTTP\/\S+ )?[45]\d\d(?: [A-Z][a-z]+)+\s*$)/
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
