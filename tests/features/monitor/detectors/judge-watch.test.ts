import { describe, expect, test } from 'vitest'
import { createInquiry, Inquiry } from '../../../../src/features/monitor/detectors/inquiry.ts'
import { createJudgeWatch, JudgeWatch } from '../../../../src/features/monitor/detectors/judge-watch.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

/** Anchors in random order, whose scores move by `shift` on average, up and down besides. */
function anchors(count: number, shift: number, seed = 1, scale = 1) {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, time) => {
    const noise = (random() < 0.5 ? 0.05 : -0.05) + shift
    return { stored: 0.5 * scale, score: (0.5 + noise) * scale, time }
  })
}

const calm = { changed: undefined }

describe('a watch of the judge', () => {
  test.each([
    ['lower', -0.2],
    ['higher', 0.2],
  ] as const)('tells that scores became %s, once', (direction, shift) => {
    const watch = createJudgeWatch({ scale: 10 })
    const told = [...anchors(200, 0, 1, 10), ...anchors(800, shift, 2, 10)].map((anchor) => watch.add(anchor))
    const alarms = told.flatMap((event, index) => (event ? [{ ...event, index }] : []))
    expect(alarms).toMatchObject([{ kind: 'alarm', reference: 0 }])
    expect(alarms[0]?.index).toBeGreaterThanOrEqual(200)
    expect(alarms[0]?.since.mean).toBeCloseTo(10 * shift, 0)
    expect(watch.changed).toBe(direction)
  })

  test('says nothing of a judge that stays as it is, nor of a change that is allowed', () => {
    const watch = createJudgeWatch({ scale: 1 })
    for (const anchor of [...anchors(2000, 0), ...anchors(2000, -0.03)])
      expect(watch.add(anchor)).toBeUndefined()
    expect(watch.changed).toBeUndefined()
  })

  test('goes on from its state as if it had never been away', () => {
    const whole = createJudgeWatch({ scale: 1, allowed: 0.01 })
    let resumed = createJudgeWatch({ scale: 1, allowed: 0.01 })
    for (const anchor of [...anchors(50, 0), ...anchors(300, 0.3)]) {
      resumed = new JudgeWatch(JSON.parse(JSON.stringify(resumed.state())))
      expect(resumed.add(anchor)).toEqual(whole.add(anchor))
    }
    expect(whole.changed).toBe('higher')
    expect(resumed.state()).toEqual(whole.state())
  })

  test('refuses scores out of range and wrong options', () => {
    const watch = createJudgeWatch({ scale: 1 })
    expect(() => watch.add({ stored: 0.5, score: 1.2, time: 0 })).toThrow(RangeError)
    expect(() => watch.add({ stored: -0.5, score: 0.2, time: 0 })).toThrow(RangeError)
    expect(() => createJudgeWatch({ scale: 0 })).toThrow(TypeError)
    expect(() => createJudgeWatch({ scale: 1, allowed: 1 })).toThrow('below the scale')
  })
})

describe('an inquiry', () => {
  const after = (change: number) =>
    createInquiry({ direction: change < 0 ? 'drop' : 'rise', reference: 0.5, scale: 1 })

  /** Findings after each anchor, with three live scores for each. */
  function findings(
    change: number,
    shift: number,
    judge: { changed?: 'lower' | 'higher' } = calm,
    count = 600,
  ) {
    const inquiry = after(change)
    const live = anchors(3 * count, change, 2).map(({ score }) => score)
    return anchors(count, shift).map((anchor, index) => {
      for (const score of live.slice(3 * index, 3 * index + 3)) inquiry.addLive(score)
      inquiry.addAnchor(anchor)
      return inquiry.finding(judge)
    })
  }

  test.each([-0.2, 0.2])('finds that the answers changed by %d, where anchors did not', (change) => {
    const found = findings(change, 0)
    expect(found[0]).toBe('cannot tell yet')
    expect(found.at(-1)).toBe('the answers changed')
    expect(found).not.toContain('the judge changed')
  })

  test.each([-0.2, 0.2])('finds that the judge changed by %d, where anchors did', (change) => {
    const found = findings(change, change)
    expect(found[0]).toBe('cannot tell yet')
    expect(found.at(-1)).toBe('the judge changed')
    expect(found).not.toContain('the answers changed')
  })

  test('believes the watch of the judge at once, in the direction of the change alone', () => {
    expect(after(-0.2).finding({ changed: 'lower' })).toBe('the judge changed')
    expect(after(-0.2).finding({ changed: 'higher' })).toBe('cannot tell yet')
    expect(after(0.2).finding({ changed: 'higher' })).toBe('the judge changed')
  })

  test('finds that the answers changed where the judge changed too, by less than half of it', () => {
    expect(findings(-0.4, -0.1, { changed: 'lower' }).at(-1)).toBe('the answers changed')
    expect(findings(-0.4, 0.3).at(-1)).toBe('the answers changed')
  })

  test('cannot tell of a judge that changed by half of it, if that is allowed', () => {
    expect(new Set(findings(-0.08, -0.04, calm, 3000))).toEqual(new Set(['cannot tell yet']))
  })

  test('cannot tell of live scores that did not change after the alarm, or were not seen', () => {
    expect(new Set(findings(-0.0001, 0))).toEqual(new Set(['cannot tell yet']))
    const unseen = after(-0.2)
    for (const anchor of anchors(600, 0)) unseen.addAnchor(anchor)
    expect(unseen.finding(calm)).toBe('cannot tell yet')
  })

  test('begins anew where the judge or the answers change in between', () => {
    const inquiry = after(-0.3)
    for (const anchor of [...anchors(300, 0), ...anchors(600, -0.3)]) {
      inquiry.addAnchor(anchor)
      inquiry.addLive(anchor.score)
    }
    expect(inquiry.finding(calm)).toBe('the judge changed')
  })

  test('goes on from its state as if it had never been away', () => {
    const whole = after(-0.1)
    let resumed = after(-0.1)
    for (const anchor of anchors(100, -0.1)) {
      resumed = new Inquiry(JSON.parse(JSON.stringify(resumed.state())))
      for (const inquiry of [resumed, whole]) {
        inquiry.addAnchor(anchor)
        inquiry.addLive(anchor.score)
      }
    }
    expect(resumed.state()).toEqual(whole.state())
  })

  test('refuses wrong options and scores out of range', () => {
    expect(() => createInquiry({ direction: 'drop', reference: 2, scale: 1 })).toThrow(
      'the reference is a score',
    )
    expect(() => createInquiry({ direction: 'drop', reference: 0.5, scale: 0 })).toThrow(TypeError)
    expect(() => after(-0.1).addAnchor({ stored: 2, score: 0 })).toThrow(RangeError)
    expect(() => after(-0.1).addLive(2)).toThrow(RangeError)
  })
})
