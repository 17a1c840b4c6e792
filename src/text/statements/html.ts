import { forEachSliced, type Slices } from '../../shared/slices.ts'

const toWordSet = (words: string) => new Set(words.split(/\s+/))

/** Elements that end a statement. */
const breaking = toWordSet(
  `address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol optgroup option p pre section select summary table tbody td textarea
  tfoot th thead title tr ul`,
)
const inline = toWordSet(
  `a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var
  audio canvas data iframe label object picture svg time video`,
)
/** Elements that are often left without an end tag. */
const unclosed = toWordSet('body dd dt head html li p tbody td tfoot th thead tr')
const alone = toWordSet('br hr wbr')
/** Void elements within a statement. Without an attribute, "<link>" may be a placeholder for a URL. */
const empty = toWordSet('area base col embed img input link meta source track')

/** A tag as Markdown reads it. Attributes need values or known names, so that "a<p and q>r" is not a tag. */
const value = String.raw`(?:"[^"]{0,4000}"|'[^']{0,4000}'|[^\s"'=<>${'`'}]{1,4000})`
const switches =
  'allowfullscreen|async|autoplay|checked|controls|defer|disabled|hidden|loop|multiple|muted|nowrap|open|readonly|required|reversed|selected'
export const tagPattern = String.raw`<(?<slash>\/?)(?<name>[A-Za-z][A-Za-z0-9]{0,9})(?<attributes>(?:\s{1,40}(?:[A-Za-z_:@][\w:.@-]{0,60}=${value}|(?:${switches})))*)\s{0,40}\/?>`

export interface Tag {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly closes: boolean
  readonly hasAttributes: boolean
}

export const isBreaking = ({ name }: Tag) => breaking.has(name)

/**
 * Returns whether a text mentions a tag between the words of a sentence: "Use <br> to break a line", "the <p> tag".
 * "One.<br>Two" and "<b>bold</b>" have no blank before or after the tag.
 */
export function isMentioned(text: string, { start, end }: Pick<Tag, 'start' | 'end'>): boolean {
  const after = text.slice(end, end + 12)
  if (/^ (?:tags?|elements?|attributes?)\b/i.test(after)) return true
  const before = text.slice(Math.max(0, start - 2), start)
  return /[^\s>] $|\($/.test(before) && /^(?: \p{Ll}|[.,;:?)](?:\s|$))/u.test(after)
}

/** Returns whether an end tag without a start ends a sentence: unlike in `use "</div>"`, nothing sets it apart. */
const isStray = (text: string, { name, start }: Tag) =>
  breaking.has(name) && /^$|[^\s"'“(]$|\n$|[.!?…]\s$/.test(text.slice(Math.max(0, start - 2), start))

/** Returns the tags that a reader of the page does not see: known ones, and closed if they need it. */
export function* markup(text: string, tags: readonly Tag[]): Slices<ReadonlySet<Tag>> {
  const found = new Set<Tag>()
  const open = new Map<string, Tag[]>()
  yield* forEachSliced(tags, (tag) => {
    const { name, closes, hasAttributes } = tag
    if (isMentioned(text, tag)) return
    if (alone.has(name) || unclosed.has(name) || (empty.has(name) && hasAttributes)) found.add(tag)
    else if (closes) {
      const opening = open.get(name)?.pop()
      if (opening !== undefined) found.add(opening).add(tag)
      else if (isStray(text, tag)) found.add(tag)
    } else if (inline.has(name) || breaking.has(name)) {
      const opened = open.get(name)
      if (opened === undefined) open.set(name, [tag])
      else opened.push(tag)
    }
  })
  return found
}
