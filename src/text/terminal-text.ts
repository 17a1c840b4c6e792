/** A single class, so that a run is read only once, whatever its length. */
const whitespace = /[\s\u0085]+/g
const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/
const controls = /[\u0000-\u001f\u007f-\u009f]/g
/** Marks that reorder the text around them, so that the displayed text differs from the real one. */
export const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns one line without control characters, for a terminal: an answer must not move the cursor, change the title or
 * reorder the line. C0 characters become their symbols (␛), others are left out.
 */
export function terminalText(text: string): string {
  return text
    .toWellFormed()
    .replace(whitespace, (run) => (lineBreak.test(run) ? ' ' : run.replaceAll('\t', ' ')))
    .replace(reordering, '')
    .replace(controls, (control) => {
      const code = control.charCodeAt(0)
      if (code > 0x7f) return ''
      return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code)
    })
    .trim()
}

/**
 * Returns JSON for a terminal: the same value, with escapes for characters that could control the terminal, or for a
 * command to the workflow of GitHub that runs it.
 *
 * @param spaces Indentation per level; 0 for one line. Default 2.
 */
export const terminalJson = (value: unknown, spaces = 2): string =>
  JSON.stringify(value, null, spaces).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|#(?=#\[)/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
