import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { build } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { bundlePage } from '../../scripts/build-page.ts'
import { markAnswer } from '../../src/report/html/client/mark-answer.ts'
import { pageScript } from '../../src/report/html/client/page-script.generated.ts'
import { type Query, selectItems } from '../../src/report/html/client/select-items.ts'
import type { PageData, PageScore } from '../../src/report/html/client/types.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const scored = (score: number): PageScore => ({ outcome: 'scored', score, notes: [] })
const item = (id: string, ...scores: (PageScore | null)[]) => ({
  id,
  repeat: 1,
  input: id,
  notes: [],
  scores,
})
const notScorable: PageScore = { outcome: 'not scorable', notes: [] }
const failed: PageScore = { outcome: 'failed', notes: [] }

const data: PageData = {
  repeats: 1,
  scorers: [
    { id: 'up', name: 'Up', scale: 1, lowerIsBetter: false, digits: 3 },
    { id: 'down', name: 'Down', scale: 1, lowerIsBetter: true, digits: 3 },
  ],
  items: [
    item('q10', scored(0.5), scored(0)),
    item('q2', scored(1), scored(0.3)),
    item('q1', notScorable, scored(0.9)),
    item('q3', scored(0.1), failed),
    { ...item('q4'), scores: [null, null], failure: 'Error: down' },
  ],
}
const all: Query = { text: '', scorer: -1, outcome: 'all', sort: 'dataset' }
const found = (query: Partial<Query>) =>
  selectItems(data, { ...all, ...query }, (index) => data.items[index]?.input ?? '').map(
    (index) => data.items[index]?.id,
  )

describe('selecting answers', () => {
  it('filters by outcome of one scorer or of any', () => {
    expect(found({ outcome: 'failed' })).toEqual(['q3'])
    expect(found({ outcome: 'failed', scorer: 0 })).toEqual([])
    expect(found({ outcome: 'not scorable' })).toEqual(['q1'])
    expect(found({ outcome: 'no answer' })).toEqual(['q4'])
    expect(found({ outcome: 'lost points', scorer: 0 })).toEqual(['q10', 'q3'])
    expect(found({ outcome: 'lost points', scorer: 1 })).toEqual(['q2', 'q1'])
  })

  it('sorts worst first in the direction of the scorer, what has no score last both ways', () => {
    expect(found({ sort: { scorer: 0, worstFirst: true } })).toEqual(['q3', 'q10', 'q2', 'q1', 'q4'])
    expect(found({ sort: { scorer: 0, worstFirst: false } })).toEqual(['q2', 'q10', 'q3', 'q1', 'q4'])
    expect(found({ sort: { scorer: 1, worstFirst: true } })).toEqual(['q1', 'q2', 'q10', 'q3', 'q4'])
    expect(found({ sort: 'id' })).toEqual(['q1', 'q2', 'q3', 'q4', 'q10'])
  })

  it('finds items with all words, in any order and case', () => {
    const texts = ['the red lamp', 'a lamp of glass', 'red wine']
    const query = { ...all, text: '  LAMP red ' }
    expect(
      selectItems({ ...data, items: data.items.slice(0, 3) }, query, (index) => texts[index] ?? ''),
    ).toEqual([0])
  })
})

describe('marking an answer', () => {
  it('finds units in their order, over line breaks, and a repeated unit at its own place', () => {
    const segments = markAnswer('It is dark.\nYes, it\nis. It is dark.', [
      'It is dark.',
      'Yes, it is.',
      'It is dark.',
      'Never said.',
    ])
    expect(segments).toEqual([
      { text: 'It is dark.', verdict: 0 },
      { text: '\n' },
      { text: 'Yes, it\nis.', verdict: 1 },
      { text: ' ' },
      { text: 'It is dark.', verdict: 2 },
    ])
  })

  it('takes a unit for text, not for a pattern', () => {
    expect(markAnswer('a.c (b) [x]', ['(b)', '[x]', '.*'])).toEqual([
      { text: 'a.c ' },
      { text: '(b)', verdict: 0 },
      { text: ' ' },
      { text: '[x]', verdict: 1 },
    ])
  })

  it('never changes the answer, and marks a unit once at most', () => {
    const words = fc.array(fc.constantFrom('ab', 'a', 'b.', '\n', ' ', '世界', '👩‍👩‍👧', '$&'), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 5 }), (answer, units) => {
        const segments = markAnswer(
          answer.join(''),
          units.map((unit) => unit.join('')),
        )
        expect(segments.map(({ text }) => text).join('')).toBe(answer.join(''))
        const marked = segments.flatMap(({ verdict }) => verdict ?? [])
        expect(new Set(marked).size).toBe(marked.length)
        for (const { text, verdict } of segments) {
          if (verdict === undefined) continue
          expect(text.split(/\s+/)).toEqual(units[verdict]?.join('').trim().split(/\s+/))
        }
      }),
    )
  })
})

describe('the script of a page', () => {
  it('is the one that its sources make', async () => {
    expect(pageScript, 'out of date: `npm run build:page` makes it again').toBe(await bundlePage())
  })

  it('is JavaScript that stands alone: it asks for no module and no helper of a build', () => {
    expect(() => new Function(pageScript)).not.toThrow()
    expect(pageScript).not.toMatch(/\bimport\b|\brequire\(|__vi|__name|innerHTML|eval\(/)
  })

  it('stays what it is where a bundler keeps the names of functions', async () => {
    const { output } = await build({
      input: fileURLToPath(new URL('../../src/report/html/report.ts', import.meta.url)),
      platform: 'node',
      write: false,
      output: { keepNames: true, codeSplitting: false },
    })
    const { code } = output[0]
    expect(code).toContain('__name(')
    const { htmlReport } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
    const page: string = await htmlReport(materialOf(randomRun({ items: 3 })))
    expect([...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script)).toEqual([pageScript])
  })
})
