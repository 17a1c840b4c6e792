import { withoutReordering } from '../without-reordering.ts'

/** Creates an element with attributes, {@link withoutReordering}, and children. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : withoutReordering(String(value)))
  }
  appendTo(element, ...children)
  return element
}

/** Appends children to an element. A string always becomes a text node, {@link withoutReordering}. */
export function appendTo(element: Element, ...children: readonly (Node | string)[]): void {
  element.append(...children.map((child) => (typeof child === 'string' ? withoutReordering(child) : child)))
}

/** Creates text for screen readers only. */
export const unseen = (text: string) => createElement('span', { class: 'unseen' }, text)
