import { describe, expect, test } from 'vitest'
import {
  createInquiry,
  type Finding,
  type Inquiry,
} from '../../../../src/features/monitor/detectors/inquiry.ts'
import { createJudgeWatch } from '../../../../src/features/monitor/detectors/judge-watch.ts'
import { createStreamWatch } from '../../../../src/features/monitor/detectors/stream-watch.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

type Change = 'system' | 'judge' | 'nothing'
type Random = () => number

/** An answer is good with this probability, and a judge says so of a good and of a bad one with these. */
const goodAnswers = { before: 0.9, after: 0.75 }
const saysGood = { before: { good: 0.95, bad: 0.1 }, after: { good: 0.8, bad: 0.1 } }

const judged = (isGood: boolean, says: { good: number; bad: number }, random: Random) =>
  random() < (isGood ? says.good : says.bad) ? 1 : 0

/** One anchor of 60 is judged again for four live scores; its stored score is the mean of 40 judgings. */
function story(change: Change, random: Random): { finding: Finding; alarms: number } {
  const before = (isGood: boolean) => judged(isGood, saysGood.before, random)
  const anchors = Array.from({ length: 60 }, (_, index) => {
    const isGood = index % 10 > 0
    return {
      isGood,
      stored:
        Array.from({ length: 40 }, () => before(isGood)).reduce<number>((sum, score) => sum + score, 0) / 40,
    }
  })
  const live = createStreamWatch({
    low: 0,
    high: 1,
    direction: 'drop',
    reference: { observations: 1000 },
    allowed: 0.03,
  })
  const judge = createJudgeWatch({ scale: 1 })
  let inquiry: Inquiry | undefined
  let alarms = 0
  for (let time = 0; time < 20_000; time++) {
    const has = (of: Change) => change === of && time >= 2000
    const says = has('judge') ? saysGood.after : saysGood.before
    const isGood = random() < (has('system') ? goodAnswers.after : goodAnswers.before)
    const value = judged(isGood, says, random)
    inquiry?.addLive(value)
    const told = live.add({ value, time })
    if (told?.kind === 'alarm') {
      alarms += 1
      inquiry = createInquiry({ direction: 'drop', reference: told.reference, scale: 1 })
    }
    if (time % 4 === 0) {
      const anchor = anchors[Math.floor(60 * random())] ?? expect.fail('no anchor')
      const again = { stored: anchor.stored, score: judged(anchor.isGood, says, random), time }
      if (judge.add(again)?.kind === 'alarm') alarms += 1
      inquiry?.addAnchor(again)
    }
    const finding = inquiry?.finding(judge)
    if (finding && finding !== 'cannot tell yet') return { finding, alarms }
  }
  return { finding: 'cannot tell yet', alarms }
}

describe('system or judge', () => {
  const stories = (change: Change) => Array.from({ length: 20 }, (_, run) => story(change, seededRandom(run)))

  test.each([
    ['system', 'the answers changed'],
    ['judge', 'the judge changed'],
  ] as const)('where the %s changes, it is found that %s', (change, finding) => {
    // Where a recovery was told wrongly, the inquiry begins anew with the next alarm, and takes so long.
    expect(stories(change).map((told) => told.finding)).toEqual(Array.from({ length: 20 }, () => finding))
  })

  test('where nothing changes, there is no alarm and nobody is named', () => {
    for (const told of stories('nothing')) expect(told).toEqual({ finding: 'cannot tell yet', alarms: 0 })
  })
})
