import { redactCase } from '../../../../src/evaluation/cases/redact-case.ts'
import { valuesOf } from '../values.ts'
import { credentials } from './credentials.ts'
import { harmlessForms } from './harmless-forms.ts'
import { harmlessWords } from './harmless-words.ts'
import { personal } from './personal.ts'
import { places, readable } from './places.ts'
import { vendorKeys } from './vendor-keys.ts'

export interface Secret {
  readonly kind: string
  /** As somebody would write it. */
  readonly text: string
  /** What of it must be gone. */
  readonly secret: string
}

const seedOf = (name: string) =>
  Array.from(name).reduce(
    (sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0,
    20_261_128,
  ) >>> 0

/** A third, drawn by its name, whose results were not looked at while patterns were written; its kinds were known. */
export const isHeldOut = (name: string) => ((Math.imul(seedOf(name), 2_654_435_761) >>> 0) / 2 ** 32) * 3 < 1

export const secrets: readonly Secret[] = Object.entries({ ...vendorKeys, ...credentials, ...personal }).map(
  ([kind, make]) => {
    const marked = make(valuesOf(seedOf(kind)))
    const [, inner] = /«(.*)»/su.exec(marked) ?? []
    return { kind, text: marked.replace(/[«»]/g, ''), secret: inner ?? marked }
  },
)

export const harmless: readonly { readonly name: string; readonly text: string }[] = [
  ...harmlessWords.map((text) => ({ name: text, text })),
  ...harmlessForms.flatMap((make, at) =>
    [1, 2].map((time) => ({ name: `form ${at}`, text: make(valuesOf(seedOf(`${at} ${time}`))) })),
  ),
]

/** A case with a text in one place, after redaction. */
function keptIn(text: string, place: string): string {
  const item = { id: 'case-1', input: 'x', metadata: {}, ...places[place]?.(text) }
  return JSON.stringify(redactCase(item as never, {}).item)
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether half of a secret or more is still to be read. */
export function isLeft({ text, secret }: Secret, place: string): boolean {
  const kept = plain(readable(keptIn(text, place)))
  const wanted = plain(secret)
  const length = Math.max(3, Math.ceil(wanted.length / 2))
  for (let from = 0; from + length <= wanted.length; from += 1)
    if (kept.includes(wanted.slice(from, from + length))) return true
  return false
}

/** Whether anything at all was taken out of a case around a text. */
export function isTouched(text: string, place: string): boolean {
  const item = { id: 'case-1', input: 'x', metadata: {}, ...places[place]?.(text) }
  return redactCase(item as never, {}).counts.size > 0
}

export { places }
