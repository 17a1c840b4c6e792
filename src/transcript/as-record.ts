import { isObject } from '../shared/is-object.ts'

export { isObject }
export type UnknownRecord = { readonly [key: string]: unknown }

/** Returns the value as a record; otherwise an empty one, so that its fields can be read. */
export function asRecord(value: unknown): UnknownRecord {
  return isObject(value) ? value : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}
