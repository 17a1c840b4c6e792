import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPassages, readPassages } from '../../src/agents/passages.ts'

const repository = fileURLToPath(new URL('./repository', import.meta.url))

describe('cutPassages', () => {
  it('names the headings above a passage and starts anew under a heading of the same level', () => {
    const page = '# One\n\na\n\n## Two\n\nb\n\n#### Deep\n\nc\n\n## `three()` and [four](x.md)\n\nd\n'
    expect(cutPassages('p.md', page)).toEqual([
      { id: 'p.md#1', file: 'p.md', heading: 'One', text: 'a' },
      { id: 'p.md#2', file: 'p.md', heading: 'One › Two', text: 'b' },
      { id: 'p.md#3', file: 'p.md', heading: 'One › Two › Deep', text: 'c' },
      { id: 'p.md#4', file: 'p.md', heading: 'One › three() and four', text: 'd' },
    ])
  })

  it('takes a hash or a blank line inside a code block for code', () => {
    const code = '````md\n# no heading\n\n```ts\nlet a\n```\n````'
    expect(cutPassages('p.md', `# Title\n\nLike this:\n\n${code}\n\nEnd.`)).toEqual([
      { id: 'p.md#1', file: 'p.md', heading: 'Title', text: `Like this:\n\n${code}\n\nEnd.` },
    ])
  })

  it('keeps a long code block whole and with the text that leads up to it', () => {
    const code = `\`\`\`ts\n${'const a = 1\n\n'.repeat(200)}\`\`\``
    const texts = cutPassages('p.md', `Like this:\n\n${code}\n\nThe end.`).map(({ text }) => text)
    expect(texts).toEqual([`Like this:\n\n${code}`, 'The end.'])
  })

  it('cuts a long list between its items and a long section between its paragraphs', () => {
    const items = Array.from({ length: 40 }, (_, number) => `- Item ${number} says ${'word '.repeat(8)}end.`)
    const passages = cutPassages('p.md', items.join('\n'))
    expect(passages.length).toBeGreaterThan(1)
    expect(passages.every(({ text }) => text.length <= 900 && text.startsWith('- Item'))).toBe(true)
  })

  it('leaves out front matter, and a page of headings has no passage', () => {
    expect(cutPassages('p.md', '---\ntitle: x\n---\n\n# A\n\n## B\n')).toEqual([])
  })

  it('loses no line and changes none, whatever the page', () => {
    const line = fc.constantFrom(
      'word',
      '- item',
      '',
      '# Head',
      '```ts',
      '```',
      '~~~',
      '| a | b |',
      '  deep',
      '> said',
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const written = cutPassages('p.md', lines.join('\n')).flatMap(({ text }) => text.split('\n'))
        const isContent = (text: string) => text.trim() !== '' && text !== '# Head'
        expect(written.filter(isContent)).toEqual(lines.filter(isContent))
      }),
    )
  })
})

describe('readPassages', () => {
  it('reads the README and every page under docs, named with forward slashes', async () => {
    const files = new Set((await readPassages(repository)).map(({ file }) => file))
    expect([...files]).toEqual([
      'README.md',
      'docs/answer-relevancy.md',
      'docs/decisions/cache-keys.md',
      'docs/judges.md',
    ])
  })

  it('fails where there are no docs', async () => {
    await expect(readPassages(fileURLToPath(new URL('.', import.meta.url)))).rejects.toThrow('ENOENT')
  })
})
