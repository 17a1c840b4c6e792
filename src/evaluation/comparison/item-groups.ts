import type { JsonValue } from '../../judge/contract.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { cutAt } from '../../shared/cut-at.ts'
import { isObject } from '../../shared/is-object.ts'
import { asName } from '../../text/as-read.ts'
import { isQuestionGroup } from '../dataset/question-groups.ts'
import { InconsistentRunError } from './collect-scores.ts'

export interface GroupedItem {
  readonly group?: unknown
  readonly metadata?: unknown
}

export interface ItemGroup {
  /** The values as text, crossed ones joined by ' · '; '(none)' for items without the field. */
  readonly name: string
  /** The values in the order of the fields; null for items without the field. */
  readonly values: readonly JsonValue[]
  readonly ids: ReadonlySet<string>
}

const none = '(none)'

/** Returns a field by its name or path, a text as a name; null if it is missing, as in JSON. */
export function valueAt({ group, metadata }: GroupedItem, field: string): unknown {
  if (field === 'group' && group !== undefined) return group
  let value = metadata
  const path = isObject(metadata) && Object.hasOwn(metadata, field) ? [field] : field.split('.')
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : null
  return typeof value === 'string' ? asName(value) : (value ?? null)
}

export function listGroupFields(items: readonly GroupedItem[]): string[] {
  const fields = new Set<string>()
  const visit = (value: unknown, path: string) => {
    if (!isObject(value)) fields.add(path)
    else for (const [name, part] of Object.entries(value)) visit(part, path === '' ? name : `${path}.${name}`)
  }
  for (const { group, metadata } of items) {
    if (group !== undefined) fields.add('group')
    if (isObject(metadata)) visit(metadata, '')
  }
  return [...fields]
}

const mostListed = 30

export const hasField = (items: readonly GroupedItem[], field: string): boolean =>
  items.some((item) => valueAt(item, field) !== null)

/** @throws TypeError for a field that no item has; the message lists those that exist. */
export function requireFields(items: readonly GroupedItem[], fields: readonly string[]): void {
  const missing = fields.find((field) => !hasField(items, field))
  if (missing === undefined) return
  const there = listGroupFields(items)
  const listed = there.slice(0, mostListed).join(', ')
  const more = there.length > mostListed ? ` and ${there.length - mostListed} more` : ''
  throw new TypeError(
    `no item has "${missing}" to group by: ${there.length === 0 ? 'they have neither metadata nor a group' : `they have ${listed}${more}`}`,
  )
}

/**
 * Groups the items of a run by their values of some fields, largest group first, then by name.
 *
 * @throws InconsistentRunError if repeats of an item have different values.
 */
export function groupItems({ items }: EvaluationRun, fields: readonly string[]): ItemGroup[] {
  const groups = new Map<
    string,
    { readonly values: JsonValue[]; readonly ids: Set<string>; first: ItemRecord }
  >()
  const keys = new Map<string, string>()
  for (const item of items) {
    const values = fields.map((field) => valueAt(item, field) as JsonValue)
    const key = canonicalJson(values)
    if ((keys.get(item.itemId) ?? key) !== key)
      throw new InconsistentRunError(`item ${item.itemId} has more than one value of ${fields.join(', ')}`)
    keys.set(item.itemId, key)
    const group = groups.get(key) ?? { values, ids: new Set(), first: item }
    group.ids.add(item.itemId)
    groups.set(key, group)
  }
  const all = [...groups.values()]
  const textsByField = fields.map((_, index) =>
    nameValues(all.map(({ values, first }) => nameQuestion(values[index] ?? null, first))),
  )
  return all
    .map(({ first: _, ...group }, place) => ({
      ...group,
      name: textsByField.map((texts) => texts[place]).join(' · '),
    }))
    .sort((one, other) => other.ids.size - one.ids.size || (one.name < other.name ? -1 : 1))
}

const longestQuestion = 60

/** Shows the question of a group that is of one question, in place of the group's hash. */
function nameQuestion(value: JsonValue, { input }: ItemRecord): JsonValue {
  if (typeof value !== 'string' || !isQuestionGroup(value) || typeof input !== 'string') return value
  return `“${input.length > longestQuestion ? `${cutAt(input, longestQuestion)}…` : input}”`
}

/** Turns each value into text. A string is quoted if another value, or a missing one, would look the same. */
function nameValues(values: readonly JsonValue[]): string[] {
  const plain = (value: JsonValue) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? none))
  const others = new Set([none, '', ...values.filter((value) => typeof value !== 'string').map(plain)])
  return values.map((value) => {
    if (value === null) return none
    return typeof value === 'string' && others.has(value) ? JSON.stringify(value) : plain(value)
  })
}
