import { isObject } from './is-object.ts'

/** Converts to JSON with the keys of every object in code unit order: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) && !isInOrder(Object.keys(item))
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

const isInOrder = (keys: readonly string[]) =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key)
