import { describe, expect, it } from 'vitest'
import { checkGates, compareRuns, type EvaluationRun, summarise } from '../../src/evaluation.ts'
import type { ReportMaterial } from '../../src/report/run/material.ts'
import { combineGates, gateCauses, outcomeTitle } from '../../src/report/run/outcome-title.ts'
import { runReport } from '../../src/report.ts'
import { makeRun, scorer } from '../evaluation/support/runs.ts'

const scorers = [scorer('keyword-coverage', { name: 'Keyword Coverage' }), scorer('tone', { name: 'Tone' })]
const ids = Array.from({ length: 12 }, (_, index) => `q${index + 1}`)
const scored = (score: number) => ({ 'keyword-coverage': score, tone: score })
const baseline = makeRun(
  ids.map((id, index) => ({ id, outcomes: scored(0.9 + (index % 3) * 0.05) })),
  scorers,
)

/** Eleven answers that lost by both scorers, of which two miss what was expected, and one that never came. */
const answered = makeRun(
  ids.map((id, index) => ({ id, outcomes: id === 'q12' ? 'no answer' : scored(0.2 + (index % 3) * 0.1) })),
  scorers,
)
const run: EvaluationRun = {
  ...answered,
  header: { ...answered.header, id: 'after' },
  items: answered.items.map((item, index) => {
    const expectations = [{ what: 'includes "PDF"', met: index > 1, found: 'no' }]
    return index < 4 ? { ...item, expectations } : item
  }),
}

const summaries = summarise(run)
const comparisons = compareRuns(baseline, run)
const compared: ReportMaterial = { run, baseline, summaries, comparisons }
const gated = { ...compared, gates: checkGates(run, { failed: 0 }, { baseline, summaries, comparisons }) }
const title =
  'Failed: 2 of 4 expectations not met; 1 of 12 answers failed; Keyword Coverage is worse; Tone is worse'

/** The run as its file has it after its gates were checked. */
const recorded: EvaluationRun = {
  ...run,
  outcome: {
    ...{ kind: 'outcome', at: '', result: 'failed', isCompared: true, baseline: baseline.header.id },
    causes: gateCauses(gated, 'failed'),
  },
}

describe('the headline of a run that does not pass', () => {
  it.each<[string, (material: ReportMaterial) => string | Promise<string>]>([
    ['a terminal', (material) => runReport.terminal(material, { width: 200 }).split('\n')[0] ?? ''],
    ['Markdown', (material) => /^## (.*)/m.exec(runReport.markdown(material))?.[1] ?? ''],
    ['a page', async (material) => /<h1>(.*?)<\/h1>/.exec(await runReport.html(material))?.[1] ?? ''],
  ])('names what is wrong with the answers before the losses of a scorer in %s', async (_, readTitle) => {
    expect(await readTitle(gated)).toBe(title)
    // Without gates it is as in the report that was made when they were checked.
    expect(await readTitle({ run: recorded, summaries })).toBe(title)
    expect(await readTitle({ ...compared, run: recorded })).toBe(title)
  })

  it('calls scorers by their names', () => {
    const gates = gated.gates.filter(({ gate }) => gate === 'fail if worse')
    expect(outcomeTitle([{ ...compared, gates }])?.title).toBe(
      'Failed: Keyword Coverage is worse; Tone is worse',
    )
    const means = checkGates(run, { 'keyword-coverage': 0.8 }, { summaries }).slice(0, 1)
    expect(outcomeTitle([{ ...compared, gates: means }])?.title).toMatch(
      /^Failed: Keyword Coverage 0\.\d+ is below 0\.8$/,
    )
  })

  it('leaves out what an earlier comparison found where the baseline is another', () => {
    const other = { ...baseline, header: { ...baseline.header, id: 'other' } }
    expect(outcomeTitle([{ ...compared, run: recorded, baseline: other }])?.title).toBe(
      'Failed: 2 of 4 expectations not met; 1 of 12 answers failed',
    )
  })

  it('names what failed in a run whose gates nobody checked, or that does not record why it failed', () => {
    const faults = '2 of 4 expectations not met; 1 of 12 answers failed'
    expect(outcomeTitle([compared])).toEqual({ title: faults, result: undefined })
    const outcome = { kind: 'outcome', at: '', result: 'failed', isCompared: false } as const
    expect(outcomeTitle([{ run: { ...run, outcome }, summaries }])?.title).toBe(`Failed: ${faults}`)
    expect(outcomeTitle([{ run: { ...baseline, outcome }, summaries: summarise(baseline) }])?.title).toBe(
      'Failed: the run did not pass its gates',
    )
    expect(outcomeTitle([{ ...compared, run: { ...baseline, outcome } }])).toBe(undefined)
    expect(outcomeTitle([{ run: { ...run, outcome: { ...outcome, result: 'passed' } }, summaries }])).toBe(
      undefined,
    )
    expect(outcomeTitle([{ run: baseline, summaries: summarise(baseline) }])).toBe(undefined)
  })

  it('ends the cause of a run without scores after a sentence or a word', () => {
    const failing = (message: string): EvaluationRun => {
      const items = answered.items.map((item) => {
        const failure = { name: 'JudgeError', message, attempts: 1 }
        const failed = { outcome: 'failed' as const, failure, cost: item.cost, durationInMs: 1 }
        return {
          ...item,
          failure: undefined,
          answer: 'Yes.',
          scores: { 'keyword-coverage': failed, tone: failed },
        }
      })
      return { ...answered, items }
    }
    const titleOf = (message: string) => {
      const run = failing(message)
      const summaries = summarise(run)
      return outcomeTitle([{ run, summaries, gates: checkGates(run, {}, { summaries }) }])?.title
    }
    expect(
      titleOf(`The judge gave no valid JSON after 2 calls. If this happens ${'often, '.repeat(20)}`),
    ).toMatch(/: [^:]*The judge gave no valid JSON after 2 calls$/)
    expect(titleOf(`The judge gave ${'no answer '.repeat(20)}`)).toMatch(/ (no|answer)…$/)
  })
})

it('what is found of all scorers together counts as one gate, as it is shown in one line', () => {
  const gates = checkGates(baseline, { failed: 0, tone: 0.99 })
  expect(gates).toHaveLength(3)
  expect(combineGates([{ run: baseline, summaries: summarise(baseline), gates }])?.sentence).toBe(
    'Outcome: failed (1 of 2 gates).',
  )
})
