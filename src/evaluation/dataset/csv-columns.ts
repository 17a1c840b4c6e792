import { cutAt } from '../../shared/cut-at.ts'
import { formatQuantity } from '../../shared/format-count.ts'
import type { FieldMapping } from './map-fields.ts'
import { DatasetError } from './row.ts'

interface Place {
  readonly source: string
  readonly line: number
}

interface Column {
  readonly name: string
  /** 'none' for a column without a name, 'index' for one that may only number the rows. */
  readonly field: 'some' | 'none' | 'index'
}

const listed = new Intl.ListFormat('en-GB')

/** The names that pandas gives to a column without a name, and to its index. */
const noName = /^(?:Unnamed: \d+(?:\.\d+)?)?$/
const indexName = /^(?:index|level_0|__index_level_0__)$/

/** Returns the columns of a CSV file; pandas index columns come first. */
export function readColumns(record: readonly string[], mapping: FieldMapping, place: Place): Column[] {
  const names = record.map((name) => name.trim())
  const [only = ''] = names
  if (names.length === 1 && only.includes('|')) {
    const message = 'columns must be separated by a comma, a semicolon or a tab, not by |'
    throw new DatasetError({ ...place, message })
  }
  const isOther = (name: string) =>
    !Object.hasOwn(mapping.fields ?? {}, name) && !mapping.known.includes(name)
  const isNone = (name: string) => noName.test(name) && isOther(name)
  const isIndex = (name: string) => indexName.test(name) && isOther(name) && mapping.otherFields === 'refuse'
  const first = names.findIndex((name) => !isNone(name) && !isIndex(name))
  const columns = names.map((name, index): Column => {
    if (index < first) return { name, field: 'index' }
    return { name, field: isNone(name) ? 'none' : 'some' }
  })
  const read = columns.filter(({ field }) => field === 'some').map(({ name }) => name)
  const repeated = read.find((name, index) => read.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new DatasetError({ ...place, field: repeated, message: 'appears twice in the header' })
  return columns
}

/**
 * Returns the cells of a row by column name, without those of unnamed columns.
 *
 * @param onIndex Called with each column that numbers the rows.
 * @throws DatasetError if an unnamed column holds a value, or the row has too many or too few cells.
 */
export function readCells(
  columns: readonly Column[],
  record: readonly string[],
  place: Place,
  onIndex: (name: string) => void,
): (readonly [string, string])[] {
  const missing = columns.slice(record.length).flatMap(({ name, field }) => (field === 'some' ? [name] : []))
  const isLong = record.slice(columns.length).some((cell) => cell !== '')
  if (isLong || missing.length > 0) {
    const remedy = isLong
      ? 'put a cell that contains the column separator in quotes, or remove the extra cells'
      : `it has none for ${listed.format(missing)}; write empty cells there, or put a cell that contains a line break in quotes`
    const count = formatQuantity(record.length, 'cell')
    const message = `the row has ${count}, but the header has ${columns.length}: ${remedy}`
    throw new DatasetError({ ...place, message })
  }
  return columns.flatMap(({ name, field }, index) => {
    const cell = record[index] ?? ''
    if (field === 'some') return [[name, cell] as const]
    const column = name === '' ? `column ${index + 1}, which has no name,` : `column "${name}"`
    if (field === 'index' && /^\d+$/.test(cell)) onIndex(column)
    else if (cell.trim() !== '') {
      const message = `${column} holds "${cutAt(cell, 40)}": name in the header the field that it is, or remove it`
      throw new DatasetError({ ...place, message })
    }
    return []
  })
}
