import { formatCount } from '../../report/format.ts'

/** What messages about the same thing have in common: all but words with digits, such as ids, times and counts. */
export const alike = (message: string): string =>
  message.replace(/\S+/g, (word) => (/\d/.test(word) ? '#' : word))

/** Warnings of one kind as one line that counts them. */
export class Warnings {
  readonly #kinds = new Map<string, { readonly first: string; times: number; differ: boolean }>()

  /** @param kind Default: the text, so that only the same text is counted. */
  add(text: string, kind: string = text): void {
    const known = this.#kinds.get(kind)
    if (known === undefined) {
      this.#kinds.set(kind, { first: text, times: 1, differ: false })
      return
    }
    known.times += 1
    known.differ ||= known.first !== text
  }

  lines(): string[] {
    return [...this.#kinds.values()].map(({ first, times, differ }) => {
      if (times === 1) return first
      return `${first} (${formatCount(times)} times${differ ? ', in words like these' : ''})`
    })
  }
}
