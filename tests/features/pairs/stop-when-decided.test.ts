import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { comparePairs, compareRuns, readRun, summarise, summariseGroups } from '../../../src/evaluation.ts'
import { summariseByPeople } from '../../../src/features/labels/estimates/by-people.ts'
import { summarisePreferences } from '../../../src/features/pairs/compare-pairs.ts'
import { checkPreference } from '../../../src/features/pairs/preference-gate.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { pairJudge, runOf } from './pairs.ts'

const resampling = { seed: 1, level: 0.95, resamples: 2000 }
const draws = { stopWhenDecided: true, concurrency: 1 } as const

/** Answers whose grade says which one is the better. */
const graded = (grade: (index: number) => number, name: string, count = 100) =>
  runOf(
    Array.from({ length: count }, (_, index) => `grade ${grade(index)}`),
    name,
    (index) => ({ metadata: { kind: index % 2 } }),
  )
const gradeOf = (text: string) => Number(/grade (\d+)/.exec(text)?.[1])
const byGrade = () =>
  pairJudge(({ first, second }) =>
    gradeOf(first) === gradeOf(second) ? 'neither' : gradeOf(first) > gradeOf(second) ? 'first' : 'second',
  )
const newFile = () => join(mkdtempSync(join(tmpdir(), 'pairs-')), 'pairs.jsonl')

/** The candidate wins in so many of ten, evenly over the items. */
const winning = (of: number) => (index: number) => ((index * 7) % 10 < of ? 7 : 3)

const baseline = await graded(() => 5, 'before')
const better = await graded(winning(9), 'after')

describe('pairs that may stop', () => {
  it('stop as soon as it is decided, in an order of chance, and say so', async () => {
    const judge = byGrade()
    const [found] = await comparePairs([baseline, better], { model: judge, ...draws })
    const { pairs = 0 } = found?.sequential ?? {}
    expect(found?.run.end?.status).toBe('decided')
    expect(pairs).toBeGreaterThan(10)
    expect(pairs).toBeLessThan(60)
    expect(judge.requests).toHaveLength(2 * pairs)
    expect(found).toMatchObject({
      verdict: 'candidate',
      note: expect.stringMatching(`^Decided after ${pairs} of 100 pairs; `),
    })
    expect(found?.interval?.low).toBeGreaterThan(0.5)
    expect(found?.pValue).toBeUndefined()
    expect(found?.standardError).toBeUndefined()
    const asked = judge.requests.map(({ state }) => Number(/\d+/.exec(String(state.question))?.[0]))
    expect(asked).not.toEqual(asked.toSorted((one, other) => one - other))
  })

  it('have the interval of a sequence, wider than that of so many pairs by themselves', async () => {
    const [found] = await comparePairs([baseline, better], { model: byGrade(), ...draws })
    const { run } = found as NonNullable<typeof found>
    const { sequential: _, ...header } = run.header
    const [fixed] = summarisePreferences([{ run: { ...run, header } }], resampling)
    expect(fixed?.winRate).toBeCloseTo(found?.winRate ?? 0, 12)
    expect(found?.interval?.low).toBeLessThan(fixed?.interval?.low ?? 0)
  })

  it('are all judged where there is nothing to decide, and looked at together at the end', async () => {
    const alike = await graded(winning(5), 'alike')
    const [found] = await comparePairs([baseline, alike], { model: byGrade(), ...draws })
    expect(found).toMatchObject({ verdict: 'cannot tell', sequential: { pairs: 100, of: 100 } })
    expect(found?.note).toBe('Not decided by 100 pairs.')
    const few = await graded(winning(10), 'few', 6)
    const [atEnd] = await comparePairs([await graded(() => 5, 'first', 6), few], {
      ...{ model: byGrade(), ...draws },
    })
    expect(atEnd).toMatchObject({ verdict: 'candidate', note: 'Decided by all 6 pairs at the end.' })
  })

  it('count groups as one each', async () => {
    const group = (index: number) => ({ group: `g${index % 4}` })
    const answers = (grade: (index: number) => number) =>
      Array.from({ length: 40 }, (_, i) => `grade ${grade(i)}`)
    const runs = [
      await runOf(
        answers(() => 5),
        'a',
        group,
      ),
      await runOf(
        answers(() => 6),
        'b',
        group,
      ),
    ]
    const [found] = await comparePairs(runs, { model: byGrade(), ...draws })
    expect(found).toMatchObject({ clusters: 4, verdict: 'cannot tell', sequential: { pairs: 40 } })
  })

  it('of several runs share the level from the start', async () => {
    const runs = [baseline, better, await graded(winning(10), 'best')]
    const found = await comparePairs(runs, { model: byGrade(), ...draws })
    for (const { run, interval } of found) {
      expect(run.header.sequential?.level).toBeCloseTo(1 - 0.05 / 3, 12)
      expect(interval?.level).toBeCloseTo(1 - 0.05 / 3, 12)
    }
    expect(found[0]?.verdict).toBe('candidate')
  })

  it('go on after a budget, to the end that an undisturbed run has', async () => {
    const file = newFile()
    const judge = byGrade()
    const options = { model: judge, file, ...draws }
    const [cut] = await comparePairs([baseline, better], { ...options, budget: { calls: 10 } })
    expect(cut).toMatchObject({ verdict: 'cannot tell', sequential: { pairs: 5 } })
    expect([cut?.interval, cut?.pValue]).toEqual([undefined, undefined])
    expect(cut?.note).toBe('Not decided: the work was cut short; resume it to continue.')
    const [whole] = await comparePairs([baseline, better], { ...options, resume: true })
    const [undisturbed] = await comparePairs([baseline, better], { model: byGrade(), ...draws })
    const told = ({ run: _, ...rest }: object & { run?: unknown } = {}) => rest
    expect(told(whole)).toEqual(told(undisturbed))
    const calls = judge.requests.length
    const [again] = await comparePairs([baseline, better], { ...options, resume: true })
    expect([judge.requests.length, told(again)]).toEqual([calls, told(whole)])
    await expect(comparePairs([baseline, better], { model: judge, file, resume: true })).rejects.toThrow(
      'with different stopWhenDecided',
    )
  })

  it('are told the same of their file, by scores too, and pass for nothing else', async () => {
    const file = newFile()
    const [found] = await comparePairs([baseline, better], { model: byGrade(), file, ...draws })
    const stored = await readRun(file)
    const [again] = summarisePreferences([{ run: stored }], resampling)
    expect([again?.winRate, again?.interval]).toEqual([found?.winRate, found?.interval])
    const [summary] = summarise(stored)
    expect(summary).toMatchObject({ mean: found?.winRate, interval: found?.interval })
    expect(summary?.standardError).toBeUndefined()
    const [part] = summariseGroups(stored, 'kind').groups
    expect(part?.summaries[0]?.interval).toBeUndefined()
    expect(() => compareRuns(stored, stored)).toThrow('stopped when it was decided')
    const labels = stored.items.map(({ itemId }) => ({
      ...({
        kind: 'label',
        run: stored.header.id,
        scorerId: 'answer-preference',
        itemId,
        repeat: 1,
      } as const),
      ...{
        rater: 'ann',
        at: '2026-05-12T09:30:00Z',
        label: 'candidate',
        value: 1,
        first: 'baseline' as const,
      },
    }))
    expect(() => summariseByPeople(stored, labels)).toThrow(/to use labels, judge all pairs without stopping/)
  })

  it('pass and fail the gate by the sequence', async () => {
    const worse = await graded(winning(1), 'worse')
    const gate = async (run: EvaluationRun, budget = {}) => {
      const [found] = await comparePairs([baseline, run], { model: byGrade(), ...draws, budget })
      return found && checkPreference(found, 'it').result
    }
    expect(await gate(worse)).toBe('failed')
    expect(await gate(better)).toBe('passed')
    expect(await gate(worse, { calls: 14 })).toBe('cannot tell')
  })
})
