import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { summariseRepeats } from '../../src/evaluation/comparison/summarise-repeats.ts'
import { markdownText, terminalText } from '../../src/report/safe-text.ts'
import { showsColor } from '../../src/report/terminal/paint.ts'
import { runReport } from '../../src/report.ts'
import { runOf } from '../evaluation/support/runs.ts'
import { runs } from '../support/random-runs.ts'
import { hostileMaterial } from './hostile.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const run = randomRun({ items: 60, seed: 5 })
const material = materialOf(run, randomRun({ items: 60, seed: 3, quality: 0.1 }))

describe('the report in a terminal', () => {
  it('shows scores, comparison, moved items, worst answers, failures and gates', () => {
    const report = runReport.terminal(material, { width: 120 })
    for (const title of [
      'Scores',
      'Before and after',
      'Moved most by each scorer',
      'Worst answers',
      'Failures',
      'Gates',
    ]) {
      expect(report.split('\n')).toContain(title)
    }
    expect(report).toMatch(/^Failed: mean: answer-relevancy\n/)
    expect(report).toMatch(/✗ failed {2}The mean/)
    expect(report).toMatch(/\? cannot tell {2}\S/)
    expect(report).toContain('Hallucination (lower is better)')
  })

  it('shows of an empty run that nothing was scored', () => {
    const empty = materialOf({ ...run, items: [] })
    expect(runReport.terminal(empty)).toMatch(/│ Faithfulness\s+│\s+– │\s+– │\s+0 │\s+0 │\s+0 │/)
  })

  it('is no wider than the terminal, whatever its width and however wide the characters', () => {
    const wide = {
      ...run.header,
      name: '全角文字の評価'.repeat(10),
      scorers: run.header.scorers.map((scorer) => ({ ...scorer, name: `${scorer.name} 日本語の採点👩‍👩‍👧` })),
    }
    const report = { ...material, run: { ...run, header: wide } }
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 160 }), fc.boolean(), (width, color) => {
        for (const line of runReport.terminal(report, { width, color }).split('\n')) {
          expect(stringWidth(stripVTControlCharacters(line)), line).toBeLessThanOrEqual(width)
        }
      }),
      { numRuns: runs(25) },
    )
  })

  it.each(['ที่นี่มีอะไร', 'السّلامُ عليكم', 'שָׁלוֹם', 'हिन्दी में', '👩‍👩‍👧 🇵🇹 👍🏽', '日本語'])(
    'has tables with straight columns around %s',
    (name) => {
      const named = run.header.scorers.map((scorer, index) => (index === 0 ? { ...scorer, name } : scorer))
      const report = { ...material, run: { ...run, header: { ...run.header, scorers: named } } }
      const widths = (table: string) =>
        new Set(table.split('\n').flatMap((line) => (/^[┌├│└]/.test(line) ? [stringWidth(line)] : [])))
      const tables = runReport.terminal(report, { width: 120 }).split(/(?<=┘)\n/)
      expect(tables.some((table) => table.includes(name))).toBe(true)
      for (const table of tables) expect(widths(table).size, table).toBeLessThanOrEqual(1)
    },
  )

  it('has colours where asked, and says the same without them', () => {
    const colored = runReport.terminal(material, { color: true })
    expect(colored).toContain('\u001b[31m')
    expect(stripVTControlCharacters(colored)).toBe(runReport.terminal(material, { color: false }))
  })

  it('reads text in time that grows as its length does', () => {
    const time = (text: string) => {
      const start = performance.now()
      terminalText(text)
      markdownText(text)
      return performance.now() - start
    }
    for (const one of [' ', '\n', '\t', '\u2028', ' \n', '\r\n ', 'w', 'www.', '\u0085 ']) {
      // 200,000 spaces took 39 s.
      expect(time(one.repeat(400_000 / one.length)), JSON.stringify(one)).toBeLessThan(2000)
    }
  })

  it('lets no answer steer the terminal', () => {
    const report = runReport.terminal(hostileMaterial(), { examples: 20 })
    expect(report).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    expect(report).toContain('␛[2J')
    expect(report.isWellFormed()).toBe(true)
  })

  it('names a wrong option', () => {
    expect(() => runReport.terminal(material, { width: 5 })).toThrow(/for terminals: .*width/s)
    expect(() => runReport.terminal(material, { examples: -1 })).toThrow(TypeError)
  })
})

describe('text for a terminal', () => {
  it('has no control characters, no line breaks and no lone surrogates, and keeps all else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(terminalText(text)).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]*$/)
        expect(terminalText(text).isWellFormed()).toBe(true)
      }),
    )
    expect(terminalText('Grüße, 世界 👩‍👩‍👧: 3 < 4')).toBe('Grüße, 世界 👩‍👩‍👧: 3 < 4')
  })
})

describe('colours', () => {
  const terminal = { isTTY: true, hasColors: () => true }

  it('are for terminals, unless NO_COLOR is set; FORCE_COLOR puts them into pipes', () => {
    expect(showsColor(terminal, {})).toBe(true)
    expect(showsColor(terminal, { NO_COLOR: '1' })).toBe(false)
    expect(showsColor(terminal, { NO_COLOR: '' })).toBe(true)
    expect(showsColor({}, {})).toBe(false)
    expect(showsColor({}, { FORCE_COLOR: '1' })).toBe(true)
    expect(showsColor(terminal, { FORCE_COLOR: '0' })).toBe(false)
    expect(showsColor(terminal, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
  })
})

it('says that no answer has a score to pass with, instead of an empty row', () => {
  const run = runOf(['not scorable', 'failed', 'not scorable'])
  const repeats = summariseRepeats(run, { passAt: { relevancy: 0.5 } })
  const text = runReport.terminal({ ...materialOf(run), repeats }, { width: 100 })
  expect(text).toContain('No pass rate: no answer has a score. The reasons are below.')
  expect(text).not.toMatch(/Pass rates|left out/)
})
