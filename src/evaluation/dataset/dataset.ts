import { checkJson, hashJson, hashOfList, toJson } from '../../run/to-json.ts'
import { visible } from '../../text/statements/statements.ts'
import { asAsked } from './as-asked.ts'
import { checkScenario } from './check-scenario.ts'
import { type DatasetItem, type EvaluationItem, itemSchema, type ParsedItem } from './item.ts'
import { ItemIds } from './item-ids.ts'
import type { LightItems } from './light-items.ts'
import { adviceForOther } from './map-fields.ts'
import { QuestionGroups } from './question-groups.ts'
import { DatasetError, parseRow, type Row, rowError } from './row.ts'
import { withMaterial } from './row-material.ts'

/** Checked items, and warnings about them. */
export interface EvaluationDataset {
  readonly name: string
  /** The path that the record of a run gives, since files of several folders may have one name. */
  readonly path?: string
  /** The version of a stored dataset. */
  readonly version?: number
  /** The id of a dataset in Mastra's storage. */
  readonly storedId?: string
  readonly items: readonly DatasetItem[]
  /** SHA-256 of ids, inputs, ground truths, expected trajectories, contexts and tool mocks, whatever their order. */
  readonly hash: string
  /** SHA-256 of the items' expectations and groups, which do not make them other items. */
  readonly expectationsHash: string
  /** Repeated questions, empty inputs, missing ground truths, and parts of a file that were not read. */
  readonly warnings: readonly string[]
}

export interface DatasetOrigin extends Pick<EvaluationDataset, 'name' | 'path' | 'version' | 'storedId'> {
  /** The name in errors: the file, or another source of the data. */
  readonly source: string
}

const pickQuestion = ({ input, inputs, user }: EvaluationItem) => ({ input, inputs, user })
const pickContent = (item: EvaluationItem) => ({ ...pickQuestion(item), groundTruth: item.groundTruth })
const toAsked = (item: EvaluationItem) => asAsked(toJson(pickQuestion(item))) as object
const isEmpty = ({ input, inputs, user }: EvaluationItem) =>
  inputs === undefined &&
  user === undefined &&
  (typeof input === 'string' ? !visible.test(input) : Array.isArray(input) && input.length === 0)

const jsonFields = [
  'input',
  'inputs',
  'groundTruth',
  'expectedTrajectory',
  'expect',
  'output',
  'metadata',
  'toolMocks',
] as const

const itemKind = {
  name: 'an item',
  schema: itemSchema,
  adviceFor: (field: string) =>
    field === 'kind'
      ? 'this is a run file, not a dataset: show it with `verdict report`'
      : `put it under metadata, ${adviceForOther(field)}`,
}

/** @throws DatasetError for a row that is not an item. */
export function parseItem(row: Row, source: string): ParsedItem {
  const item: ParsedItem = withMaterial(parseRow(row, source, itemKind), row, source)
  checkScenario(item, row, source)
  if (item.input === undefined && item.inputs === undefined && item.user === undefined)
    throw rowError(row, source, 'is missing', 'input')
  if (item.input !== undefined && item.inputs !== undefined)
    throw rowError(row, source, 'cannot be combined with input: give one of them', 'inputs')
  for (const field of jsonFields) {
    try {
      if (item[field] !== undefined) checkJson(item[field])
    } catch (error) {
      const message = `cannot be written as JSON: ${(error as Error).message}`
      throw rowError(row, source, message, field, error)
    }
  }
  return item
}

/** Line numbers of items without an id of their own. */
const lines = new WeakMap<DatasetItem, number>()

/** Returns where items are: their lines or ids, of which it names the first five. */
function listPlaces(items: readonly DatasetItem[]): string {
  const shown = items.slice(0, 5).map((item) => (lines.has(item) ? `line ${lines.get(item)}` : item.id))
  return items.length > 5 ? `${shown.join(', ')} and ${items.length - 5} more` : shown.join(', ')
}

/** Returns the name of an item for errors: its line if its id is a hash that nobody wrote. */
export function nameOfItem(item: DatasetItem): string {
  const line = lines.get(item)
  return line === undefined ? `item ${item.id}` : `the item of line ${line}`
}

/**
 * Checks rows and gives every item a stable id: its own, or else a hash of its content.
 *
 * @throws DatasetError for a row that is not an item, a repeated id, or a dataset without rows.
 */
export class DatasetBuilder {
  readonly #origin: DatasetOrigin
  readonly #light: LightItems | undefined
  readonly #items: DatasetItem[] = []
  readonly #ids = new ItemIds()
  readonly #questions = new QuestionGroups()
  readonly #digests: string[] = []
  readonly #expectations: string[] = []
  readonly #empty: DatasetItem[] = []
  readonly #withoutGroundTruth: DatasetItem[] = []
  readonly #leftOut: string[] = []

  constructor(origin: DatasetOrigin, light?: LightItems) {
    this.#origin = origin
    this.#light = light
  }

  add(row: Row): void {
    const item = parseItem(row, this.#origin.source)
    const exact = hashJson(pickContent(item))
    const content = hashJson({ ...toAsked(item), groundTruth: item.groundTruth })
    const id = item.id === undefined ? content.slice(0, 16) : String(item.id)
    if (item.id !== undefined && !this.#ids.addNamed(id, row.line)) {
      const first = this.#ids.lines.get(id)
      const message = `"${id}" is the id of another item${first === undefined ? '' : ` (line ${first})`}: ids must differ`
      throw rowError(row, this.#origin.source, message, 'id')
    }
    const { context, expectedTrajectory, turns, until, toolMocks, unmockedToolPolicy } = item
    const rest = { context, expectedTrajectory, turns, until, toolMocks, unmockedToolPolicy }
    this.#digests.push(hashJson({ id, ...pickContent(item), ...rest }))
    const { group, ...others } = item
    const { expect } = item
    if (group !== undefined || expect !== undefined) this.#expectations.push(hashJson({ id, group, expect }))
    const whole = { ...others, id, ...(group === undefined ? {} : { group: String(group) }) }
    const kept = this.#light?.lighten(whole, row) ?? whole
    if (item.id === undefined) {
      if (row.line !== undefined) lines.set(kept, row.line)
      const apart = { ...rest, exact: exact === content ? undefined : exact }
      const hasRest = Object.values(apart).some((field) => field !== undefined)
      this.#ids.addUnnamed(kept, id, row.line, hasRest ? hashJson(apart).slice(0, 8) : undefined)
    }
    if (item.groundTruth === undefined) this.#withoutGroundTruth.push(kept)
    if (isEmpty(item)) this.#empty.push(kept)
    else this.#questions.add(kept, item.groundTruth === undefined ? content : hashJson(toAsked(item)))
    this.#items.push(kept)
  }

  leaveOut(what: string): void {
    this.#leftOut.push(what)
  }

  /** The line where each item begins, by id. */
  get lines(): ReadonlyMap<string, number | undefined> {
    this.#ids.assign()
    return this.#ids.lines
  }

  #mixedReferences(): string[] {
    const missing = this.#withoutGroundTruth
    if (missing.length === 0 || missing.length === this.#items.length) return []
    return [
      `no groundTruth in ${listPlaces(missing)}: scorers that can do without one measure something else there, such as the likeness of answer and question`,
    ]
  }

  /** @param isOurs True for items that this package made: repeated or empty questions are expected there. */
  finish({ isOurs = false } = {}): EvaluationDataset {
    const { source, ...origin } = this.#origin
    if (this.#items.length === 0) throw new DatasetError({ source, message: 'has no items' })
    this.#ids.assign()
    const empty = this.#empty.length > 0 ? [`empty input in ${listPlaces(this.#empty)}`] : []
    const warnings = isOurs
      ? []
      : [...empty, ...this.#mixedReferences(), ...this.#questions.assign(listPlaces)]
    return {
      ...origin,
      items: this.#items,
      hash: hashOfList(this.#digests.sort()),
      expectationsHash: hashOfList(this.#expectations.sort()),
      warnings: [...this.#leftOut, ...warnings.map((sentence) => `${source}: ${sentence}`)],
    }
  }
}

/**
 * Checks a plain array of items.
 *
 * @throws DatasetError that names the place in the array and the field.
 */
export const toDataset = (items: readonly unknown[], origin: DatasetOrigin): EvaluationDataset =>
  builderOf(items, origin).finish()

/** Checks items that this package made, without warnings or groups by question. */
export const quietDataset = (items: readonly unknown[], origin: DatasetOrigin): EvaluationDataset =>
  builderOf(items, origin).finish({ isOurs: true })

function builderOf(items: readonly unknown[], origin: DatasetOrigin): DatasetBuilder {
  const builder = new DatasetBuilder(origin)
  for (const [index, value] of items.entries()) builder.add({ value, index })
  return builder
}
