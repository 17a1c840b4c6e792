import { describe, expect, it } from 'vitest'
import { codeBlocks, quotesOf } from '../../src/agents/quote-answer.ts'

const texts = (markdown: string) => quotesOf(markdown).map(({ text }) => text)

describe('quotesOf', () => {
  it('reads list items, links, emphasis and inline code as prose', () => {
    expect(texts('- **One** is [first](a.md).\n- `two()` is second.\n\n> Three is third.')).toEqual([
      'One is first.',
      'two() is second.',
      'Three is third.',
    ])
  })

  it('reads a table row by row, without its head, and keeps a union in code as it is', () => {
    const table = '| Option | Default |\n|---|---|\n| `scale` | 1 |\n| `store` | \\|none\\| |'
    expect(texts(`It takes \`a | b\`.\n\n${table}`)).toEqual(['It takes a | b.', 'scale: 1', 'store: |none|'])
  })

  it('leaves out code, comments and lines of HTML', () => {
    expect(texts('One.\n\n```ts\nconst two = 2.\n```\n\n<!-- Three. -->\n\n<details open>\n\nFour.')).toEqual(
      ['One.', 'Four.'],
    )
  })

  it('does not join the words before a code block to the sentence after it', () => {
    expect(texts('Install it:\n\n```sh\nnpm i\n```\n\nNode is needed.')).toEqual([
      'Install it:',
      'Node is needed.',
    ])
  })

  it('keeps together what leans on the sentence before', () => {
    expect(quotesOf('A panel votes. It is odd. Judges differ.')).toEqual([
      { text: 'A panel votes. It is odd.', sentences: 2 },
      { text: 'Judges differ.', sentences: 1 },
    ])
  })
})

describe('codeBlocks', () => {
  it('takes out whole blocks, of either fence, with what looks like a fence inside', () => {
    const outer = '````md\n```ts\nlet a\n```\n````'
    const other = '~~~\n```\n~~~'
    expect(codeBlocks(`Text.\n\n${outer}\n\nMore.\n\n${other}\n`)).toEqual([outer, other])
  })
})
