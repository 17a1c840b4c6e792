import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EvaluationItem } from '../../../src/evaluation/dataset/item.ts'
import type { EvaluateOptions } from '../../../src/evaluation/evaluate-options.ts'
import { Looks } from '../../../src/evaluation/sequential/looks.ts'
import {
  checkGates,
  compareRuns,
  type EvaluationRun,
  evaluate,
  evaluateVariants,
  readRun,
} from '../../../src/evaluation.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { makeRun, scorer } from '../support/runs.ts'
import { delay, folder, numberScorer, scorerOf } from '../support.ts'

const scorers = [{ scorer: numberScorer(), scale: 1 }]

/** Items that ask for 30 to 60, sorted by that; no two write their number alike. */
const data = (count = 100): EvaluationItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `q${index}`,
    input: (30 + Math.floor((30 * index) / count)).toFixed(index % 10),
  }))

/** Answers with the number that is asked for and as much more, give or take a little that depends on the input. */
const answering = (more: number) => (input: string) => String(Number(input) + more + (Number(input) % 3))

const run = (more: number, options: Partial<EvaluateOptions> = {}): Promise<EvaluationRun> =>
  evaluate({ target: answering(more), data: data(), scorers, ...options })

const baseline = await run(0)

describe('a run that stops when it is decided', () => {
  it('ends early where there is a difference, and says which', async () => {
    const better = await run(15, { stopWhenDecided: { baseline } })
    expect(better.end?.status).toBe('decided')
    // Those that were begun before the look at 50 end.
    expect(better.items.length).toBeLessThan(75)
    const [comparison] = compareRuns(baseline, better)
    expect(comparison).toMatchObject({ verdict: 'better', pairs: 50, sequential: { stoppedEarly: true } })
    expect(comparison?.note).toContain(
      'Decided by 50 of 100 items or groups; a difference that ends a run early is too large on average.',
    )
    expect(comparison?.interval?.low).toBeGreaterThan(0)
    for (const field of ['effectSize', 'detectableDifference', 'standardError'])
      expect(comparison).not.toHaveProperty(field, expect.any(Number))
    const worse = await run(-15, { stopWhenDecided: { baseline } })
    expect(compareRuns(baseline, worse)[0]?.verdict).toBe('worse')
  })

  /** Answers that are off by up to 16 of 100 either way, by chance. */
  const unsteady = (more: number, seed: number) => {
    const random = seededRandom(seed)
    return (input: string) => String(Number(input) + more + Math.floor(33 * random()) - 16)
  }

  it('allows for the looks at the end where it could not decide on the way', async () => {
    const few = { data: data(60), concurrency: 1 }
    const before = await run(0, few)
    const after = await run(0, { ...few, target: unsteady(0, 1), stopWhenDecided: { baseline: before } })
    expect([after.end?.status, after.items.length]).toEqual(['complete', 60])
    const [comparison] = compareRuns(before, after)
    expect(comparison).toMatchObject({
      pairs: 60,
      sequential: { stoppedEarly: false },
      interval: { level: 0.95 },
      note: 'The interval allows for the looks on the way.',
    })
    const { sequential: _, ...header } = after.header
    const [usual] = compareRuns(before, { ...after, header })
    const widthOf = ({ low, high } = { low: 0, high: 0 }) => high - low
    // 2.04 standard errors in place of 1.96.
    expect(widthOf(comparison?.interval) / widthOf(usual?.interval)).toBeCloseTo(1.04, 1)
    expect(widthOf(comparison?.interval)).toBeGreaterThan(widthOf(usual?.interval))
    // Of a run that was cut short nobody may look at the end.
    const cut = { ...after, end: { ...after.end, status: 'cancelled' } } as EvaluationRun
    expect(compareRuns(before, cut)).toMatchObject([
      { verdict: 'cannot tell', note: 'Not decided: the run was cut short.' },
    ])
  })

  it('takes the groups of its baseline, where its own data have none any more', async () => {
    const grouped = data(60).map((item, index) => (index < 40 ? { ...item, group: 'one' } : item))
    const before = await run(0, { data: grouped })
    const target = (input: string) => String(Number(input) + (Number(input) < 50 ? 39 : 37))
    const runs = [grouped, data(60)].map((items) =>
      run(0, { data: items, target, concurrency: 1, stopWhenDecided: { baseline: before } }),
    )
    const [known, lost] = (await Promise.all(runs)).map((after) => compareRuns(before, after)[0])
    expect(lost).toEqual(known)
    expect(lost).toMatchObject({ clusters: 16, sequential: { stoppedEarly: true } })
    const renamed = grouped.map((item) => (item.group === undefined ? item : { ...item, group: 'other' }))
    const again = await run(0, {
      data: renamed,
      target: (input) => String(Number(input) + (Number(input) < 50 ? 15 : -15)),
      concurrency: 1,
      stopWhenDecided: { baseline: before },
    })
    expect(compareRuns(before, again)[0]).toMatchObject({ clusters: 21 })
  })

  it('says of a single difference that it decides nothing', async () => {
    const together = data(4).map((item) => ({ ...item, group: 'one' }))
    const before = await run(0, { data: together })
    const after = await run(9, { data: together, stopWhenDecided: { baseline: before } })
    expect(compareRuns(before, after)[0]).toMatchObject({
      verdict: 'cannot tell',
      note: expect.stringContaining('No interval: at least 6 groups are needed'),
    })
  })

  it('is hardly ever decided where nothing changed, on the way or at the end', async () => {
    let decided = 0
    for (let seed = 1; seed <= 60; seed++) {
      const few = { data: data(20), concurrency: 1 }
      const before = await run(0, { ...few, target: unsteady(0, seed) })
      const after = await run(0, {
        ...few,
        target: unsteady(0, 1000 + seed),
        stopWhenDecided: { baseline: before },
      })
      if (compareRuns(before, after, { resamples: 1000 })[0]?.verdict !== 'cannot tell') decided += 1
    }
    // 5 % may be.
    expect(decided).toBeLessThanOrEqual(6)
  })

  it('is not decided by gains so small that rare losses outweigh them, of which none was seen yet', async () => {
    // One in ten loses 45, the others gain 5: nothing is lost on average, and the first items may all gain.
    const few = { data: data(30), concurrency: 1 }
    const before = await run(0, few)
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const target = (input: string) => {
        const usual = Number(input) + (Number(input) % 3)
        return String(random() < 0.1 ? Math.max(0, usual - 45) : usual + 5)
      }
      const after = await run(0, { ...few, target, stopWhenDecided: { baseline: before } })
      expect(after.end?.status).toBe('complete')
    }
  })

  it('answers all where nothing changed, and says so', async () => {
    const same = await run(0, { stopWhenDecided: { baseline } })
    expect([same.end?.status, same.items.length]).toEqual(['complete', 100])
    expect(compareRuns(baseline, same)).toMatchObject([
      { verdict: 'same', pairs: 100, sequential: { stoppedEarly: false } },
    ])
  })

  it.each([
    ['passes where the mean lost what is allowed by default', -5, {}, 'passed', 'no loss is shown'],
    ['cannot tell where it lost more', -6, {}, 'cannot tell', 'lies on both sides'],
    ['cannot tell where the loss was named', -5, { loss: 0.05 }, 'cannot tell', 'lies on both sides'],
    ['passes a gain', 6, {}, 'passed', 'no loss is shown'],
  ])('%s, and it ends undecided', async (_, more, allowed, result, sentence) => {
    for (const lowerIsBetter of [false, true]) {
      const options = { data: data(12), scorers: [{ scorer: numberScorer(), scale: 1, lowerIsBetter }] }
      const before = await run(0, options)
      const change = lowerIsBetter ? -more : more
      const after = await run(0, {
        ...options,
        // Half of the inputs are even.
        target: (input) => answering(change + (Number(input) % 2 === 0 ? 30 : -30))(input),
        stopWhenDecided: { baseline: before },
      })
      const [comparison] = compareRuns(before, after)
      expect(comparison).toMatchObject({ pairs: 12, sequential: { stoppedEarly: false } })
      expect(checkGates(after, allowed, { baseline: before })).toMatchObject([
        { gate: 'fail if worse', result, sentence: expect.stringContaining(sentence) },
      ])
    }
  })

  it('counts answers that are done again as they are then', async () => {
    const file = join(folder(), 'run.jsonl')
    let isDown = true
    const target = (input: string) => {
      if (isDown) throw new Error('down')
      return answering(15)(input)
    }
    const options = { target, file, stopWhenDecided: { baseline }, attempts: 1 }
    await run(15, options)
    isDown = false
    const again = await run(15, { ...options, resume: true })
    expect(again.end?.status).toBe('decided')
    expect(again.items.filter(({ failure }) => failure === undefined).length).toBeLessThan(80)
  })

  it('waits until each of its scorers is decided', async () => {
    const other = { scorer: scorerOf('other', () => 0.5), scale: 1 }
    const both = [...scorers, other]
    const before = await run(0, { scorers: both })
    const after = await run(15, { scorers: both, stopWhenDecided: { baseline: before } })
    expect(after.end?.status).toBe('complete')
    expect(compareRuns(before, after).map(({ verdict }) => verdict)).toEqual(['better', 'same'])
  })

  it('answers in a random order, an item with all of its repeats', async () => {
    const asked: string[] = []
    const target = (input: string) => {
      asked.push(input)
      return answering(0)(input)
    }
    const before = await run(0, { repeats: 2 })
    const options = { target, repeats: 2, concurrency: 1, stopWhenDecided: { baseline: before } }
    await run(0, options)
    const items = asked.filter((_, index) => index % 2 === 0)
    expect(items).toEqual(asked.filter((_, index) => index % 2 === 1))
    expect(items).not.toEqual(items.toSorted())
    // Of sorted data, what comes first is like the rest.
    const mean = (inputs: readonly string[]) =>
      inputs.reduce((sum, input) => sum + Number(input), 0) / inputs.length
    expect(Math.abs(mean(items.slice(0, 30)) - mean(items))).toBeLessThan(5)
  })

  it('decides the same whatever order the answers come in', async () => {
    const { header } = await run(12, { stopWhenDecided: { baseline } })
    const decisions = await Promise.all(
      [1, 2, 3].map(async (seed) => {
        const random = seededRandom(seed)
        const target = async (input: string) => {
          await delay(random() * 15)
          return answering(12)(input)
        }
        const found = await run(12, { target, stopWhenDecided: { baseline }, concurrency: 2 + 3 * seed })
        return compareRuns(baseline, found)[0]?.pairs
      }),
    )
    expect(header.sequential?.baseline).toBe(baseline.header.id)
    expect(decisions[0]).toBeGreaterThan(5)
    expect(new Set(decisions).size).toBe(1)
  })

  it('goes on where it was stopped, and has nothing to do once it is decided', async () => {
    const whole = await run(15, { stopWhenDecided: { baseline }, concurrency: 1 })
    const file = join(folder(), 'run.jsonl')
    const stop = new AbortController()
    let asked = 0
    const target = (input: string) => {
      asked += 1
      if (asked === 6) stop.abort()
      return answering(15)(input)
    }
    const options = { target, file, stopWhenDecided: { baseline }, concurrency: 1 }
    const first = await run(15, { ...options, signal: stop.signal })
    expect(first.end?.status).toBe('cancelled')
    expect(compareRuns(baseline, first)[0]).toMatchObject({
      verdict: 'cannot tell',
      note: 'Not decided: the run was cut short.',
    })
    const second = await run(15, { ...options, resume: true })
    expect(second.end?.status).toBe('decided')
    expect(second.items.map(({ itemId }) => itemId)).toEqual(whole.items.map(({ itemId }) => itemId))
    const sequential = (found: EvaluationRun) => compareRuns(baseline, found)[0]
    expect(sequential(await readRun(file))).toEqual(sequential(whole))
    const before = asked
    expect((await run(15, { ...options, resume: true })).end?.status).toBe('decided')
    expect(asked).toBe(before)
    await expect(run(15, { target, file, resume: true })).rejects.toThrow(
      /run with different stopWhenDecided/,
    )
  })

  it('leaves what the baseline was not asked to the end', async () => {
    const grown = [...data(100), ...data(30).map(({ input }, index) => ({ id: `new ${index}`, input }))]
    const after = await run(15, { data: grown, stopWhenDecided: { baseline } })
    expect(after.end?.status).toBe('decided')
    expect(after.items.filter(({ itemId }) => itemId.startsWith('new'))).toEqual([])
  })

  it('is held against its gates as a whole run, and its decision is that of the gate', async () => {
    const worse = await run(-15, { stopWhenDecided: { baseline } })
    const outcomes = checkGates(worse, {}, { baseline })
    expect(outcomes).toMatchObject([{ gate: 'fail if worse', result: 'failed' }])
    const better = await run(15, { stopWhenDecided: { baseline } })
    expect(checkGates(better, {}, { baseline })).toMatchObject([{ result: 'passed' }])
    const same = await run(0, { data: data().toReversed(), stopWhenDecided: { baseline } })
    expect(checkGates(same, {}, { baseline })).toMatchObject([{ result: 'passed' }])
  })

  it('is compared with nothing but its baseline', async () => {
    const part = await run(15, { stopWhenDecided: { baseline } })
    const other = await run(5)
    expect(() => compareRuns(other, part)).toThrow(/stopped when it was decided against run/)
    expect(() => compareRuns(part, other)).toThrow(/stopped when it was decided/)
    await expect(run(0, { stopWhenDecided: { baseline: part } })).rejects.toThrow(
      /stopped when it was decided/,
    )
  })

  it.each<[string, Partial<EvaluateOptions>, RegExp]>([
    ['other items', { data: [{ id: 'x', input: '1' }] }, /no item is in both/],
    ['a scorer without a scale', { scorers: [numberScorer()] }, /had the scale 1 before and has unknown/],
    ['other scorers', { scorers: [{ scorer: numberScorer('other'), scale: 1 }] }, /no scorer in common/],
    ['a level', { stopWhenDecided: { baseline, level: 0.3 } }, /level/],
    ['no baseline', { stopWhenDecided: { baseline: 'run.jsonl' as never } }, /must be a run/],
  ])('refuses %s before anything is answered', async (_, options, message) => {
    let asked = 0
    const target = () => String(++asked)
    await expect(run(0, { target, stopWhenDecided: { baseline }, ...options })).rejects.toThrow(message)
    expect(asked).toBe(0)
  })

  it('is not one of several variants', async () => {
    const work = evaluateVariants({
      targets: { one: answering(0), other: answering(1) },
      data: data(),
      scorers,
      ...{ stopWhenDecided: { baseline } },
    })
    await expect(work).rejects.toThrow(/with one target only/)
  })
})

describe('looks at a run', () => {
  const relevancy = scorer('relevancy')
  const records = (count: number) =>
    makeRun(
      Array.from({ length: count }, (_, index) => ({ id: `${index}`, outcomes: { relevancy: 0 } })),
      [relevancy],
    ).items
  const clusters = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, itemIds: [`${index}`] }))

  function looked(order: readonly number[], decideAt = Number.POSITIVE_INFINITY) {
    const found: { items: number; level: number }[] = []
    const looks = new Looks(clusters(10), {
      ...{ count: 10, repeats: 1, level: 0.95 },
      decides: ({ items, level }) => {
        found.push({ items: items.length, level })
        return items.length >= decideAt
      },
    })
    const all = records(10)
    for (const index of order) looks.add(all[index] as (typeof all)[number])
    return { found, looks }
  }

  it('are after a half and three quarters of it, at levels that fall', () => {
    const { found } = looked([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(found.map(({ items }) => items)).toEqual([5, 8])
    // 1.9877 standard errors of the whole run: 3.34 and 2.35 of the part.
    for (const [index, level] of [0.99917, 0.98121].entries())
      expect(found[index]?.level).toBeCloseTo(level, 4)
  })

  it('wait for what comes first, and end with the first that decides', () => {
    expect(looked([9, 8, 7, 6, 5, 4, 3, 2, 1]).found).toEqual([])
    const { found, looks } = looked([3, 2, 1, 0, 5, 4, 6, 7, 8, 9], 5)
    expect(found.map(({ items }) => items)).toEqual([5])
    expect(looks.decided?.items.map(({ itemId }) => itemId)).toEqual(['0', '1', '2', '3', '4'])
  })
})

it('reads a run that stopped by the older rule, without an interval', async () => {
  const better = await run(15, { stopWhenDecided: { baseline } })
  const { clusters: _, ...sequential } = better.header.sequential as NonNullable<
    EvaluationRun['header']['sequential']
  >
  const old: EvaluationRun = { ...better, header: { ...better.header, sequential } }
  expect(compareRuns(baseline, old)).toMatchObject([
    { verdict: 'cannot tell', note: expect.stringContaining('by the rule of an earlier version') },
  ])
  expect(compareRuns(baseline, old)[0]?.interval).toBeUndefined()
})
