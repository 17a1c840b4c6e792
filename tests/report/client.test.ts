import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { build } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { bundleLabelling, bundlePage } from '../../scripts/build-page.ts'
import { labellingScript } from '../../src/features/labels/page/client/labelling-script.generated.ts'
import { pageScript } from '../../src/report/html/client/page-script.generated.ts'
import { type Query, searchText, selectItems } from '../../src/report/html/client/select-items.ts'
import type { PageData, PageScore } from '../../src/report/html/client/types.ts'
import { markAnswer } from '../../src/text/mark-answer.ts'
import { markTurns } from '../../src/text/mark-turns.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const scored = (score: number): PageScore => ({ outcome: 'scored', score, notes: [] })
const item = (id: string, ...scores: (PageScore | null)[]) => ({
  id,
  repeat: 1,
  input: id,
  answers: [{ notes: [], scores }],
})
const notScorable: PageScore = { outcome: 'not scorable', notes: [] }
const failed: PageScore = { outcome: 'failed', notes: [] }

const data: PageData = {
  repeats: 1,
  answersLeftOut: 0,
  relation: 'alone',
  runs: [{ label: '' }],
  scorers: [
    { id: 'up', name: 'Up', scale: 1, lowerIsBetter: false, digits: 3 },
    { id: 'down', name: 'Down', scale: 1, lowerIsBetter: true, digits: 3 },
  ],
  items: [
    item('q10', scored(0.5), scored(0)),
    item('q2', scored(1), scored(0.3)),
    item('q1', notScorable, scored(0.9)),
    item('q3', scored(0.1), failed),
    { ...item('q4'), answers: [{ notes: [], scores: [null, null], failure: 'Error: down' }] },
  ],
}
const all: Query = { text: '', scorer: -1, outcome: 'all', change: 'all', sort: 'dataset' }
const found = (query: Partial<Query>, of = data) =>
  selectItems(of, { ...all, ...query }, (index) => of.items[index]?.input ?? '').map(
    (index) => of.items[index]?.id,
  )

describe('selecting answers', () => {
  it('searches texts as they are shown, and not the names of fields', () => {
    const quoted = {
      ...item('q1', { ...scored(0.25), words: 'Counts.' }),
      input: 'What are "quotes"\tin C:\\new?',
    }
    const tool = { name: 'find', outcome: 'answered' as const, arguments: '{"city":"Ulm"}' }
    const called = { ...item('q2'), answers: [{ notes: [], scores: [null], tools: [tool] }, null] }
    const of = { ...data, items: [quoted, called] }
    const ids = (text: string) =>
      selectItems(of, { ...all, text }, (index) => searchText(of.items[index])).map(
        (index) => of.items[index]?.id,
      )
    for (const text of ['"quotes"', '"quotes" in c:\\new?', 'COUNTS', '0.25'])
      expect(ids(text)).toEqual(['q1'])
    expect(ids('{"city":"Ulm"}')).toEqual(['q2'])
    expect(ids('q')).toEqual(['q1', 'q2'])
    for (const text of ['outcome', 'words', 'arguments', 'undefined', 'null', '\\"'])
      expect(ids(text)).toEqual([])
  })

  it('filters by outcome of one scorer or of any', () => {
    expect(found({ outcome: 'failed' })).toEqual(['q3'])
    expect(found({ outcome: 'failed', scorer: 0 })).toEqual([])
    expect(found({ outcome: 'not scorable' })).toEqual(['q1'])
    expect(found({ outcome: 'no answer' })).toEqual(['q4'])
    expect(found({ outcome: 'lost points', scorer: 0 })).toEqual(['q10', 'q3'])
    expect(found({ outcome: 'lost points', scorer: 1 })).toEqual(['q2', 'q1'])
  })

  it('finds a failure of the simulated user as not scorable, and ranks it last', () => {
    const answer = { notes: [], scores: [null, null], userFailure: 'It said nothing.' }
    const of = { ...data, items: [{ ...item('user'), answers: [answer] }, ...data.items] }
    expect(found({ outcome: 'not scorable' }, of)).toEqual(['user', 'q1'])
    expect(found({ outcome: 'no answer' }, of)).toEqual(['q4'])
    expect(found({ sort: 'worst' }, of)).toEqual(['q4', 'q1', 'q3', 'q10', 'q2', 'user'])
  })

  it('finds unmet expectations, and sorts them before every score and after missing answers', () => {
    const expecting = (id: string, met: boolean, score: number) => ({
      ...item(id),
      answers: [{ notes: [], scores: [scored(score)], expectations: [{ what: 'includes "a"', met }] }],
    })
    const more = [expecting('met', true, 0.6), expecting('unmet', false, 1), expecting('worse', false, 0.2)]
    const of = { ...data, items: [...data.items, ...more] }
    expect(found({ outcome: 'unmet' }, of)).toEqual(['unmet', 'worse'])
    expect(found({ sort: 'worst' }, of)).toEqual(['q4', 'worse', 'unmet', 'q1', 'q3', 'q10', 'met', 'q2'])
  })

  it('sorts worst first in the direction of the scorer, what has no score last both ways', () => {
    expect(found({ sort: { scorer: 0, by: 'worst' } })).toEqual(['q3', 'q10', 'q2', 'q1', 'q4'])
    expect(found({ sort: { scorer: 0, by: 'best' } })).toEqual(['q2', 'q10', 'q3', 'q1', 'q4'])
    expect(found({ sort: { scorer: 1, by: 'worst' } })).toEqual(['q1', 'q2', 'q10', 'q3', 'q4'])
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

const answerOf = (score: PageScore | null) => ({ notes: [], scores: [score, scored(0.5)] })
const both = (id: string, before: PageScore | null, after: PageScore | null) => ({
  ...{ id, repeat: 1, input: id },
  answers: [before && answerOf(before), after && answerOf(after)],
})

describe('selecting what changed', () => {
  const compared: PageData = {
    ...data,
    relation: 'before and after',
    runs: [{ label: 'Before' }, { label: 'After' }],
    items: [
      both('same', scored(0.3), scored(0.1 + 0.2)),
      both('rose', scored(0.2), scored(0.4)),
      both('fell', scored(0.9), scored(0.8)),
      both('fell most', scored(0.9), scored(0.1)),
      both('failed', scored(0.9), failed),
      both('new', null, scored(0.5)),
      both('gone', scored(0.5), null),
      { ...both('asks another', scored(0), scored(1)), changed: true },
    ],
  }
  const shown = (query: Partial<Query>) => found(query, compared)

  it('finds what fell, rose and stayed, by one scorer or by any', () => {
    expect(shown({ change: 'fell' })).toEqual(['fell', 'fell most'])
    expect(shown({ change: 'rose' })).toEqual(['rose'])
    expect(shown({ change: 'unchanged' })).toEqual(['same', 'failed'])
    expect(shown({ change: 'unchanged', scorer: 0 })).toEqual(['same'])
    expect(shown({ change: 'fell', scorer: 1 })).toEqual([])
    expect(shown({ change: 'only after' })).toEqual(['new'])
    expect(shown({ change: 'only before' })).toEqual(['gone'])
    expect(shown({ change: 'changed question' })).toEqual(['asks another'])
  })

  it('puts the biggest fall or rise first, and what cannot be compared last', () => {
    const rest = ['failed', 'new', 'gone', 'asks another']
    expect(shown({ sort: { scorer: 0, by: 'fell' } })).toEqual(['fell most', 'fell', 'same', 'rose', ...rest])
    expect(shown({ sort: { scorer: 0, by: 'rose' } })).toEqual(['rose', 'same', 'fell', 'fell most', ...rest])
  })

  it('puts first what is newly missing or not met, then what lost most by any scorer, then what is worst', () => {
    const lost = (id: string, up: number, down: number) => ({
      ...both(id, null, null),
      answers: [
        { notes: [], scores: [scored(1), scored(0)] },
        { notes: [], scores: [scored(up), scored(down)] },
      ],
    })
    const unmet = {
      ...both('unmet', scored(0.5), scored(1)),
      answers: [
        answerOf(scored(0.5)),
        { ...answerOf(scored(1)), expectations: [{ what: 'includes "a"', met: false }] },
      ],
    }
    const missing = { notes: [], scores: [null, null], failure: 'Error: down' }
    const still = { ...both('still missing', null, null), answers: [missing, missing] }
    const newly = { ...still, id: 'missing', answers: [unmet.answers[1] ?? null, missing] }
    const answered = { ...still, id: 'answered', answers: [missing, unmet.answers[1] ?? null] }
    const items = [
      ...[still, answered, newly, ...compared.items],
      ...[lost('by the second', 0.9, 0.85), lost('by both', 0.1, 0.2), unmet],
    ]
    expect(found({ sort: 'lost' }, { ...compared, items })).toEqual([
      ...['missing', 'answered', 'unmet', 'by both', 'by the second', 'fell most', 'fell'],
      ...['still missing', 'same', 'rose', 'failed', 'new', 'asks another', 'gone'],
    ])
  })

  it('takes outcomes and scores of the run after', () => {
    expect(shown({ outcome: 'failed' })).toEqual(['failed'])
    expect(shown({ sort: { scorer: 0, by: 'worst' } }).slice(0, 3)).toEqual(['fell most', 'same', 'rose'])
    expect(shown({ sort: { scorer: 0, by: 'worst' } }).slice(-2)).toEqual(['failed', 'gone'])
  })
})

describe('selecting among variants', () => {
  const three = (id: string, ...scores: readonly (number | null)[]) => ({
    ...{ id, repeat: 1, input: id },
    answers: scores.map((score) => (score === null ? null : { notes: [], scores: [null, scored(score)] })),
  })
  const variants: PageData = {
    ...data,
    relation: 'variants',
    runs: ['A', 'B', 'C'].map((label) => ({ label })),
    items: [
      three('A', 0.1, 0.9, 0.9),
      three('all', 0.2, 0.2, 0.2),
      three('A and C', 0.3, 0.8, 0.3),
      three('B', 0.5, 0.4, null),
      three('one', null, 0.1, null),
    ],
  }
  const shown = (query: Partial<Query>) => found({ scorer: 1, ...query }, variants)

  it('finds where one is best, in the direction of the scorer, or several are', () => {
    expect(shown({ change: 'best 0' })).toEqual(['A'])
    expect(shown({ change: 'best 1' })).toEqual(['B'])
    expect(shown({ change: 'best 2' })).toEqual([])
    expect(shown({ change: 'shared' })).toEqual(['A and C'])
  })

  it('puts those first that are furthest apart, or worst on average', () => {
    expect(shown({ sort: { scorer: 1, by: 'apart' } })).toEqual(['A', 'A and C', 'B', 'all', 'one'])
    expect(shown({ sort: { scorer: 1, by: 'worst' } })).toEqual(['A', 'A and C', 'B', 'all', 'one'])
    expect(shown({ sort: { scorer: 1, by: 'best' } })).toEqual(['one', 'all', 'B', 'A and C', 'A'])
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

describe('marking the turns of a conversation', () => {
  const turns = [{ answer: 'Order 1 is late. Bye.' }, { answer: '' }, { answer: 'Bye.' }]

  it('finds a turn under its number, a turn without words as well', () => {
    const units = ['Turn 1: Order 1 is late. Bye.', 'Turn 2: (no words)', 'Turn 3: Bye.']
    expect(markTurns(turns, units)).toEqual([
      [{ text: 'Order 1 is late. Bye.', verdict: 0 }],
      [{ text: '(no words)', verdict: 1 }],
      [{ text: 'Bye.', verdict: 2 }],
    ])
  })

  it('finds units in the turns in their order', () => {
    expect(markTurns(turns, ['Bye.', 'Bye.', 'Order 2 is late.'])).toEqual([
      [{ text: 'Order 1 is late. ' }, { text: 'Bye.', verdict: 0 }],
      [],
      [{ text: 'Bye.', verdict: 1 }],
    ])
  })
})

describe('the script of a page', () => {
  it('is the one that its sources make', async () => {
    expect(pageScript, 'out of date: `npm run build:page` makes it again').toBe(await bundlePage())
    expect(labellingScript, 'out of date: `npm run build:page`').toBe(await bundleLabelling())
  })

  it('is JavaScript that stands alone: it asks for no module and no helper of a build', () => {
    expect(() => new Function(pageScript)).not.toThrow()
    expect(pageScript).not.toMatch(/\bimport\b|\brequire\(|__vi|__name|innerHTML|eval\(/)
  })

  it('stays what it is where a bundler keeps the names of functions', async () => {
    const { output } = await build({
      input: fileURLToPath(new URL('../../src/report/run/html.ts', import.meta.url)),
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
