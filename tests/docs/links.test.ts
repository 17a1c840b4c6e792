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

describe.each(readPages())('$file', ({ file, text }) => {
  const targets = Array.from(text.matchAll(/\]\(([^()\s]+)\)/g), ([, target = '']) => target)

  it('links to pages and headings that exist', () => {
    const broken = targets
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [path, anchor] = target.split('#')
        const page = path ? join(repository, dirname(file), path) : join(repository, file)
        return !existsSync(page) || (anchor !== undefined && !anchorsOf(page).includes(anchor))
      })
    expect(broken).toEqual([])
  })
})
