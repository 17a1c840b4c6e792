import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeLlmsText } from '../../scripts/build-llms.ts'
import { readPages, repository } from './pages.ts'

const text = readFileSync(join(repository, 'llms.txt'), 'utf8')

it('llms.txt is what its script makes of the docs: npm run build:llms', () => {
  expect(text).toBe(makeLlmsText())
})

it('llms.txt leads to every page, each with what it is about', () => {
  const listed = text.split('\n').filter((line) => line.startsWith('- '))
  const pages = Array.from(text.matchAll(/\]\((docs\/[\w./-]+\.md)\)/g), ([, path]) => path)
  const all = readPages().flatMap(({ file }) =>
    file.startsWith('docs/') && file !== 'docs/README.md' ? [file] : [],
  )
  expect([...new Set(pages)].sort()).toEqual(all.sort())
  expect(listed.filter((line) => !/^- \[[^\]]+\]\([^)]+\): \S.{10,}$/.test(line))).toEqual([])
})
