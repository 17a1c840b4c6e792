import { decodeText, placesIn, withoutEscapes } from './decode-escapes.ts'
import type { Finder, Place, RedactedKind } from './finders.ts'
import { keyFinders } from './keys.ts'
import { passwordFinders } from './passwords.ts'
import { personalFinders } from './personal-data.ts'
import { RewrittenSecrets } from './rewritten-secrets.ts'

const finders: readonly Finder[] = [...passwordFinders, ...keyFinders, ...personalFinders]

const numberKinds: ReadonlySet<RedactedKind> = new Set([
  'card number',
  'bank account',
  'phone number',
  'identity number',
])

export interface RedactionOptions {
  /** Whether to remove keys, passwords and personal data. Default true. */
  builtIn?: boolean
  /** Removes anything else that must go from a text or the name of a field. Runs first. Default: none. */
  also?: (text: string) => string
}

/**
 * Removes secrets and personal data from values, including JSON within a text. The same thing gets the same replacement
 * everywhere, and different things different ones: `[email address 1]`, `[email address 2]`. Anything found in one
 * place is removed from the whole value, also with other separators or in another case, as an agent writes it into a
 * search.
 */
export class Redactor {
  /** The number of places removed, by kind. */
  readonly counts = new Map<RedactedKind | 'by the function', number>()
  /** Texts, in their final form, in which something was removed that had other separators or another case. */
  readonly reworded = new Set<string>()
  readonly #options: RedactionOptions
  readonly #replacements = new Map<string, string>()
  readonly #numbers = new Map<RedactedKind, number>()
  readonly #rewritten = new RewrittenSecrets()
  readonly #kinds = new Map<string, RedactedKind>()

  constructor(options: RedactionOptions = {}) {
    this.#options = options
  }

  /**
   * @param value A JSON value.
   * @throws TypeError if the function of the options does not return a text; any error that it throws.
   */
  redact(value: unknown): unknown {
    const { builtIn = true, also } = this.#options
    const given = also === undefined ? value : eachText(value, (text) => this.#byFunction(text, also))
    if (!builtIn) return given
    const left = eachText(given, (text, name) => this.#builtIn(text, name))
    return eachText(left, (text) => {
      const rest = this.#elsewhere(text)
      if (rest !== text) this.reworded.add(rest)
      return rest
    })
  }

  #byFunction(text: string, also: (text: string) => unknown): string {
    const given = also(text)
    if (typeof given !== 'string')
      throw new TypeError(`redact: the function must return a text, not ${typeof given}`)
    if (given !== text) this.#count('by the function')
    return given
  }

  #elsewhere(text: string): string {
    if (this.#kinds.size === 0) return text
    const given = this.#inJson(text, (one) => this.#elsewhere(one))
    return replaced(
      given,
      0,
      placesIn(decodeText(given), (one) => this.#rewritten.find(one)),
      (_, replacement) => {
        this.#count(this.#kinds.get(replacement) as RedactedKind)
        return replacement
      },
    )
  }

  /** @param name Name of the text's field: it may be the only sign that the text is a key or a number. */
  #builtIn(text: string, name?: string): string {
    const label = name === undefined ? '' : `${name}: `
    let rest = label + this.#inJson(text, (one, field) => this.#builtIn(one, field))
    let views = decodeText(rest)
    for (const { kind, find } of finders) {
      const places = placesIn(views, find)
      if (places.length === 0) continue
      rest = replaced(rest, label.length, places, (found) => this.#replace(kind, found))
      views = decodeText(rest)
    }
    return rest.slice(label.length)
  }

  /** Changes JSON within a text after parsing it, because its escapes hide things. */
  #inJson(text: string, change: (text: string, name?: string) => string): string {
    if (!/^\s{0,20}[[{]/.test(text)) return text
    try {
      const parsed: unknown = JSON.parse(text)
      const before = JSON.stringify(parsed)
      const after = JSON.stringify(eachText(parsed, change))
      return after === before ? text : after
    } catch (error) {
      if (error instanceof SyntaxError) return text
      throw error
    }
  }

  #replace(kind: RedactedKind, found: string): string {
    this.#count(kind)
    const read = withoutEscapes(found)
    const plain = plainForm(kind, read)
    // What is written around a number may make it another kind.
    const key = `${numberKinds.has(kind) ? 'number' : kind} ${plain}`
    let replacement = this.#replacements.get(key)
    if (replacement === undefined) {
      const number = (this.#numbers.get(kind) ?? 0) + 1
      this.#numbers.set(kind, number)
      replacement = `[${kind} ${number}]`
      this.#replacements.set(key, replacement)
      this.#kinds.set(replacement, kind)
      this.#rewritten.add(plain, replacement)
      const [owner = ''] = kind === 'email address' ? plain.split('@') : []
      // An owner of one word, as in support@, is an ordinary word.
      if (/[._+\d-]/.test(owner)) this.#rewritten.add(owner, replacement)
    }
    if (kind === 'card number') for (const piece of splitNumber(read)) this.#rewritten.add(piece, replacement)
    return replacement
  }

  #count(kind: RedactedKind | 'by the function'): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
  }
}

/** Returns what all ways to write the same thing have in common. */
function plainForm(kind: RedactedKind, written: string): string {
  if (kind === 'email address') return written.toLowerCase()
  // An extension may have letters before it.
  if (kind === 'card number' || kind === 'phone number') return written.replace(/\D/g, '')
  return numberKinds.has(kind) ? written.replace(/[^A-Za-z\d]/g, '').toUpperCase() : written
}

function replaced(
  text: string,
  from: number,
  places: readonly Place[],
  replace: (found: string, replacement: string) => string,
): string {
  let written = from
  const pieces = [text.slice(0, from)]
  for (const [start, end, replacement = ''] of places) {
    if (start < written) continue
    pieces.push(text.slice(written, start), replace(text.slice(start, end), replacement))
    written = end
  }
  return pieces.join('') + text.slice(written)
}

/** Returns the forms of a number that a search leaves: its first or last groups, or each group once. */
function splitNumber(found: string): string[] {
  const groups = found.split(/\D+/)
  const ends = groups.flatMap((_, at) => [groups.slice(0, at), groups.slice(at)])
  return [...ends, [...new Set(groups)]]
    .map((piece) => piece.join(''))
    .filter((piece) => new Set(piece).size > 1)
}

/** Returns a value with changed texts. A number becomes a text if its digits change. */
function eachText(value: unknown, change: (text: string, name?: string) => string, name?: string): unknown {
  if (typeof value === 'string') return change(value, name)
  if (typeof value === 'number') {
    const changed = change(String(value), name)
    return changed === String(value) ? value : changed
  }
  if (Array.isArray(value)) return value.map((entry) => eachText(entry, change, name))
  if (typeof value !== 'object' || value === null) return value
  const fields = new Map<string, unknown>()
  for (const [field, entry] of Object.entries(value)) {
    const changed = change(field)
    // Two names that have become the same must not cost a value.
    let free = changed
    for (let count = 2; fields.has(free); count += 1) free = `${changed} ${count}`
    fields.set(free, eachText(entry, change, field))
  }
  return Object.fromEntries(fields)
}
