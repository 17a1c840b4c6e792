import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPassages, readPassages } from '../../src/agents/passages.ts'
import { readQuestion } from '../../src/agents/question.ts'
import { codeBlocks, findQuotes, quoteAnswer } from '../../src/agents/quote-answer.ts'
import { createDocsSearch } from '../../src/agents/search-docs-tool.ts'

const texts = (markdown: string) => findQuotes(markdown).map(({ text }) => text)

describe('findQuotes', () => {
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
    expect(findQuotes('A panel votes. It is odd. Judges differ.')).toEqual([
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

const passages = await readPassages(fileURLToPath(new URL('./repository', import.meta.url)))

function answer(text: string, source = passages): string | undefined {
  const question = readQuestion(text)
  return quoteAnswer(question, createDocsSearch(source)(question.words.join(' ')))
}

const page = (markdown: string) => cutPassages('docs/page.md', markdown)

describe('quoteAnswer', () => {
  it('quotes the sentence that answers and names its page inside it', () => {
    expect(answer('What happens with an empty answer?')).toBe(
      'An empty answer scores 0, and no judge is called (docs/answer-relevancy.md).',
    )
  })

  it('quotes Markdown as prose', () => {
    expect(answer('How are ties broken?')).toBe('Ties are broken by the first judge (docs/judges.md).')
    expect(answer('What is a judge?')).toContain('A judge is what answers the questions of a scorer.')
  })

  it('prefers a definition where one is asked for', () => {
    const pages = page(
      '# Notes\n\nStores do caching, caching and more caching.\n\nCaching needs care.\n\nCaching is keeping answers.',
    )
    expect(answer('What is caching?', pages)).toMatch(/^Caching is keeping answers/)
  })

  it('takes a sentence that leans on the one before together with it', () => {
    const pages = page('A panel holds three judges. They vote.')
    expect(answer('What does a panel hold?', pages)).toBe(
      'A panel holds three judges. They vote (docs/page.md).',
    )
  })

  it('says a thing once, however many pages say it', () => {
    const pages = [
      ...cutPassages('a.md', 'A panel asks several judges.'),
      ...cutPassages('b.md', 'A panel asks several judges!'),
    ]
    expect(answer('What does a panel ask?', pages)?.match(/panel/g)).toHaveLength(1)
  })

  it('adds the code of the best passage only if asked how to', () => {
    expect(answer('How do I use a panel judge?')).toMatch(/\n\n```ts\nimport \{ panelJudge \}[\s\S]*\n```$/)
    expect(answer('How do I install Verdict?')).toBe(
      'Install it beside @mastra/core (README.md).\n\n```sh\nnpm install mastra-verdict\n```',
    )
    expect(answer('What is a panel judge?')).not.toContain('```')
  })

  it.each([
    'What is the capital of France?',
    'What is the price of the panel?',
    'How do I deploy to Kubernetes?',
  ])('does not answer "%s", most of which no passage mentions', (question) => {
    expect(answer(question)).toBeUndefined()
  })

  it('has no answer without passages or without a question', () => {
    expect(quoteAnswer(readQuestion('What is a judge?'), [])).toBeUndefined()
    const found = createDocsSearch(passages)('judge')
    expect(quoteAnswer(readQuestion(''), found)).toBeUndefined()
  })

  it('never quotes more than four sentences of prose, nor words that no page has', () => {
    const word = fc.constantFrom(
      'judge',
      'panel',
      'cached',
      'score',
      'answer',
      'statements',
      'entries',
      'key',
      'run',
    )
    const written = passages
      .map(({ text, file }) => `${text} ${file}`)
      .join(' ')
      .replace(/[*`]|\]\([^)]*\)|\[/g, '')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const prose = answer(`Which ${words.join(' ')}?`) ?? ''
        expect(prose.match(/[.!?](?= |$)/g)?.length ?? 0).toBeLessThanOrEqual(4)
        for (const quoted of prose.match(/[\p{L}\p{N}/-]+/gu) ?? []) expect(written).toContain(quoted)
      }),
    )
  })
})
