import { describe, expect, it } from 'vitest'
import { summarise } from '../../src/evaluation/index.ts'
import { groupNotScorable } from '../../src/report/contents/groups.ts'
import { htmlReport, jsonReport, markdownSummary, terminalReport } from '../../src/report/index.ts'
import { runOf } from '../evaluation/support/runs.ts'

const scored = runOf([0.2, 'not scorable', 'not scorable', 'not scorable'])
const run = {
  ...scored,
  items: scored.items.map((item, index) =>
    index === 3
      ? {
          ...item,
          scores: Object.fromEntries(
            Object.entries(item.scores).map(([id, score]) => [
              id,
              { ...score, reason: 'not in English \u001b[2J' },
            ]),
          ),
        }
      : item,
  ),
} as typeof scored
const material = { run, summaries: summarise(run) }

describe('why answers were not scorable', () => {
  it('is grouped by scorer and reason, most frequent first', () => {
    expect(groupNotScorable(run)).toEqual([
      { scorerId: 'relevancy', reason: 'no question', count: 2, itemId: '1' },
      { scorerId: 'relevancy', reason: 'not in English \u001b[2J', count: 1, itemId: '3' },
    ])
  })

  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['a terminal', () => terminalReport(material), /Not scorable\n2 × relevancy: no question \(first: 1\)/],
    [
      'Markdown',
      () => markdownSummary(material),
      /### Not scorable[\s\S]*\| 2 \| relevancy \| no question \| 1 \|/,
    ],
    ['HTML', () => htmlReport(material), /Not scorable, by reason[\s\S]*no question<\/td>/],
    ['JSON', () => jsonReport(material), /"notScorable": \[\s+\{[^}]*"reason": "no question",\s+"count": 2/],
  ])('is shown in %s', async (_, report, expected) => {
    const text = await report()
    expect(text).toMatch(expected)
    expect(text).not.toContain('\u001b[2J (')
  })

  it('is no section of its own where everything was scored', () => {
    const whole = runOf([0.2, 0.4])
    expect(terminalReport({ run: whole, summaries: summarise(whole) })).not.toContain('Not scorable\n')
  })
})
