import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import { preferencesByPeople } from '../../../../src/features/labels/estimates/preferences-by-people.ts'
import type { DrawRecord, LabelRecord } from '../../../../src/features/labels/file/label-record.ts'
import { preferenceAt, valueOfPreference } from '../../../../src/features/labels/shown-pair.ts'
import { comparePairs, type PreferenceComparison } from '../../../../src/features/pairs/compare-pairs.ts'
import { pairsReport } from '../../../../src/features/pairs/report/reports.ts'
import type { EvaluationRun } from '../../../../src/run/record.ts'
import { preferenceId } from '../../../../src/scorers/preference-id.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { pairJudge, runOf } from '../../pairs/pairs.ts'

const resampling = { seed: 1, level: 0.95, resamples: 1000 }

/** Pairs whose candidate a judge prefers in `judged` of ten. */
async function pairsOf(count: number, judged: number): Promise<PreferenceComparison> {
  const answers = (words: string) => Array.from({ length: count }, (_, index) => `${words} ${index}.`)
  const [before, after] = [await runOf(answers('Old'), 'old'), await runOf(answers('New'), 'new')]
  const model = pairJudge(({ first, question }) => {
    const isNew = Number(/\d+/.exec(question)?.[0]) % 10 < judged
    return first.startsWith('New') === isNew ? 'first' : 'second'
  })
  const [compared] = await comparePairs([before, after], { model })
  return compared as PreferenceComparison
}

/** Labels of a draw: the candidate where the number of the item says so. */
function labelsOf(run: EvaluationRun, count: number, isWanted: (index: number) => boolean) {
  const draw = drawAnswers(run, preferenceId, { count }) as DrawRecord
  const labels = draw.answers.map(({ itemId, repeat, probability }): LabelRecord => {
    const label = isWanted(Number(itemId.slice(1))) ? 'candidate' : 'baseline'
    return {
      ...{ kind: 'label', run: run.header.id, scorerId: preferenceId, itemId, repeat, rater: 'ann' },
      ...{ at: '2026-05-12T09:30:00.000Z', label, value: valueOfPreference(label), first: 'baseline' },
      ...{ probability, draw: draw.id },
    }
  })
  return [draw, ...labels]
}

describe('preferencesByPeople', () => {
  it('puts the judge right by what people said, and says how far both agree beyond chance', async () => {
    const { run } = await pairsOf(200, 8)
    // People say the same in nine of ten, and never take the tenth.
    const lines = labelsOf(run, 80, (index) => index % 10 < 7)
    const found = preferencesByPeople(run, lines, resampling)
    expect(found?.winRate.judge).toBeCloseTo(0.8, 10)
    const people = found?.winRate.people as { value: number; interval: { low: number; high: number } }
    expect(people.value).toBeGreaterThan(0.6)
    expect(people.interval.low).toBeLessThan(0.7)
    expect(people.interval.high).toBeGreaterThan(0.7)
    const differ = lines.filter(
      (line) => line.kind === 'label' && Number(line.itemId.slice(1)) % 10 === 7,
    ).length
    expect([found?.labels, found?.same]).toEqual([80, 80 - differ])
    const kappa = found?.kappa as { value: number }
    expect(kappa.value).toBeGreaterThan(0.5)
    expect(kappa.value).toBeLessThan(1)
  })

  it('is chance where people do not look at what the judge does', async () => {
    const { run } = await pairsOf(300, 5)
    const random = seededRandom(3)
    const coins = Array.from({ length: 300 }, () => random() < 0.5)
    const found = preferencesByPeople(
      run,
      labelsOf(run, 300, (index) => coins[index] ?? false),
      resampling,
    )
    const kappa = found?.kappa as { interval?: { low: number; high: number } } | undefined
    expect(kappa?.interval?.low).toBeLessThan(0)
    expect(kappa?.interval?.high).toBeGreaterThan(0)
  })

  it('holds the win rate of people in its interval, over many draws of labels', async () => {
    const { run } = await pairsOf(200, 8)
    let held = 0
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      const said = Array.from({ length: 200 }, (_, index) =>
        random() < 0.2 ? index % 10 >= 8 : index % 10 < 8,
      )
      const draw = drawAnswers(run, preferenceId, { count: 60, seed }) as DrawRecord
      const [, ...labels] = labelsOf(run, 200, (index) => said[index] ?? false)
      const drawn = new Map(draw.answers.map((one) => [one.itemId, one.probability]))
      const lines = labels.flatMap((line) =>
        line.kind === 'label' && drawn.has(line.itemId)
          ? [{ ...line, probability: drawn.get(line.itemId), draw: draw.id }]
          : [],
      )
      const { winRate } = preferencesByPeople(run, [draw, ...lines], { ...resampling, resamples: 100 }) ?? {}
      const people = winRate?.people as { interval?: { low: number; high: number } } | undefined
      // Of all pairs like these: eight of ten, each said otherwise in one of five.
      const truth = 0.8 * 0.8 + 0.2 * 0.2
      const { low = 1, high = 0 } = people?.interval ?? {}
      held += Number(low <= truth && truth <= high)
    }
    expect(held).toBeGreaterThanOrEqual(184)
  })

  it('says nothing without labels, and why labels of other pairs say nothing', async () => {
    const { run } = await pairsOf(30, 5)
    expect(preferencesByPeople(run, [], resampling)).toBeUndefined()
    const other = { ...run, header: { ...run.header, id: 'other' } }
    const lines = labelsOf(other, 30, () => true).map((line) => ({ ...line, itemId: 'x' }) as never)
    const found = preferencesByPeople(run, lines, resampling)
    expect(found).toMatchObject({ labels: 0, kappa: { undefinedBecause: 'there are no rows' } })
    expect(found?.winRate.warnings.join(' ')).toContain('Labels were given to another run')
  })

  it('leaves labels of answers that have changed out of what judge and people have in common', async () => {
    const { run } = await pairsOf(60, 8)
    const lines = labelsOf(run, 60, (index) => index % 10 < 8).map((line, index) =>
      line.kind === 'label' && index > 40
        ? { ...line, answerHash: 'another', label: 'neither', value: 0.5 }
        : line,
    )
    const found = preferencesByPeople(run, lines, resampling)
    expect([found?.labels, found?.same, found?.winRate.labels]).toEqual([40, 40, 40])
  })

  it('stands in the report of pairs', async () => {
    const comparison = await pairsOf(100, 8)
    const people = preferencesByPeople(
      comparison.run,
      labelsOf(comparison.run, 60, (index) => index % 10 < 7),
      resampling,
    )
    const material = {
      ...{ comparisons: [comparison], names: {} },
      people: people === undefined ? {} : { [comparison.run.header.id]: people },
    }
    const text = pairsReport.terminal({ material, gates: [] }, { width: 120 })
    expect(text).toContain('Preferences of people')
    expect(text).toMatch(/Labels alone/)
    const json = JSON.parse(pairsReport.json({ material, gates: [] }))
    expect(json.comparisons[0].people).toMatchObject({ labels: 60 })
    const isReport = new Ajv({ strict: false }).compile(
      JSON.parse(readFileSync('schemas/pairs.json', 'utf8')),
    )
    expect([isReport(json), isReport.errors]).toEqual([true, null])
    expect(isReport({ ...json, version: 2 })).toBe(false)
    expect(pairsReport.html({ material, gates: [] })).toContain('Preferences of people')
  })

  it('says once, behind the table, why figures are missing, and where labels say nothing for the judge', async () => {
    const comparison = await pairsOf(100, 8)
    const told = (count: number, isWanted: (index: number) => boolean) => {
      const people = preferencesByPeople(
        comparison.run,
        labelsOf(comparison.run, count, isWanted),
        resampling,
      )
      const material = {
        ...{ comparisons: [comparison], names: {} },
        people: people === undefined ? {} : { [comparison.run.header.id]: people },
      }
      return pairsReport.terminal({ material, gates: [] }, { width: 200 })
    }
    const noBetter = 'do not show that the judge agrees with people beyond chance'
    const few = told(20, (index) => index % 10 < 8)
    expect(few.split('20 labels are too few')).toHaveLength(2)
    expect(few).not.toContain(noBetter)
    expect(told(60, (index) => index % 10 >= 8)).toContain(noBetter)
    expect(told(60, (index) => index % 10 < 7)).not.toContain(noBetter)
  })

  it('reads a place as the answer that stood there', () => {
    expect(preferenceAt('first', 'candidate')).toBe('candidate')
    expect(preferenceAt('second', 'candidate')).toBe('baseline')
    expect(preferenceAt('second', 'baseline')).toBe('candidate')
    expect(preferenceAt('neither', 'baseline')).toBe('neither')
  })
})
