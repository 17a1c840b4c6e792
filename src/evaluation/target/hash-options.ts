import { withoutTimes } from '../../run/target-differences.ts'
import { hashJson } from '../../run/to-json.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { isObject } from '../../shared/is-object.ts'

const isPlain = (value: object) =>
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))

/**
 * Hashes the options of a target, with functions and instances of classes by their names.
 *
 * @returns Undefined without options, or if they cannot be written as JSON.
 */
export function hashOptions(options: object = {}): string | undefined {
  if (Object.keys(options).length === 0) return undefined
  try {
    const written = JSON.stringify(options, (_, value: unknown) => {
      if (typeof value === 'function') return `function ${value.name}`
      return isObject(value) && !isPlain(value) ? `instance of ${value.constructor?.name}` : value
    })
    return hashJson(withoutTimes(canonicalJson(JSON.parse(written)))).slice(0, 8)
  } catch {
    return undefined
  }
}
