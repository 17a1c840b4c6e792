import { describe, expect, it } from 'vitest'
import { readPages } from './pages.ts'

const docs = readPages().filter(({ file }) => file.startsWith('docs/'))
const index = docs.find(({ file }) => file === 'docs/README.md')?.text ?? ''

const wordsIn = (pages: readonly { text: string }[]) =>
  pages.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0)

it('the index leads to every page', () => {
  const linked = Array.from(index.matchAll(/\]\(([\w./-]+\.md)\)/g), ([, path]) => `docs/${path}`)
  const pages = docs.map(({ file }) => file).filter((file) => file !== 'docs/README.md')
  expect([...linked].sort()).toEqual(pages.sort())
})

describe('a reader gets through', () => {
  it('the guide', () => {
    const guide = docs.filter(({ file }) => file.startsWith('docs/guide/'))
    expect(wordsIn(guide)).toBeLessThanOrEqual(9_000)
  })

  it('all of the docs', () => {
    expect(wordsIn(docs)).toBeLessThanOrEqual(26_000)
  })
})
