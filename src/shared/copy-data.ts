/** Returns a copy of lists and plain objects at any depth. Anything else, such as an instance of a class, is shared. */
export function copyData<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyData) as Value
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyData(part)])) as Value
}
