import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPages, repository } from './pages.ts'

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(file: string): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** What links point to; in code there are none. */
const targetsOf = (text: string) =>
  Array.from(
    text.replace(/^```.*?^```$|`[^`\n]*`/gms, '').matchAll(/\]\(([^()\s]+)\)/g),
    ([, target = '']) => target,
  ).filter((target) => !/^https?:/.test(target))

const { files } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { files: string[] }
/** npm ships these whatever `files` says. */
const shipped = [...files, 'package.json', 'README.md', 'LICENSE']
const isShipped = (path: string) => shipped.some((file) => path === file || path.startsWith(`${file}/`))

describe.each(readPages())('$file', ({ file, text }) => {
  const targets = targetsOf(text)

  it('links to pages and headings that exist', () => {
    const broken = targets.filter((target) => {
      const [path, anchor] = target.split('#')
      const page = path ? join(repository, dirname(file), path) : join(repository, file)
      return !existsSync(page) || (anchor !== undefined && !anchorsOf(page).includes(anchor))
    })
    expect(broken).toEqual([])
  })
})

describe.each(readPages().filter(({ file }) => isShipped(file)))(
  '$file, which is shipped,',
  ({ file, text }) => {
    it('links only to what the package ships', () => {
      const missing = targetsOf(text).filter((target) => {
        const [path = ''] = target.split('#')
        return path !== '' && !isShipped(join(dirname(file), path))
      })
      expect(missing).toEqual([])
    })

    it('shows pictures by links alone, which have to be shipped like pages', () => {
      expect(text).not.toContain('<img')
    })
  },
)

it('the package ships the docs', () => {
  const kept = readPages().filter(({ file }) => !isShipped(file))
  expect(kept.map(({ file }) => file)).toEqual(['AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md'])
})
