import type { DatasetItem } from './item.ts'

const prefix = 'same question '

interface AskedItem {
  readonly item: { group?: string }
  /** The item's name in warnings. */
  readonly name: string
}

/**
 * Groups the items of a dataset that have the same question, whatever their ground truths: they are not independent,
 * so they count as one observation. A question that all items have tells nothing apart.
 */
export class QuestionGroups {
  readonly #byQuestion = new Map<string, AskedItem[]>()

  /**
   * @param item Gets the group of its question from `assign`, if it has none of its own.
   * @param question The hash of its question.
   */
  add(item: DatasetItem, question: string, name: string): void {
    const asked = this.#byQuestion.get(question)
    if (asked === undefined) this.#byQuestion.set(question, [{ item, name }])
    else asked.push({ item, name })
  }

  /** @returns What a reader should know about it. */
  assign(): string[] {
    const repeated = [...this.#byQuestion].filter(
      ([, asked]) => asked.length > 1 && asked.some(({ item }) => item.group === undefined),
    )
    const [first] = repeated
    if (first === undefined) return []
    if (this.#byQuestion.size === 1) return ['all items have the same question, and count as independent']
    for (const [question, asked] of repeated) {
      const group = asked.find(({ item }) => item.group !== undefined)?.item.group
      for (const { item } of asked) item.group ??= group ?? `${prefix}${question.slice(0, 16)}`
    }
    const names = listNames(first[1].map(({ name }) => name))
    const many = repeated.length === 1 ? '' : `, and ${repeated.length - 1} more like it`
    return [`the same question in ${names}${many}: items of one question count as one observation`]
  }
}

/** Returns whether a group was assigned to an item for its question, rather than given by the dataset. */
export const isQuestionGroup = (group: string): boolean => group.startsWith(prefix)

/** Joins names, of which it shows the first five. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
