import { describe, expect, it } from 'vitest'
import { compareRuns, type EvaluationRun, summarise, summariseGroups } from '../../src/evaluation.ts'
import { runReport } from '../../src/report.ts'
import { runOf } from '../evaluation/support/runs.ts'

const run = runOf([0.5, 0.5, 0.5])
const baseline = runOf([0.1, 0.4, 0.6])
const material = { run, baseline, summaries: summarise(run), comparisons: compareRuns(baseline, run) }
const summaryNote = material.summaries[0]?.note ?? expect.unreachable('the summary has no note')
const comparisonNote = material.comparisons[0]?.note ?? expect.unreachable('the comparison has no note')

describe('what the statistics note', () => {
  it.each<[string, () => string | Promise<string>]>([
    ['a terminal', () => runReport.terminal(material, { width: 200, details: true })],
    ['Markdown', () => runReport.markdown(material).replaceAll('\\', '')],
    ['HTML', () => runReport.html(material).then((page) => page.replaceAll('&#39;', "'"))],
    ['JSON', () => runReport.json(material)],
  ])('is shown in %s', async (_, report) => {
    const text = await report()
    expect(summaryNote).toMatch(/^All 3 scores are the same/)
    expect(text).toContain(summaryNote)
    expect(comparisonNote).toMatch(/^No interval: at least 6 items are needed/)
    expect(text).toContain(comparisonNote)
  })

  it('says over which items two runs are compared, and in how many groups they are', () => {
    const long = 'x'.repeat(61)
    const asked = ['x', 'x', long, long, 'a', 'b']
    const items = runOf(asked.map(() => 0.5)).items.map((item, index) => ({ ...item, input: asked[index] }))
    const grouped = {
      ...run,
      items: items.map((item, index) =>
        index < 4 ? { ...item, group: `same question ${asked[index]}` } : item,
      ),
    } as EvaluationRun
    const earlier = { ...grouped, items: grouped.items.slice(0, 5) }
    const comparisons = compareRuns(earlier, grouped)
    const groups = [summariseGroups(grouped, 'group')]
    const material = { run: grouped, baseline: earlier, summaries: summarise(grouped), comparisons, groups }
    const text = runReport.terminal(material, { width: 200 })
    expect(text).toContain('Compared over 5 items that both asked; left out: 1 only after.')
    expect(text).toContain('Items of one group count as one observation: 6 items in 4 groups.')
    expect(text).toContain('“x”')
    expect(text).toContain(`“${'x'.repeat(60)}…”`)
  })

  it('is said once for all scorers that it is about', () => {
    const [scorer] = run.header.scorers
    if (scorer === undefined) expect.unreachable('the run has a scorer')
    const two = {
      ...run,
      header: { ...run.header, scorers: [scorer, { ...scorer, id: 'again', name: 'again' }] },
      items: run.items.map((item) => ({ ...item, scores: { ...item.scores, again: item.scores.relevancy } })),
    } as typeof run
    const report = runReport.terminal({ run: two, summaries: summarise(two) }, { width: 200, details: true })
    expect(report.split(summaryNote)).toHaveLength(2)
    expect(report).toContain(`relevancy, again: ${summaryNote}`)
  })

  it('cannot steer a terminal or make a link', () => {
    const hostile = {
      ...material,
      summaries: material.summaries.map((summary) => ({ ...summary, note: '\u001b[2J [a](http://b)' })),
      comparisons: material.comparisons.map((one) => ({ ...one, note: '\u001b[2J [a](http://b)' })),
    }
    expect(runReport.terminal(hostile, { details: true })).not.toContain('\u001b')
    expect(runReport.markdown(hostile)).not.toMatch(/\u001b|[^\\]\[a\]\(http/)
  })
})

describe('items that moved most', () => {
  const materialOf = (before: readonly number[], after: readonly number[]) => {
    const [baseline, run] = [runOf(before), runOf(after)]
    return { run, baseline, summaries: summarise(run), comparisons: compareRuns(baseline, run) }
  }
  const flips =
    /5 items fell and 3 rose\. With two possible scores and one answer in each run, chance alone flips some items both ways(; --repeats 3 shows which ones really changed)?\./
  const before = [1, 1, 1, 1, 1, 0, 0, 0, 1, 0]
  const after = [0, 0, 0, 0, 0, 1, 1, 1, 1, 0]

  it.each<[string, (material: ReturnType<typeof materialOf>) => string | Promise<string>]>([
    ['a terminal', (material) => runReport.terminal(material, { width: 300 })],
    ['Markdown', (material) => runReport.markdown(material).replaceAll('\\', '')],
    ['HTML', async (material) => (await runReport.html(material)).replaceAll(/<\/?span[^>]*>/g, '')],
  ])('may not have changed where there is only yes or no, says %s', async (_, report) => {
    const recorded = materialOf(before, after)
    const { header } = recorded.run
    const run = { ...recorded.run, header: { ...header, target: { kind: 'agent', id: 'a' } as const } }
    expect(flips.exec(await report({ ...recorded, run }))?.[1]).toBeDefined()
    // Repeats of recorded answers are the same.
    expect(flips.exec(await report(recorded))).toMatchObject({ 1: undefined })
    // One score between shows that there are others: then a large move means more than a small one.
    expect(await report(materialOf([...before, 0.5], [...after, 0.5]))).not.toMatch(/chance alone/)
    expect(await report(materialOf(before, before))).not.toMatch(/chance alone/)
  })

  it('says nothing of the sort where each item was answered several times', () => {
    const material = materialOf(before, after)
    const often = <Run extends EvaluationRun>(run: Run) => ({ ...run, header: { ...run.header, repeats: 3 } })
    for (const side of [{ run: often(material.run) }, { baseline: often(material.baseline) }])
      expect(runReport.terminal({ ...material, ...side }, { width: 300 })).not.toMatch(/chance alone/)
  })

  it('says nothing of the sort where an item that one run alone scored lies between', () => {
    const material = materialOf(before, [...after, 0.5])
    expect(runReport.terminal(material, { width: 300 })).not.toMatch(/chance alone/)
  })
})
