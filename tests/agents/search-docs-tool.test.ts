import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPassages, readPassages } from '../../src/agents/passages.ts'
import { findRepository } from '../../src/agents/repository.ts'
import { createDocsSearch, createSearchDocsTool, searchResult } from '../../src/agents/search-docs-tool.ts'

const repository = fileURLToPath(new URL('./repository', import.meta.url))
const search = createDocsSearch(await readPassages(repository))

describe('createDocsSearch', () => {
  it.each([
    ['panel judge', 'docs/judges.md', 'Judges › Panel judge'],
    ['answer relevancy', 'docs/answer-relevancy.md', 'Answer relevancy'],
    ['npm install', 'README.md', 'Verdict › Install'],
    ['hashes', 'docs/decisions/cache-keys.md', 'Why cache keys are hashes'],
  ])('finds the passage on %s', (query, file, heading) => {
    expect(search(query)[0]).toMatchObject({ file, heading })
  })

  it('forgives a typing error and an unfinished word', () => {
    expect(search('relevency')[0]?.file).toBe('docs/answer-relevancy.md')
    expect(search('expir')[0]?.heading).toBe('Judges › Cached judge')
  })

  it('finds an identifier by its parts and by itself', () => {
    expect(search('scorable')[0]?.text).toContain('notScorable')
    expect(search('panelJudge')[0]?.heading).toBe('Judges › Panel judge')
  })

  it('finds nothing where no word of the query occurs, or only function words', () => {
    expect(search('kubernetes')).toEqual([])
    expect(search('what is the')).toEqual([])
  })

  it('returns five passages at most, best first', () => {
    const many = cutPassages(
      'p.md',
      Array.from({ length: 9 }, (_, level) => `# Judge ${level}\n\nA judge.`).join('\n'),
    )
    expect(createDocsSearch(many)('judge')).toHaveLength(5)
    fc.assert(
      fc.property(fc.string(), (query) => {
        const scores = search(query).map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((one, other) => other - one))
        expect(scores.every((score) => Number.isFinite(score) && score > 0)).toBe(true)
      }),
    )
  })
})

describe('createSearchDocsTool', () => {
  const context = {} as Parameters<NonNullable<ReturnType<typeof createSearchDocsTool>['execute']>>[1]

  it('returns what its output schema promises', async () => {
    const result = await createSearchDocsTool({ repository }).execute?.({ query: 'cached judge' }, context)
    expect(searchResult.parse(result).passages[0]?.heading).toBe('Judges › Cached judge')
  })

  it.each(['', '  ', '?!'])('refuses the query "%s", which holds no word', async (query) => {
    const result = await createSearchDocsTool({ repository }).execute?.({ query }, context)
    expect(result).toMatchObject({ error: true })
    expect(JSON.stringify(result)).toContain('The query holds no word to search for')
  })
})

describe('findRepository', () => {
  it('finds this repository from its source', () => {
    expect(join(findRepository(), 'tests', 'agents', 'search-docs-tool.test.ts')).toBe(
      fileURLToPath(import.meta.url),
    )
  })

  it('passes over the package of a bundle inside the repository', () => {
    const repository = mkdtempSync(join(tmpdir(), 'verdict-'))
    const bundle = join(repository, '.mastra', 'output')
    mkdirSync(bundle, { recursive: true })
    writeFileSync(join(repository, 'package.json'), '{ "name": "mastra-verdict" }')
    writeFileSync(join(bundle, 'package.json'), '{ "name": "server" }')
    expect(findRepository([tmpdir(), bundle])).toBe(repository)
  })

  it('says where it looked when there is none', () => {
    expect(() => findRepository([tmpdir()])).toThrow(
      `No package.json named mastra-verdict in or above ${tmpdir()}`,
    )
  })
})
