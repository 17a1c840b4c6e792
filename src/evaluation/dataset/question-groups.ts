import type { DatasetItem } from './item.ts'

const prefix = 'same question '

/**
 * Groups the items of a dataset that have the same question, whatever their ground truths: they are not independent,
 * so they count as one observation. A question that all items have tells nothing apart.
 */
export class QuestionGroups {
  readonly #byQuestion = new Map<string, DatasetItem[]>()

  /**
   * @param item Gets the group of its question from `assign`, if it has none of its own.
   * @param question The hash of its question.
   */
  add(item: DatasetItem, question: string): void {
    const asked = this.#byQuestion.get(question)
    if (asked === undefined) this.#byQuestion.set(question, [item])
    else asked.push(item)
  }

  /**
   * @param listPlaces Names items to a reader.
   * @returns What a reader should know about it.
   */
  assign(listPlaces: (items: readonly DatasetItem[]) => string): string[] {
    const repeated = [...this.#byQuestion].filter(
      ([, asked]) => asked.length > 1 && asked.some(({ group }) => group === undefined),
    )
    const [first] = repeated
    if (first === undefined) return []
    if (this.#byQuestion.size === 1)
      return [
        'all items have the same question, and count as independent: give items that are not a common `group`',
      ]
    for (const [question, asked] of repeated) {
      const given = asked.find(({ group }) => group !== undefined)?.group
      for (const item of asked as { group?: string }[])
        item.group ??= given ?? `${prefix}${question.slice(0, 16)}`
    }
    const more = repeated.length - 1
    const others = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'question' : 'questions'} like it)`
    return [
      `the same question in ${listPlaces(first[1])}${others}: items of one question count as one observation, unless each has its own \`group\``,
    ]
  }
}

/** Returns whether a group was assigned to an item for its question, rather than given by the dataset. */
export const isQuestionGroup = (group: string): boolean => group.startsWith(prefix)
