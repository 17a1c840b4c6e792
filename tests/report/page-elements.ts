import { type DefaultTreeAdapterTypes, parse } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element

/** All elements of a page, as a browser would see them without running anything. */
export function elementsOf(html: string): Element[] {
  const elements: Element[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) elements.push(node)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return elements
}

export const attribute = (element: Element, name: string) =>
  element.attrs.find((one) => one.name === name)?.value

/** A page without its program, in which words of the language stand that a reader must not see. */
export const withoutScript = (html: string) => html.replace(/<script>.*?<\/script>/s, '')
