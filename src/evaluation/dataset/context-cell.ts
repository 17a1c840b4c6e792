import { isTextList } from '../../scorers/material/ask-user.ts'

const beginsAsList =
  /^\s*(?:\[\s*(?:["'\]\d{[]|[urb]['"]|(?:None|nan)\b|[A-Z]\w*\((?:\w+=|['"]))|\(\s*['"]|\{\s*'(?:[^'\\]|\\.)*'\s*[,}]|(?:array|set|frozenset)\()/i
const pythonList = /^\s*(?:\[(?<list>[\s\S]*)\]|\((?<tuple>[\s\S]*)\))\s*$/
const pythonText = /\s*u?(?:'(?<single>(?:[^'\\]|\\[\s\S])*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)")\s*(?:,|$)/y
const escapes = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g
const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }

const unescaped = (text: string): string =>
  text.replace(escapes, (_, two, four, eight, letter: string) => {
    const code: unknown = two ?? four ?? eight
    return typeof code === 'string'
      ? String.fromCodePoint(Number.parseInt(code, 16))
      : (letters[letter] ?? letter)
  })

/** Reads the texts of a list as Python prints one; undefined for anything else. */
function readPythonList(cell: string): string[] | undefined {
  const { list, tuple = '' } = pythonList.exec(cell)?.groups ?? {}
  const within = list ?? tuple
  const texts: string[] = []
  const text = new RegExp(pythonText)
  while (text.lastIndex < within.trimEnd().length) {
    const { single, double } = text.exec(within)?.groups ?? {}
    const read = single ?? double
    if (read === undefined) return undefined
    texts.push(unescaped(read))
  }
  return texts.length === 0 ? undefined : texts
}

/**
 * Reads a context: a text, or a list of texts as JSON or as Python prints one.
 *
 * @returns Undefined if a cell looks like a list but cannot be read as one: as a single text it would be a different
 * context.
 */
export function readContextCell(cell: string): string | readonly string[] | undefined {
  if (!beginsAsList.test(cell)) return cell
  try {
    const list: unknown = JSON.parse(cell)
    return isTextList(list) ? list : undefined
  } catch {
    // A text may begin with a citation number: [1] …
    return readPythonList(cell) ?? (/^\s*\[\s*\d/.test(cell) ? cell : undefined)
  }
}
