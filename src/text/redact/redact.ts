import type { Finder, Place, RedactedKind } from './finding.ts'
import { keyFinders } from './keys.ts'
import { passwordFinders } from './passwords.ts'
import { personalData } from './personal.ts'
import { SaidOtherwise } from './said-otherwise.ts'
import { placesIn, readOut, viewsOf } from './views.ts'

const finders: readonly Finder[] = [...passwordFinders, ...keyFinders, ...personalData]

export interface RedactionOptions {
  /** Whether keys, passwords and what tells who somebody is are taken out. Default true. */
  builtIn?: boolean
  /** Gives each text, names of fields included, without what else must go. It comes first. Default: none. */
  also?: (text: string) => string
}

/**
 * Takes out of values what must not be kept, also from JSON within a text. The same thing becomes the same replacement
 * wherever it stands, and different things different ones: `[email address 1]`, `[email address 2]`. What was found in
 * one place goes from all of the value, also with other separators or in another case, as an agent writes it into a search.
 */
export class Redactor {
  /** What was taken out: kind to number of places. */
  readonly counts = new Map<RedactedKind | 'by the function', number>()
  /** Texts, as they are now, out of which something was taken that stood there with other separators or in another case. */
  readonly reworded = new Set<string>()
  readonly #options: RedactionOptions
  readonly #replacements = new Map<string, string>()
  readonly #numbers = new Map<RedactedKind, number>()
  readonly #otherwise = new SaidOtherwise()
  readonly #kinds = new Map<string, RedactedKind>()

  constructor(options: RedactionOptions = {}) {
    this.#options = options
  }

  /**
   * @param value As JSON has it.
   * @throws TypeError where the function of the options gives no text; whatever it throws.
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
      placesIn(viewsOf(given), (one) => this.#otherwise.find(one)),
      (_, replacement) => {
        this.#count(this.#kinds.get(replacement) as RedactedKind)
        return replacement
      },
    )
  }

  /** @param name Of the field that the text stands in: what a key is, or a number, may be said there alone. */
  #builtIn(text: string, name?: string): string {
    const label = name === undefined ? '' : `${name}: `
    let rest = label + this.#inJson(text, (one, field) => this.#builtIn(one, field))
    let views = viewsOf(rest)
    for (const { kind, find } of finders) {
      const places = placesIn(views, find)
      if (places.length === 0) continue
      rest = replaced(rest, label.length, places, (found) => this.#replace(kind, found))
      views = viewsOf(rest)
    }
    return rest.slice(label.length)
  }

  /** Texts in JSON have escapes, in which things hide. */
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
    const read = readOut(found)
    const plain =
      kind === 'email address'
        ? read.toLowerCase()
        : kind === 'card number' || kind === 'phone number'
          ? read.replace(/\D/g, '')
          : read
    const key = `${kind} ${plain}`
    let replacement = this.#replacements.get(key)
    if (replacement === undefined) {
      const number = (this.#numbers.get(kind) ?? 0) + 1
      this.#numbers.set(kind, number)
      replacement = `[${kind} ${number}]`
      this.#replacements.set(key, replacement)
      this.#kinds.set(replacement, kind)
      this.#otherwise.add(plain, replacement)
      const [owner = ''] = kind === 'email address' ? plain.split('@') : []
      // An owner of one word, as in support@, is a word like others.
      if (/[._+\d-]/.test(owner)) this.#otherwise.add(owner, replacement)
    }
    if (kind === 'card number') for (const piece of piecesOf(read)) this.#otherwise.add(piece, replacement)
    return replacement
  }

  #count(kind: RedactedKind | 'by the function'): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
  }
}

/** A text with what was found replaced, from a place on. */
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

/** What is left of a number in groups where a search leaves words out: its first or last ones, or each only once. */
function piecesOf(found: string): string[] {
  const groups = found.split(/\D+/)
  const ends = groups.flatMap((_, at) => [groups.slice(0, at), groups.slice(at)])
  return [...ends, [...new Set(groups)]]
    .map((piece) => piece.join(''))
    .filter((piece) => new Set(piece).size > 1)
}

/** A value with other texts. A number becomes a text where its digits do. */
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
    // Two names that became the same must not cost a value.
    let free = changed
    for (let count = 2; fields.has(free); count += 1) free = `${changed} ${count}`
    fields.set(free, eachText(entry, change, field))
  }
  return Object.fromEntries(fields)
}
