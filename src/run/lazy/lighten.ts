/** Files up to this size stay in memory once read. */
export const lightFromBytes = 16 * 2 ** 20

export interface Source {
  /** @param light The object that asks; its own values show whether the source is still the same. */
  read(light: object): object
}

const source = Symbol('source')

/** One getter per field, shared by all objects: with getters of its own, an object would be no lighter. */
const descriptors = new Map<string, PropertyDescriptor>()

function describeField(field: string): PropertyDescriptor {
  let descriptor = descriptors.get(field)
  if (descriptor === undefined) {
    const get = function (this: { readonly [source]: Source }) {
      return (this[source].read(this) as Record<string, unknown>)[field]
    }
    descriptor = { get, enumerable: true, configurable: true }
    descriptors.set(field, descriptor)
  }
  return descriptor
}

/**
 * Makes an object with the same fields in the same order that holds only some of their values; the others are read from
 * their source each time they are needed. Spreading it or converting it to JSON gives the whole object.
 */
export function lighten<Value extends object>(
  value: Value,
  isKept: (field: string, part: unknown) => boolean,
  from: Source,
): Value {
  const light = {}
  Object.defineProperty(light, source, { value: from })
  for (const [field, part] of Object.entries(value)) {
    if (part === undefined) continue
    if (isKept(field, part)) (light as Record<string, unknown>)[field] = part
    else Object.defineProperty(light, field, describeField(field))
  }
  return light as Value
}

/** Returns the fields whose values an object holds itself; all of them if it is not light. */
export function heldEntries(value: object): [string, unknown][] {
  if (!(source in value)) return Object.entries(value)
  return Object.keys(value).flatMap((field): [string, unknown][] => {
    const held = Object.getOwnPropertyDescriptor(value, field)
    return held !== undefined && 'value' in held ? [[field, held.value]] : []
  })
}

/** Shares one object among equal values, up to a number of different ones. */
export class SharedValues {
  readonly #values = new Map<string, unknown>()
  readonly #most = 50_000

  of<Value>(value: Value): Value {
    const key = JSON.stringify(value)
    const same = this.#values.get(key)
    if (same !== undefined) return same as Value
    if (this.#values.size < this.#most) this.#values.set(key, value)
    return value
  }
}
