import { describe, expect, it } from 'vitest'
import { compareRuns, compareVariants, summarise, summariseGroups } from '../../src/evaluation.ts'
import type { ReportMaterial } from '../../src/report/run/material.ts'
import { runReport, variantsReport } from '../../src/report.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { runOf } from '../evaluation/support/runs.ts'

const runWith = (
  scores: readonly number[],
  language: (index: number) => string | undefined,
): EvaluationRun => {
  const run = runOf(scores)
  return {
    ...run,
    items: run.items.map((item, index) => ({ ...item, metadata: { language: language(index) ?? null } })),
  }
}
const hostile = '<b>\u001b[2J| de'
const languageOf = (index: number) => (index % 4 === 0 ? undefined : index % 4 === 1 ? hostile : 'en')
const after = runWith(
  Array.from({ length: 40 }, (_, index) => 0.5 + (index % 5) / 10),
  languageOf,
)
const before = runWith(
  Array.from({ length: 40 }, (_, index) => (index % 5) / 10),
  languageOf,
)
const material = (run: EvaluationRun, baseline?: EvaluationRun): ReportMaterial => ({
  ...{ run, baseline, summaries: summarise(run) },
  comparisons: baseline && compareRuns(baseline, run),
  groups: [summariseGroups(run, 'language', { baseline })],
})
const compared = material(after, before)

describe('means by group', () => {
  it('are a table in the terminal, with differences where there is a baseline', () => {
    const report = runReport.terminal(compared, { width: 140 })
    const rows = report.slice(report.indexOf('By language'), report.indexOf('Moved most'))
    expect(rows).toMatch(/│ en +│ relevancy +│ +20 │ +0\.700 │ +\+0\.500 │ better +│/)
    expect(rows).toMatch(/│ \(none\) +│ relevancy +│ +10 │/)
    expect(rows).not.toContain('\u001b')
    expect(runReport.terminal(material(after), { width: 140 })).not.toContain('Verdict')
  })

  it('are said first in one sentence: which way all groups went, by how much, and what of it is more than chance', async () => {
    const topicOf = (index: number) => `topic ${index % 6}`
    const [earlier, later] = [0, 1].map((way) =>
      runWith(
        // In each topic one of six items loses most: all fell, and none by more than chance.
        Array.from(
          { length: 36 },
          (_, index) => 0.9 - (way * (index < 6 ? 0.5 + (index % 6) / 20 : index % 2)) / 5,
        ),
        topicOf,
      ),
    )
    if (earlier === undefined || later === undefined) throw new Error('there are two runs')
    const found = material(later, earlier)
    for (const text of [
      runReport.terminal(found, { width: 140 }),
      runReport.markdown(found),
      await runReport.html(found),
    ])
      expect(text).toMatch(/All 6 groups fell by 0\.\d{3} to 0\.\d{3}; each may be chance\./)
    expect(runReport.terminal(compared, { width: 140 })).toMatch(
      /relevancy: All 3 groups rose by 0\.500; better: .*\./,
    )
    expect(runReport.terminal(material(after))).not.toContain('groups rose')
    const moved = (by: readonly number[]) => {
      const [one, other] = [0, 1].map((way) =>
        runWith(
          Array.from({ length: 12 }, (_, index) => 0.5 + (way * (by[index % by.length] ?? 0)) / 10),
          (index) => `topic ${index % by.length}`,
        ),
      )
      return runReport.terminal(material(other as EvaluationRun, one), { width: 140 })
    }
    expect(moved([-1, -2])).toContain('Both groups fell by 0.100 to 0.200;')
    expect(moved([-1, -2, 0, 3])).toContain(
      '2 of 4 groups fell by 0.100 to 0.200, 1 rose by 0.300, 1 stayed the same;',
    )
  })

  it('are in Markdown and HTML as text', async () => {
    expect(runReport.markdown(compared)).toMatch(
      /### By language[\s\S]*\| en \| relevancy \| 20 \| \*\*0\.700\*\* \(/,
    )
    expect(runReport.markdown(compared)).toContain('\\<b\\>␛\\[2J\\| de')
    const page = await runReport.html(compared)
    expect(page).toMatch(/<h3 class="part">By language<\/h3>/)
    expect(page).toContain('&lt;b&gt;')
    expect(page).not.toContain('<b>')
  })

  it('are whole in JSON', () => {
    const { groups } = JSON.parse(runReport.json(compared))
    expect(groups).toEqual(JSON.parse(JSON.stringify(compared.groups)))
    expect(JSON.parse(runReport.json({ run: after, summaries: summarise(after) })).groups).toEqual([])
  })

  it('say that a group is small, and show the 20 largest of many', async () => {
    const many = runWith(
      Array.from({ length: 60 }, () => 0.5),
      (index) => (index < 10 ? 'large' : `l${index}`),
    )
    const report = material(many)
    for (const text of [
      runReport.terminal(report, { width: 140, details: true }),
      runReport.markdown(report),
      await runReport.html(report),
    ]) {
      expect(text).toContain('The 20 largest of 51 groups are shown')
      expect(text).toMatch(/Too few items for an interval: l10, l11, l12 and 16 more/)
      // A page has the metadata of its answers.
      expect(text.replace(/<script type="application.json".*/s, '')).not.toContain('l29')
    }
    expect(JSON.parse(runReport.json(report)).groups[0].groups).toHaveLength(51)
  })

  it('show a small group that surely changed, name it first, and count those left out', async () => {
    const topicOf = (index: number) => (index < 200 ? `topic ${Math.floor(index / 8)}` : 'tiny')
    const [earlier, later] = [0, 1].map((way) =>
      runWith(
        Array.from({ length: 207 }, (_, index) =>
          index < 200 ? 0.5 : way === 0 ? 0.9 - (index % 3) / 50 : 0.1 + (index % 2) / 50,
        ),
        topicOf,
      ),
    ) as [EvaluationRun, EvaluationRun]
    const found = material(later, earlier)
    for (const text of [
      runReport.terminal(found, { width: 140, details: true }),
      runReport.markdown(found),
      await runReport.html(found),
    ]) {
      const [first, table] = ['By language, relevancy is worse in tiny.', '1 of 26 groups fell by'].map(
        (one) => text.indexOf(one),
      ) as [number, number]
      expect(first).toBeGreaterThan(-1)
      expect(table).toBeGreaterThan(first)
      expect(text).toMatch(/1 of 26 groups fell by 0\.\d{3}, 25 stayed the same; worse: tiny\./)
      expect(text).toContain('20 of 26 groups are shown, those that surely changed and the largest')
    }
  })

  it('are refused where a number is not finite', () => {
    const [grouped] = compared.groups ?? []
    const summaries = summarise(after).map((summary) => ({ ...summary, mean: Number.NaN }))
    const groups = [{ by: ['language'], groups: [{ name: 'en', values: ['en'], items: 1, summaries }] }]
    expect(grouped).toBeDefined()
    expect(() => runReport.terminal({ ...compared, groups })).toThrow(/mean is NaN/)
  })

  it('of variants have a column for each', async () => {
    const runs = [before, after].map((run, index) => ({
      ...run,
      header: { ...run.header, variant: ['short', 'long'][index] },
    }))
    const variants = { variants: runs.map((run) => material(run)), comparison: compareVariants(runs) }
    expect(variantsReport.terminal(variants, { width: 140, color: false })).toMatch(
      /relevancy by language\n.*\n│ Group +│ Items │ short │ +long │\n.*\n│ en +│ +20 │ 0\.200 │ 0\.700 │/,
    )
    expect(variantsReport.markdown(variants)).toMatch(/\| en \| 20 \| 0\.200 \| 0\.700 \|/)
    expect(await variantsReport.html(variants)).toContain('relevancy by language')
    expect(JSON.parse(variantsReport.json(variants)).variants[1].groups[0].by).toEqual(['language'])
  })
})
