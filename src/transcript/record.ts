import { isObject } from '../shared/is-object.ts'

export { isObject }
export type UnknownRecord = { readonly [key: string]: unknown }

/** The value as a record; an empty one where it is none, so that fields can be asked for. */
export function asRecord(value: unknown): UnknownRecord {
  return isObject(value) ? value : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The first text among the values that is not blank. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}
