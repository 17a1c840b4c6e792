import { describe, expect, it } from 'vitest'
import { audit } from '../../../src/features/audit/index.ts'
import { labelledScores } from '../../../src/features/audit/labelled-scores.ts'
import { sliceResults } from '../../../src/features/audit/slices.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { labelsOf, relevancy, runOfWorld, world } from '../labels/labelled.ts'
import { scriptedScorer } from './judges.ts'

const resampling = { seed: 1, level: 0.95, resamples: 1000 }

/** A run whose items have two fields, and a judge that is off by so much where the topic is refunds. */
function labelled(seed: number, off: number) {
  const random = seededRandom(seed)
  const judged = world({ items: 120, seed, kindness: 0 }).map(({ readings: _, ...one }) => one)
  const topics = judged.map(() => ['refunds', 'travel', 'food'][Math.floor(random() * 3)] as string)
  const run = runOfWorld(
    judged.map((one, index) => ({
      ...one,
      score: Math.min(
        1,
        Math.max(0, one.truth * 0.6 + 0.2 + (random() - 0.5) * 0.3 + (topics[index] === 'refunds' ? off : 0)),
      ),
    })),
    'run-1',
  )
  const items = run.items.map((item, index) => ({
    ...item,
    metadata: { topic: topics[index] as string, user: { tier: index % 2 }, ticket: `t${index}` },
  }))
  return { run: { ...run, items }, lines: labelsOf(judged, run, 100) }
}

const slicesOf = async (seed: number, off: number) => {
  const { run, lines } = labelled(seed, off)
  return sliceResults(labelledScores(run, lines, relevancy).rows, resampling)
}

describe('slices', () => {
  it('name the groups in which the judge is more wrong than elsewhere, and no others', async () => {
    const slices = await slicesOf(1, 0.35)
    const [first] = slices
    expect(first).toMatchObject({ field: 'topic', group: 'refunds', found: true })
    expect(first?.difference.value).toBeGreaterThan(0.15)
    expect(first?.error).toBeGreaterThan((first?.errorElsewhere ?? 0) + 0.15)
    expect(slices.filter(({ found, field }) => found && field !== 'topic')).toEqual([])
    // A field that names each item is no group, and two groups are one question.
    expect(slices.map(({ field }) => field)).not.toContain('ticket')
    expect(slices.filter(({ field }) => field === 'user.tier')).toHaveLength(1)
  })

  it('read a field with a dot in its name, as --by does', async () => {
    const { run, lines } = labelled(1, 0.35)
    const items = run.items.map(({ metadata: { topic }, ...item }) => ({
      ...item,
      metadata: { 'ask.topic': topic },
    }))
    const { rows } = labelledScores({ ...run, items }, lines, relevancy)
    const [first] = await sliceResults(rows, resampling)
    expect(first).toMatchObject({ field: 'ask.topic', group: 'refunds', found: true })
  })

  it('name none in more than one of twenty judges that are wrong everywhere alike', async () => {
    let wrong = 0
    for (let seed = 1; seed <= 60; seed++)
      if ((await slicesOf(seed, 0)).some(({ found }) => found)) wrong += 1
    // 5 % of 60 are 3; above 9 it is by chance once in a thousand times.
    expect(wrong).toBeLessThanOrEqual(9)
  })
})

describe('agreement with labels', () => {
  it('is beyond chance, with what people would score, and only with enough labels', async () => {
    const { run, lines } = labelled(1, 0.35)
    const options = { run, scorer: scriptedScorer({ noise: 0 }), probes: [], resamples: 1000 }
    const { people, slices, warnings } = await audit({ ...options, labels: lines })
    expect(people?.answers).toBe(100)
    expect(people?.ranking.figure).toBe('areaUnderCurve')
    expect(people?.kappa && 'value' in people.kappa ? people.kappa.value : 0).toBeGreaterThan(0.3)
    expect(people?.people).toMatchObject({ scorerId: 'relevancy', labels: 100 })
    expect(slices[0]).toMatchObject({ group: 'refunds', found: true })
    expect(warnings).toEqual([])
    const { version } = (await audit({ ...options, sample: 6 })).scorer
    expect(version).toBeDefined()
    const scoredBy = (one: string | undefined) => ({
      ...run,
      header: { ...run.header, scorers: [{ ...relevancy, version: one }] },
    })
    const same = await audit({ ...options, run: scoredBy(version), labels: lines })
    expect(same.warnings).toEqual([])
    const other = await audit({ ...options, run: scoredBy('of another judge'), labels: lines })
    expect(other.warnings).toEqual([
      expect.stringContaining('The comparison with people is about those scores, not about the judge'),
    ])
    const few = await audit({ ...options, labels: lines.slice(0, 12) })
    expect([few.people, few.slices]).toEqual([undefined, []])
    expect(few.warnings.join(' ')).toMatch(/12 labelled answers.*at least 25 are needed/)
  })
})
