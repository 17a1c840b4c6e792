import type { DatasetItem } from './item.ts'

/**
 * Names the items of a dataset that have no id by hashes of their content, whatever their order: an item is another one
 * in the next run if its question, as it is read, or its ground truth changes. Only where several have both in common
 * does the rest of their content (the context, the blanks in the question) tell them apart, and then a number.
 */
export class ItemIds {
  /** The line where each item begins, by id. */
  readonly lines = new Map<string, number | undefined>()
  readonly #unnamed = new Map<string, { item: { id: string }; line?: number; rest?: string }[]>()

  /** @returns False if another item has the id. */
  addNamed(id: string, line: number | undefined): boolean {
    if (this.lines.has(id)) return false
    this.lines.set(id, line)
    return true
  }

  /**
   * @param item Gets its id from `assign`.
   * @param rest A hash of what the item has besides the question as it is read and the ground truth; undefined if nothing.
   */
  addUnnamed(item: DatasetItem, content: string, line: number | undefined, rest: string | undefined): void {
    const same = this.#unnamed.get(content)
    if (same === undefined) this.#unnamed.set(content, [{ item, line, rest }])
    else same.push({ item, line, rest })
  }

  assign(): void {
    for (const [content, items] of this.#unnamed) {
      const differ = items.some(({ rest }) => rest !== items[0]?.rest)
      for (const { item, line, rest } of items)
        item.id = this.#next(differ && rest !== undefined ? `${content}-${rest}` : content, line)
    }
    this.#unnamed.clear()
  }

  #next(id: string, line: number | undefined): string {
    for (let number = 1; ; number += 1) {
      const numbered = number === 1 ? id : `${id}#${number}`
      if (this.addNamed(numbered, line)) return numbered
    }
  }
}
