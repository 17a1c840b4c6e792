import type { PageElement, PageWindow } from './browser.ts'

declare const document: PageWindow['document']

/** An element with attributes and children. A string becomes a text node, whatever it holds. */
export function createElement(
  tag: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...children: readonly (PageElement | string | undefined)[]
): PageElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}
