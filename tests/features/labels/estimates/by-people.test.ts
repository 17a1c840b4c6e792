import { describe, expect, it } from 'vitest'
import { checkLossesByPeople } from '../../../../src/evaluation/gates/people-gates.ts'
import { checkGates } from '../../../../src/evaluation.ts'
import { summariseByPeople } from '../../../../src/features/labels/estimates/by-people.ts'
import { compareByPeople } from '../../../../src/features/labels/estimates/compare-by-people.ts'
import type { LabelRecord } from '../../../../src/features/labels/file/label-record.ts'
import type { EvaluationRun } from '../../../../src/run/record.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { holm } from '../../../../src/statistics/significance.ts'
import { type Judged, labelsOf, relevancy, runOfWorld, world } from '../labelled.ts'

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
const truthOf = (judged: readonly Judged[]) => mean(judged.map(({ truth }) => truth))

const judged = world()
const run = runOfWorld(judged, 'run-1')
const lines = labelsOf(judged, run, 100)

describe('the mean that people would give', () => {
  it('is nearer to the truth than a kind judge, with an interval narrower than of the labels alone', () => {
    const [summary] = summariseByPeople(run, lines)
    if (!summary || !('interval' in summary.people) || !('interval' in summary.labelsAlone))
      throw new Error('there is an interval')
    const truth = truthOf(judged)
    expect(summary.judge - truth).toBeGreaterThan(0.05)
    const { interval, value } = summary.people
    expect(Math.abs(value - truth)).toBeLessThan(summary.judge - truth)
    expect(interval?.low).toBeLessThan(truth)
    expect(interval?.high).toBeGreaterThan(truth)
    const width = ({ low, high }: { low: number; high: number } = { low: 0, high: 0 }) => high - low
    expect(width(interval)).toBeLessThan(0.9 * width(summary.labelsAlone.interval))
    expect(summary).toMatchObject({ labels: 100, items: 400, selfSelected: false, warnings: [] })
  })

  it('holds the truth in about 95 % of draws', () => {
    let held = 0
    for (let seed = 1; seed <= 200; seed++) {
      const [summary] = summariseByPeople(run, labelsOf(judged, run, 60, { seed }))
      if (!summary || !('interval' in summary.people) || !summary.people.interval) throw new Error('none')
      const { low, high } = summary.people.interval
      if (low <= truthOf(judged) && truthOf(judged) <= high) held += 1
    }
    // 200 draws: three standard errors below 95 %.
    expect(held).toBeGreaterThanOrEqual(181)
  })

  it('is refused for too few labels, with the number that it takes', () => {
    const [summary] = summariseByPeople(run, labelsOf(judged, run, 12))
    expect(summary?.people).toEqual({
      undefinedBecause: '12 labels are too few: at least 25 drawn at random are needed.',
      labelsNeeded: 25,
    })
  })

  it('does not ask for more labels where every answer of the run has one', () => {
    const few = world({ items: 24 })
    const whole = runOfWorld(few, 'run-24')
    const [summary] = summariseByPeople(whole, labelsOf(few, whole, 24))
    expect(summary?.people).toMatchObject({
      undefinedBecause:
        '24 labels are too few: at least 25 are needed, and every answer has one, so run more items.',
    })
    const [some] = summariseByPeople(whole, labelsOf(few, whole, 10))
    expect(some?.people).toMatchObject({
      undefinedBecause:
        '10 labels are too few: at least 25 drawn at random are needed, and this run has only 24 scored answers: label a run with more items.',
    })
  })

  it('is not there for a scorer that nobody labelled, or that scored nothing', () => {
    expect(summariseByPeople(run, [])).toEqual([])
    expect(summariseByPeople(runOfWorld([], 'run-1'), lines)).toEqual([])
  })

  it('does not count labels of another run of which some answers have changed', () => {
    const later = judged.map((one, index) => (index % 2 ? { ...one, answer: `${one.answer}, again` } : one))
    const [summary] = summariseByPeople(runOfWorld(later, 'run-2'), lines)
    expect(summary?.labels).toBe(0)
    const changed = lines.filter((line) => line.kind === 'label' && Number(line.itemId.slice(1)) % 2).length
    expect(summary?.warnings).toEqual([
      `Labels of another run (run-1): ${changed} of 100 are of answers that have changed in this one, so none of them is used. The unchanged answers are not a random draw of all, so nothing shows how far the judge is from people on the changed ones. Label answers of this run.`,
    ])
  })

  it('counts labels of another run whose only label of a changed answer was taken back', () => {
    const label = lines.find((line): line is LabelRecord => line.kind === 'label') as LabelRecord
    const later = judged.map((one) => (one.id === label.itemId ? { ...one, answer: 'another' } : one))
    const { run: of, scorerId, itemId, repeat, rater, at } = label
    const undone = { kind: 'undone', run: of, scorerId, itemId, repeat, rater, at } as const
    const [summary] = summariseByPeople(runOfWorld(later, 'run-2'), [...lines, undone])
    expect(summary?.labels).toBe(99)
  })

  it('counts labels of another run with the very same answers, and says so', () => {
    const [summary] = summariseByPeople(runOfWorld(judged, 'run-2'), lines)
    expect(summary?.labels).toBe(100)
    expect(summary?.warnings.join(' ')).toMatch(/another run \(run-1\)/)
  })
})

describe('gates by people', () => {
  const known = summariseByPeople(run, lines)
  const gate = (limit: number, summaries = known) =>
    checkGates(run, { relevancy: limit }, { people: { summaries } })[0]

  it('are decided by the whole interval', () => {
    const truth = truthOf(judged)
    expect(gate(truth - 0.2)).toMatchObject({ gate: 'mean', result: 'passed' })
    expect(gate(truth + 0.2)).toMatchObject({ result: 'failed' })
    expect(gate(truth)).toMatchObject({ result: 'cannot tell' })
    expect(gate(truth - 0.2)?.sentence).toMatch(
      /^By people, relevancy would have a mean of 0\.\d+, 95 % interval 0\.\d+ to 0\.\d+, from 100 labels; the limit is 0\.\d+, and none of the interval is worse\.$/,
    )
  })

  it('fail a run that a kind judge would pass', () => {
    const kind = mean(judged.map(({ score }) => score))
    const limits = { relevancy: kind - 0.001 }
    expect(checkGates(run, limits)[0]?.result).toBe('passed')
    const strict = world({ items: 2000, kindness: 0.25 })
    const strictRun = runOfWorld(strict, 'run-3')
    const people = { summaries: summariseByPeople(strictRun, labelsOf(strict, strictRun, 300)) }
    const limit = { relevancy: mean(strict.map(({ score }) => score)) - 0.02 }
    expect(checkGates(strictRun, limit)[0]?.result).toBe('passed')
    expect(checkGates(strictRun, limit, { people })[0]?.result).toBe('failed')
  })

  it('cannot tell with too few labels, with none, and with those that people chose to give', () => {
    expect(gate(0.1, summariseByPeople(run, labelsOf(judged, run, 12)))).toMatchObject({
      result: 'cannot tell',
      sentence: expect.stringContaining('12 labels are too few: at least 25'),
    })
    expect(gate(0.1, [])).toMatchObject({
      result: 'cannot tell',
      sentence: expect.stringContaining('it has no labels, and at least 25 are needed'),
    })
    expect(
      gate(0.1, summariseByPeople(run, labelsOf(judged, run, 100, { selfSelected: true }))),
    ).toMatchObject({
      result: 'cannot tell',
      sentence: expect.stringContaining('no interval can correct for that'),
    })
  })

  it('turn round where lower is better', () => {
    const scorer = { ...relevancy, lowerIsBetter: true }
    const turned = runOfWorld(judged, 'run-1', scorer)
    const people = { summaries: summariseByPeople(turned, lines) }
    const result = (limit: number) => checkGates(turned, { relevancy: limit }, { people })[0]?.result
    expect([0.3, truthOf(judged), 0.9].map(result)).toEqual(['failed', 'cannot tell', 'passed'])
  })
})

describe('a comparison by people', () => {
  const before = world({ items: 600, seed: 7, quality: 0.7 })
  // The same questions, other answers: worse ones that the judge likes as well.
  const after = world({ items: 600, seed: 8, quality: 0.45, kindness: 0.3 })
  const [first, second] = [runOfWorld(before, 'before'), runOfWorld(after, 'after')]
  const both = [...labelsOf(before, first, 150, { seed: 3 }), ...labelsOf(after, second, 150, { seed: 3 })]

  it('finds a loss that the judge does not see, paired where the same items are labelled', () => {
    const [comparison] = compareByPeople(first, second, both)
    if (!comparison || !('interval' in comparison.people)) throw new Error('there is an interval')
    expect(comparison.isPaired).toBe(true)
    expect(comparison.people.interval?.high).toBeLessThan(-0.1)
    expect(comparison.judge).toBeGreaterThan(comparison.people.value + 0.1)
    const people = { summaries: [], comparisons: [comparison] }
    expect(checkGates(second, {}, { baseline: first, people })).toMatchObject([
      {
        gate: 'fail if worse',
        result: 'failed',
        sentence: expect.stringMatching(/^By people, relevancy changed by −0\./),
      },
    ])
  })

  it('does not take the answers of one day for the agent: answering anew it fails in 1 of 20 at most', () => {
    // Each question is found good with a chance of its own; labels of all answers, or of half.
    const answered = (shares: readonly number[], seed: number) => {
      const random = seededRandom(seed)
      return world({ items: shares.length, seed }).map((one, place): Judged => {
        const { readings: _, ...rest } = one
        return { ...rest, truth: random() < (shares[place] as number) ? 1 : 0 }
      })
    }
    const failures = ([labelled, items]: readonly [number, number]) => {
      let failed = 0
      for (let seed = 1; seed <= 200; seed++) {
        const random = seededRandom(seed)
        const shares = Array.from({ length: items }, () => random() ** (1 / 3))
        const days = [1000 + seed, 2000 + seed].map((day) => answered(shares, day)) as [Judged[], Judged[]]
        const [baseline, again] = [runOfWorld(days[0], 'before'), runOfWorld(days[1], 'after')]
        const lines = [
          ...labelsOf(days[0], baseline, labelled, { seed }),
          ...labelsOf(days[1], again, labelled, { seed }),
        ]
        const [outcome] = checkLossesByPeople(
          [relevancy],
          { all: 0, byScorer: new Map() },
          compareByPeople(baseline, again, lines),
        )
        if (outcome?.result === 'failed') failed++
      }
      return failed
    }
    // 1 of 40 are due; of 200, three standard errors are 7 more.
    expect(failures([60, 60])).toBeLessThanOrEqual(12)
    expect(failures([50, 100])).toBeLessThanOrEqual(12)
  })

  describe('of several scorers', () => {
    /** Each two worlds by a scorer of their own, of which the first few got worse by chance or in truth. */
    const several = (losses: readonly number[], seed: number) => {
      const parts = losses.map((loss, place) => {
        const scorer = { ...relevancy, id: `s${place}` }
        const of = (quality: number, day: number, id: string) => {
          const all = world({ items: 200, seed: seed + 31 * place + day, quality })
          const plain = all.map(({ readings: _, ...one }, index) => ({ ...one, answer: `${id} ${index}` }))
          const made = runOfWorld(plain, id, scorer)
          return { made, lines: labelsOf(plain, made, 80, { seed: 3 }) }
        }
        return { scorer, before: of(0.7, 1000, 'before'), after: of(0.7 - loss, 2000, 'after') }
      })
      const merged = (which: 'before' | 'after'): EvaluationRun => {
        const runs = parts.map((part) => part[which].made)
        const [first] = runs as [EvaluationRun]
        return {
          ...first,
          header: { ...first.header, scorers: parts.map(({ scorer }) => scorer) },
          items: first.items.map((item, index) => ({
            ...item,
            scores: Object.assign({}, ...runs.map(({ items }) => items[index]?.scores)),
          })),
        }
      }
      const lines = parts.flatMap(({ before, after }) => [...before.lines, ...after.lines])
      return {
        parts,
        scorers: parts.map(({ scorer }) => scorer),
        comparisons: compareByPeople(merged('before'), merged('after'), lines),
      }
    }
    const results = ({ scorers, comparisons }: ReturnType<typeof several>) =>
      checkLossesByPeople(scorers, { all: 0, byScorer: new Map() }, comparisons).map(({ result }) => result)

    it('decides them together, with one answer for gate, word and interval', () => {
      const seen = new Set<string>()
      for (let seed = 1; seed <= 12; seed++) {
        const found = several([0.25, 0.12, 0, 0, 0], seed)
        for (const [index, { verdict, people, together }] of found.comparisons.entries()) {
          if (!('interval' in people) || !people.interval) throw new Error('there is an interval')
          const side = people.interval.high < 0 ? 'worse' : people.interval.low > 0 ? 'better' : undefined
          // A later step decides by an interval that is narrower than the joint one.
          if (side !== undefined) expect(verdict).toBe(side)
          expect(people.interval.level).toBeCloseTo(0.99, 12)
          expect(results(found)[index] === 'failed').toBe(verdict === 'worse')
          expect(together).toMatchObject({ comparisons: 5, level: 0.95 })
          seen.add(verdict)
        }
      }
      expect(seen).toContain('worse')
      expect(seen).toContain('cannot tell')
    })

    /** The smallest level of error at which the interval of one scorer by itself is beyond 0, by halving. */
    const slowPValue = ({ before, after }: ReturnType<typeof several>['parts'][number]) => {
      const isBeyond = (error: number) => {
        const lines = [...before.lines, ...after.lines]
        const [alone] = compareByPeople(before.made, after.made, lines, { level: 1 - error })
        return alone?.verdict !== 'cannot tell'
      }
      let [low, high] = [1e-9, 0.49]
      if (!isBeyond(high)) return 1
      for (let step = 0; step < 16; step++) {
        const middle = Math.sqrt(low * high)
        if (isBeyond(middle)) high = middle
        else low = middle
      }
      return high
    }

    it("decides as Holm's correction of their p-values does, one by one", () => {
      const said = { decided: 0, open: 0 }
      for (let seed = 21; seed <= 23; seed++) {
        const { parts, comparisons } = several([0.25, 0.15, 0.15, 0, 0], seed)
        const pValues = parts.map(slowPValue)
        const adjusted = holm(pValues)
        for (const [index, { verdict }] of comparisons.entries()) {
          const isDecided = (adjusted[index] as number) <= 0.05
          expect(verdict !== 'cannot tell').toBe(isDecided)
          said[isDecided ? 'decided' : 'open'] += 1
        }
        for (const { people } of comparisons)
          if ('interval' in people) expect(people.interval?.level).toBeCloseTo(1 - 0.05 / 5, 12)
      }
      expect(Math.min(said.decided, said.open)).toBeGreaterThan(3)
    })

    it('fails an unchanged agent with ten scorers in 1 of 20 at most', () => {
      const unchanged = Array.from({ length: 40 }, (_, seed) =>
        results(several(Array(10).fill(0), 1 + 997 * seed)),
      )
      // 1 of 40 is due for all ten together; each by itself would fail in 1 of 5.
      expect(unchanged.filter((all) => all.includes('failed')).length).toBeLessThanOrEqual(4)
    })

    it('is not told of labels that people chose to give, which do not count among the others', () => {
      const chosen = labelsOf(before, first, 150, { selfSelected: true })
      const [comparison] = compareByPeople(first, second, [...chosen, ...labelsOf(after, second, 150)])
      expect(comparison).toMatchObject({ verdict: 'cannot tell', selfSelected: true })
      expect(JSON.stringify(comparison)).not.toContain('"interval"')
      expect(comparison).not.toHaveProperty('together')
    })
  })

  it('is refused as a gate where it is about the answers of these runs alone', () => {
    const comparisons = compareByPeople(first, second, both, { population: 'items' })
    expect(checkGates(second, {}, { baseline: first, people: { summaries: [], comparisons } })).toMatchObject(
      [{ result: 'cannot tell', sentence: expect.stringContaining('about these answers alone') }],
    )
  })

  it('takes two draws of their own where other items are labelled', () => {
    const apart = [...labelsOf(before, first, 150), ...labelsOf(after, second, 120, { seed: 9 })]
    const [comparison] = compareByPeople(first, second, apart)
    expect(comparison).toMatchObject({ isPaired: false, labels: { baseline: 150, candidate: 120 } })
  })

  it('needs labels of both runs', () => {
    const [comparison] = compareByPeople(first, second, labelsOf(before, first, 150))
    expect(comparison?.people).toMatchObject({
      undefinedBecause: expect.stringContaining('0 labels are too few'),
    })
  })

  it('is refused where the scale or the direction of the scorer was changed', () => {
    const compareWith = (scorer: Partial<typeof relevancy>) =>
      compareByPeople(runOfWorld(before, 'before', { ...relevancy, ...scorer }), second, both)
    expect(() => compareWith({ scale: 10 })).toThrow(/relevancy had the scale 10 before and has 1 after/)
    expect(() => compareWith({ lowerIsBetter: true })).toThrow(/lower is better/)
  })

  it('is refused of a run whose answers were chosen by its scores, and so is a mean', () => {
    const decided: EvaluationRun = {
      ...second,
      end: { kind: 'end', at: '2026-11-25T00:00:00.000Z', status: 'decided' },
    }
    const why = /stopped when it was decided.*to use labels, answer all items without stopping/
    expect(() => compareByPeople(first, decided, both)).toThrow(why)
    expect(() => summariseByPeople(decided, both)).toThrow(why)
    expect(summariseByPeople(decided, labelsOf(before, first, 150))).toHaveLength(1)
  })

  it('is over the questions that both asked', () => {
    const fewer = runOfWorld(after.slice(0, 500), 'after')
    const changed = {
      ...fewer,
      items: fewer.items.map((item, index) => (index < 50 ? { ...item, input: 'another' } : item)),
    }
    const [comparison] = compareByPeople(first, changed, both)
    expect(comparison?.items).toBe(450)
  })
})
