import { KeptLines } from '../../run/lazy/kept-lines.ts'
import { lighten, lightFromBytes } from '../../run/lazy/lighten.ts'
import type { DatasetItem, ParsedItem } from './item.ts'
import type { Row } from './row.ts'

/** Items of a dataset too large for memory: everything except their ids and groups stays in the file. */
export class LightItems {
  readonly #file: string
  readonly #parse: (text: string) => ParsedItem
  readonly #from: number
  #lines: KeptLines<ParsedItem> | undefined

  /**
   * @param parse Parses the item of a line.
   * @param from The number of bytes after which items are light.
   */
  constructor(file: string, parse: (text: string) => ParsedItem, from = lightFromBytes) {
    this.#file = file
    this.#parse = parse
    this.#from = from
  }

  lighten(item: DatasetItem, { place }: Row): DatasetItem {
    if (place === undefined || place.end <= this.#from) return item
    const { start, end } = place
    this.#lines ??= new KeptLines(this.#file, this.#parse)
    const lines = this.#lines
    const read = () => lines.read(start, end, ({ id }) => id === undefined || String(id) === item.id)
    return lighten(item, (field) => field === 'id' || field === 'group', { read })
  }
}
