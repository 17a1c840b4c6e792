import { describe, expect, it } from 'vitest'
import { filled, type Section, sentence } from '../../src/report/document/blocks.ts'
import { pageBlocks } from '../../src/report/document/html.ts'
import { markdownDocument } from '../../src/report/document/markdown.ts'
import { table } from '../../src/report/document/table.ts'
import { terminalBlocks, terminalDocument } from '../../src/report/document/terminal.ts'
import { painter } from '../../src/report/terminal/paint.ts'

interface Line {
  readonly name: string
  readonly mean?: number
  readonly interval?: string
}

const linesTable = (lines: readonly Line[]) =>
  table<Line>('Means', lines, [
    { title: 'Group', kind: 'name', cell: ({ name }) => ({ text: name, isItem: true }) },
    {
      ...{ title: 'Mean', kind: 'number', detail: '95 % interval' },
      cell: ({ mean, interval }) => (mean === undefined ? undefined : { text: `${mean}`, detail: interval }),
    },
    { title: 'Left out', kind: 'number', isMinor: true, cell: () => '7' },
  ])
const screen = { width: 60, paint: painter(false), details: false }
const sections = (blocks: Section['blocks']): Section[] => [{ id: 'one', title: 'Title', of: 'b', blocks }]

describe('a table of a document', () => {
  it('has a column where any line has something for it, and a title of details where any cell has one', () => {
    const columns = (lines: readonly Line[]) =>
      linesTable(lines)[0]?.columns.map((one) => [one.title, one.detail])
    expect(columns([{ name: 'a' }])).toEqual([
      ['Group', undefined],
      ['Left out', undefined],
    ])
    expect(columns([{ name: 'a' }, { name: 'b', mean: 1 }])?.[1]).toEqual(['Mean', undefined])
    expect(columns([{ name: 'b', mean: 1, interval: '0 to 2' }])?.[1]).toEqual(['Mean', '95 % interval'])
    expect(linesTable([])).toEqual([])
  })

  it('says in each format what the others say, and a dash where a line has nothing', () => {
    const blocks = linesTable([{ name: 'a|<b>', mean: 1, interval: '0 to 2' }, { name: 'c' }])
    const terminal = terminalBlocks(blocks, screen)
    expect(terminal).toMatch(/a\|<b> +│ +1 │\n│ +│ +0 to 2 │/)
    expect(terminal).toMatch(/c +│ +– │/)
    expect(terminal).not.toContain('Left out')
    const markdown = markdownDocument('', sections(blocks), 5000)
    expect(markdown).toContain('| Group | Mean (95 % interval) | Left out |\n| --- | ---: | ---: |')
    expect(markdown).toContain('| a\\|\\<b\\> | 1 (0 to 2) | 7 |\n| c | – | 7 |')
    const page = String(pageBlocks(blocks))
    expect(page).toContain('a|&lt;b&gt;</a></th><td class="numeric">1</td><td class="numeric">0 to 2</td>')
    expect(page).toContain('<td class="numeric">–</td><td class="numeric">–</td><td class="numeric">7</td>')
  })
})

it('a title names whose section it is, and a section without blocks is none', () => {
  const [one] = sections([sentence('Said.', { name: 'who' })])
  const shown = filled([one, { id: 'two', title: 'Empty', blocks: [] }] as Section[])
  expect(terminalDocument('Head', [], shown, screen)).toBe('Head\n\nTitle of b\nwho: Said.')
})

it('Markdown that is too long loses rows from its end, says how many, and keeps every sentence', () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ name: `line ${index}`, mean: index }))
  const long = [
    ...sections([...linesTable(rows), sentence('Said once.')]),
    ...sections([...linesTable(rows), sentence('Said at the end.')]),
  ]
  const whole = markdownDocument('# Head', long, 100_000)
  expect(whole).not.toContain('left out for length')
  for (const limit of [1000, 3000, 6000, 9000]) {
    const text = markdownDocument('# Head', long, limit)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit)
    expect(text).toContain('Said once.')
    expect(text).toContain('Said at the end.')
    const left = [...text.matchAll(/… (\d+) rows left out/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
    expect(text.match(/^\| line /gm)?.length ?? 0).toBe(400 - left)
  }
  expect(() => markdownDocument('# Head', long, 100)).toThrow(RangeError)
})
