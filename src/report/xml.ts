import { xmlText } from './safe-text.ts'

/** An element with its attributes, in this order, and what is in it. */
export interface XmlElement {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string | number>>
  /** Elements, or one text. */
  readonly content?: readonly XmlElement[] | string
}

/**
 * An XML 1.0 document of elements, indented. Names are the project's own words; attributes and texts may be anybody's.
 * White space in an attribute is written as a reference, because a reader would make a space of it.
 */
export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}\n`

function write({ name, attributes = {}, content = [] }: XmlElement, indent: string): string {
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escaped(String(value), /[&<>"\t\n\r]/g)}"`,
  )
  const tag = `${indent}<${name}${written.join('')}`
  if (content.length === 0) return `${tag}/>`
  if (typeof content === 'string') return `${tag}>${escaped(content, /[&<>\r]/g)}</${name}>`
  const inside = content.map((child) => write(child, `${indent}  `)).join('\n')
  return `${tag}>\n${inside}\n${indent}</${name}>`
}

const escaped = (text: string, special: RegExp) =>
  xmlText(text).replace(special, (character) => `&#${character.charCodeAt(0)};`)
