/**
 * Makes `llms.txt` (https://llmstxt.org) out of the index of the docs: every page, with what it begins with.
 *
 *     npm run build:llms
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string) => readFileSync(join(repository, file), 'utf8')

/** Markdown as plain text. */
const plain = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ')

/**
 * A page by its title, with what the index says of it, or else with the first sentence that is about its subject.
 *
 * @param index Lines of the index.
 */
function entryOf(path: string, index = ''): string {
  const text = read(path).replace(/^---\n.*?^---\n/ms, '')
  const [, title = path] = /^# (.+)$/m.exec(text) ?? []
  const said = index.split(`](${path.replace('docs/', '')}): `)[1]?.split('\n')[0]
  const paragraph = text.split(/\n\n+/).find((part) => /^[\p{L}\p{N}"*_`[]/u.test(part)) ?? ''
  const sentences = plain(paragraph).split(/(?<=[.:?])\s/)
  const about = said ?? sentences.find((sentence) => !sentence.startsWith('The guide ')) ?? ''
  return `- [${title}](${path})${about === '' ? '' : `: ${about.replace(/[.:]$/, '')}`}`
}

/** The text of the file. */
export function makeLlmsText(): string {
  const { description } = JSON.parse(read('package.json')) as { description: string }
  const index = read('docs/README.md')
  const sections = index.split(/^## /m).slice(1)
  const listed = sections.map((section) => {
    const [title = '', ...lines] = section.split('\n')
    const pages = Array.from(lines.join('\n').matchAll(/\]\(([\w./-]+\.md)\)/g), ([, page]) => `docs/${page}`)
    return [`## ${title}`, pages.map((page) => entryOf(page, section)).join('\n')].join('\n\n')
  })
  const first = ['## First', [entryOf('SKILL.md'), entryOf('README.md')].join('\n')].join('\n\n')
  return `${['# Verdict', `> ${description}`, first, ...listed].join('\n\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(repository, 'llms.txt'), makeLlmsText())
