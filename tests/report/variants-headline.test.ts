import { describe, expect, it } from 'vitest'
import { compareVariants } from '../../src/evaluation/comparison/compare-variants.ts'
import { variantsReport } from '../../src/report.ts'
import { noCost } from '../../src/run/cost/cost.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { runOf } from '../evaluation/support/runs.ts'
import { materialOf } from './material-of.ts'

const scores = Array.from({ length: 20 }, (_, index) => 0.3 + 0.02 * (index % 7))
const variant = (name: string, by: number, judge = 'embedded'): EvaluationRun => {
  const run = runOf(
    scores.map((score, index) => score + by + 0.01 * (index % 3)),
    { version: judge, basis: { judge, options: {} } },
  )
  return { ...run, header: { ...run.header, variant: name } }
}

async function firstLines(runs: readonly EvaluationRun[]) {
  const material = { variants: runs.map((run) => materialOf(run)), comparison: compareVariants(runs) }
  const page = await variantsReport.html(material)
  const json = JSON.parse(variantsReport.json(material)) as Record<string, { title: string; remedy?: string }>
  return {
    terminal: variantsReport.terminal(material, { width: 200, color: false }).split('\n')[0],
    page: /<h1>(.*?)<\/h1>/.exec(page)?.[1],
    markdown: variantsReport.markdown(material).split('\n')[1]?.replaceAll('\\', '').slice(3),
    json: json.headline?.title,
    fields: Object.keys(json).slice(0, 2),
    remedy: json.headline?.remedy,
  }
}

const everywhere = (title: string, remedy?: string) => ({
  ...{ terminal: title, page: title, markdown: title, json: title },
  ...{ fields: ['kind', 'headline'], remedy },
})

describe('what several variants are told by first', () => {
  it('is that the judge differs, and between which of them', async () => {
    expect(await firstLines([variant('a', 0), variant('b', 0), variant('c', 0.4, 'lenient')])).toEqual(
      everywhere(
        'Cannot tell: the judge differs (embedded → lenient) between a and c; b and c',
        'verdict rescore <run file>, for each run that another judge scored',
      ),
    )
  })

  it('says once that no score differs, also where one lacks a score', () => {
    const notScorable = { outcome: 'not scorable', reason: 'empty', cost: noCost, durationInMs: 1 } as const
    const c = variant('c', 0)
    const items = c.items.map((item, index) =>
      index === 3 ? { ...item, scores: { relevancy: notScorable } } : item,
    )
    const runs = [variant('a', 0), variant('b', 0), { ...c, items }]
    const material = { variants: runs.map((run) => materialOf(run)), comparison: compareVariants(runs) }
    const told = variantsReport.terminal(material, { width: 200, color: false })
    expect(told).toContain(
      'relevancy: every item that can be compared has the same score in all 3. The worst score where one is missing would change this: a and c; b and c.\n',
    )
  })

  it('says apart which variants have the same scores', () => {
    const told = (...runs: EvaluationRun[]) => {
      const material = { variants: runs.map((run) => materialOf(run)), comparison: compareVariants(runs) }
      return variantsReport.terminal(material, { width: 200, color: false })
    }
    expect(told(variant('a', 0), variant('b', 0.4), variant('c', 0))).toContain(
      'relevancy: b is ahead of a and c. The same scores: a and c.\n',
    )
    const other = variant('d', 0)
    const items = other.items.map((item, index) => {
      const { relevancy } = item.scores
      if (relevancy?.outcome !== 'scored') return item
      const score = relevancy.score + (index % 2 === 0 ? 0.02 : -0.02)
      return { ...item, scores: { relevancy: { ...relevancy, score } } }
    })
    const text = told(variant('a', 0), variant('b', 0.4), variant('c', 0), { ...other, items })
    expect(text).toContain('Cannot be told apart: a and d; c and d. The same scores: a and c.')
  })

  it('says once which of two variants leads, and why one fails behind its cause', async () => {
    const runs = [variant('a', 0.4), variant('b', 0)]
    const comparison = compareVariants(runs)
    const [better, worse] = runs.map((run) => materialOf(run))
    if (better === undefined || worse === undefined) expect.unreachable('there are two')
    const passed = { variants: [better, worse], comparison }
    const told = variantsReport.terminal(passed, { width: 200, color: false })
    expect(told).toContain('Relevancy: a leads')
    expect(told).not.toContain('is ahead of')
    const gates = [
      { gate: 'fail if worse', result: 'failed', title: 'Relevancy is worse', sentence: 'It is.' },
    ] as const
    const failed = {
      variants: [
        { ...better, gates: [] },
        { ...worse, gates },
      ],
      comparison,
    }
    expect(await variantsReport.html(failed)).toContain('<h1>Failed: Relevancy is worse (b)</h1>')
  })

  it('is who leads, or that none can be told from another', async () => {
    expect(await firstLines([variant('a', 0), variant('b', 0.4), variant('c', 0.4)])).toEqual(
      everywhere('Relevancy: b and c lead'),
    )
    expect(await firstLines([variant('a', 0), variant('b', 0), variant('c', 0)])).toEqual(
      everywhere('No variant can be told apart from another'),
    )
  })
})
