import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A piece of a page that can be read on its own. */
export interface Passage {
  /** File and number: 'docs/reference/judges.md#3'. */
  readonly id: string
  /** Path from the repository's folder, with forward slashes. */
  readonly file: string
  /** The headings above it, outermost first: 'Judges › Panel'. Empty above the first heading. */
  readonly heading: string
  /** Markdown, as written. */
  readonly text: string
}

/** Long enough for a paragraph with its example, short enough that five of them are a small prompt. */
const passageLengthInCharacters = 800

const frontMatter = /^---\r?\n[\s\S]*?\r?\n---\r?\n/
const fence = /^\s*(`{3,}|~{3,})/
const headingLine = /^(#{1,6})\s+(.+?)[\s#]*$/
const listItem = /^(?:[-*+]|\d+[.)])\s/

/** Headings are shown and searched as plain words. */
function withoutMarkup(heading: string): string {
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
}

/** Paragraphs, tables, top-level list items and whole code blocks, each with its headings. */
function cutBlocks(
  markdown: string,
): { readonly heading: string; readonly text: string; readonly code: boolean }[] {
  const blocks: ReturnType<typeof cutBlocks> = []
  const headings: string[] = []
  let lines: string[] = []
  let openFence: string | undefined

  const endBlock = (code = false) => {
    if (lines.length > 0) {
      blocks.push({ heading: headings.filter(Boolean).join(' › '), text: lines.join('\n'), code })
    }
    lines = []
  }

  for (const line of markdown.replace(frontMatter, '').split(/\r?\n/)) {
    const marker = fence.exec(line)?.[1]
    if (openFence !== undefined) {
      lines.push(line)
      if (marker?.startsWith(openFence) && line.trim() === marker) {
        endBlock(true)
        openFence = undefined
      }
      continue
    }
    const [, hashes, title] = headingLine.exec(line) ?? []
    if (marker !== undefined || line.trim() === '' || title !== undefined || listItem.test(line)) endBlock()
    if (hashes !== undefined && title !== undefined) {
      headings.length = hashes.length - 1
      headings.push(withoutMarkup(title))
    } else if (line.trim() !== '') {
      lines.push(line)
      openFence = marker
    }
  }
  endBlock(openFence !== undefined)
  return blocks
}

/**
 * Cuts a Markdown page into passages: blocks under the same heading are kept together up to about 800
 * characters, and a code block is never cut nor parted from the text that leads up to it.
 *
 * @param file What to name as the source of each passage.
 */
export function cutPassages(file: string, markdown: string): Passage[] {
  const groups: { heading: string; text: string }[] = []
  for (const { heading, text, code } of cutBlocks(markdown)) {
    const last = groups.at(-1)
    const fits = last && (code || last.text.length + text.length <= passageLengthInCharacters)
    if (last && fits && last.heading === heading) last.text += `\n\n${text}`
    else groups.push({ heading, text })
  }
  return groups.map((group, index) => ({ id: `${file}#${index + 1}`, file, ...group }))
}

/**
 * The passages of a repository's documentation: its README.md, where there is one, and every Markdown file
 * under docs/, in the order of their names.
 *
 * @throws Error if there is no docs folder.
 */
export async function readPassages(repository: string): Promise<Passage[]> {
  const readme = (await readdir(repository)).filter((name) => name === 'README.md')
  const pages = await readdir(join(repository, 'docs'), { recursive: true })
  const markdownPages = pages.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))
  const files = [...readme, ...markdownPages.sort()]
  const passages = files.map(async (file) =>
    cutPassages(file.replaceAll(sep, '/'), await readFile(join(repository, file), 'utf8')),
  )
  return (await Promise.all(passages)).flat()
}
