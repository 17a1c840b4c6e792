import { createElement } from '../../../page/client/elements.ts'
import type { PageData, PageItem } from './types.ts'

/**
 * Returns the links of the page's top that also lead to one answer: a server has them, a file has none. Those about a
 * score are there only if the later run has one.
 */
export function answerLinks(
  { scorers }: PageData,
  { id, repeat, answers }: PageItem,
  chosen: number,
): HTMLElement[] {
  const scorer = scorers[chosen]
  const isScored = answers.at(-1)?.scores[chosen]?.outcome === 'scored' && scorer?.scale !== undefined
  return [...document.querySelectorAll<HTMLAnchorElement>('a[data-answer], a[data-scored]')].flatMap(
    (link) => {
      const { answer, scored } = link.dataset
      if (scored !== undefined && !isScored) return []
      const address = new URL(link.href)
      address.searchParams.set('item', id)
      address.searchParams.set('repeat', String(repeat))
      if (scored !== undefined && scorer !== undefined) address.searchParams.set('scorer', scorer.id)
      return [createElement('a', { href: address.href }, answer ?? scored ?? '')]
    },
  )
}
