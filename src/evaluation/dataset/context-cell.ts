import { isTextList } from '../../scorers/material/ask-user.ts'

const beginsAsList =
  /^\s*(?:\[\s*(?:["'\]\d{[]|[urb]['"]|(?:None|nan)\b|[A-Z]\w*\((?:\w+=|['"]))|\(\s*['"]|\{[\s{]*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*[,}]|(?:array|set|frozenset)\()/i
/** "[a, b]", "{a,b}", "{a}": PostgreSQL quotes an element only for the sake of other signs. */
const bareList =
  /^\s*(?:\[[^[\],]*,[^[\]]*\]|\{(?:[^\s"{}:,]|"(?:[^"\\]|\\[\s\S])*")+(?:,(?:[^\s"{}:,]|"(?:[^"\\]|\\[\s\S])*")+)*\})\s*$/
/** PostgreSQL's empty array, Python's empty tuple. */
const emptyList = /^\s*(?:\{\s*\}|\(\s*\))\s*$/
const databaseText =
  /(?!NULL(?:,|$))(?:"(?<double>(?:[^"\\]|\\[\s\S])*)"|(?<bare>[^\s"'{},\\]+))(?:,(?=.)|$)/isy
const printedList = /^\s*(?:\[(?<list>[\s\S]*)\]|\((?<tuple>[\s\S]*)\)|\{(?<array>[\s\S]*)\})\s*$/
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

/** Reads the texts of a list as Python prints one, or PostgreSQL an array; undefined for anything else. */
function readPrintedList(cell: string): string[] | undefined {
  const { list, tuple, array = '' } = printedList.exec(cell)?.groups ?? {}
  const isPython = list !== undefined || tuple !== undefined
  const within = list ?? tuple ?? array
  const texts: string[] = []
  const text = new RegExp(isPython ? pythonText : databaseText)
  while (text.lastIndex < within.trimEnd().length) {
    const { single, double, bare } = text.exec(within)?.groups ?? {}
    const read = single ?? double ?? bare
    if (read === undefined) return undefined
    texts.push(isPython ? unescaped(read) : read.replace(/\\([\s\S])/g, '$1'))
  }
  return texts.length === 0 ? undefined : texts
}

/**
 * Reads a context: a text, or a list of texts as JSON or as Python or PostgreSQL prints one.
 *
 * @returns Undefined if a cell looks like a list but cannot be read as one: as a single text it would be a different
 * context.
 */
export function readContextCell(cell: string): string | readonly string[] | undefined {
  if (emptyList.test(cell)) return []
  if (!beginsAsList.test(cell) && !bareList.test(cell)) return cell
  try {
    const list: unknown = JSON.parse(cell)
    return isTextList(list) ? list : undefined
  } catch {
    // A text may begin with a citation number: [1] …
    return readPrintedList(cell) ?? (/^\s*\[\s*\d/.test(cell) ? cell : undefined)
  }
}
