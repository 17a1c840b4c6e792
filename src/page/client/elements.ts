import { compact } from '../../shared/compact.ts'
import { withoutReordering } from '../without-reordering.ts'

type Child = Node | string | false | undefined

/**
 * Creates an element with children, {@link withoutReordering}.
 *
 * @param attributes A text is its class.
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: string | Readonly<Record<string, string | number | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  const given = typeof attributes === 'string' ? { class: attributes } : attributes
  for (const [name, value] of Object.entries(given)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : withoutReordering(String(value)))
  }
  appendTo(element, ...children)
  return element
}

/** Appends children to an element. A string always becomes a text node, {@link withoutReordering}. */
export function appendTo(element: Element, ...children: readonly Child[]): void {
  const nodes = compact(children)
  element.append(...nodes.map((child) => (typeof child === 'string' ? withoutReordering(child) : child)))
}

/** Creates text for screen readers only. */
export const unseen = (text: string) => createElement('span', 'unseen', text)
