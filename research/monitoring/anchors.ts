/** Whether it is told rightly who changed, the system or the judge. */
import { createInquiry, type Finding, type Inquiry } from '../../src/features/monitor/detectors/inquiry.ts'
import { createJudgeWatch } from '../../src/features/monitor/detectors/judge-watch.ts'
import { createStreamWatch } from '../../src/features/monitor/detectors/stream-watch.ts'
import { type Uniform, uniform } from '../simulate-scores.ts'
import { average, quantile } from './streams.ts'

const levels = [0, 0.25, 0.5, 0.75, 1]
const anchors = 60
const judgings = 5
const calmScores = 2000
const scoresAfter = 10_000
/** One anchor is judged again for so many live scores. */
const scoresOfAnchor = 10

type Change = 'system' | 'judge' | 'nothing'

/** What an answer is worth, as a place in `levels`. */
function answer(isWorse: boolean, random: Uniform): number {
  if (isWorse && random() < 0.17) return 0
  const at = random()
  return at < 0.55 ? 4 : at < 0.8 ? 3 : at < 0.9 ? 2 : at < 0.95 ? 1 : 0
}

/** A judge errs by one level in one answer of five; a harsher one goes a level down in four of ten besides. */
function judged(worth: number, isHarsher: boolean, random: Uniform): number {
  const at = random()
  const seen = worth + (at < 0.1 ? -1 : at < 0.2 ? 1 : 0) - (isHarsher && random() < 0.45 ? 1 : 0)
  return levels[Math.min(4, Math.max(0, seen))] as number
}

interface Story {
  /** Alarms of live scores or of the judge before the change, or at all where nothing changes. */
  readonly falseAlarms: number
  readonly finding: Finding
  /** Live scores from the change to the alarm, and to the finding. */
  readonly alarm: number
  readonly found: number
}

function tell(change: Change, random: Uniform): Story {
  const live = createStreamWatch({
    low: 0,
    high: 1,
    direction: 'drop',
    reference: { observations: 1000 },
    allowed: 0.02,
  })
  const judge = createJudgeWatch({ scale: 1 })
  const stored = Array.from({ length: anchors }, () => {
    const worth = answer(false, random)
    const scores = Array.from({ length: judgings }, () => judged(worth, false, random))
    return { worth, score: average(scores) }
  })
  let inquiry: Inquiry | undefined
  let falseAlarms = 0
  let alarm = Number.NaN
  for (let time = 1; time <= calmScores + scoresAfter; time++) {
    const after = time > calmScores
    const changed = (of: Change) => after && change === of
    const worth = answer(changed('system'), random)
    const value = judged(worth, changed('judge'), random)
    inquiry?.addLive(value)
    const told = live.add({ value, time })
    if (told?.kind === 'alarm' && after && change !== 'nothing') {
      inquiry = createInquiry({ direction: 'drop', reference: told.reference, scale: 1 })
      alarm = time - calmScores
    } else if (told?.kind === 'alarm') falseAlarms += 1
    if (time % scoresOfAnchor === 0) {
      const one = stored[Math.floor(random() * anchors)] as { worth: number; score: number }
      const score = judged(one.worth, changed('judge'), random)
      const anchor = { stored: one.score, score, time }
      const toldOfJudge = judge.add(anchor)
      if (toldOfJudge?.kind === 'alarm' && !changed('judge')) falseAlarms += 1
      inquiry?.addAnchor(anchor)
    }
    const finding = inquiry?.finding(judge) ?? 'cannot tell yet'
    if (finding !== 'cannot tell yet') return { falseAlarms, finding, alarm, found: time - calmScores }
  }
  return { falseAlarms, finding: 'cannot tell yet', alarm, found: Number.NaN }
}

export function systemOrJudge(runs: number): void {
  console.log(
    `\n${anchors} anchors of ${judgings} judgings, one judged again for ${scoresOfAnchor} live scores; drops of 0.1`,
  )
  for (const change of ['system', 'judge', 'nothing'] as const) {
    const random = uniform(1)
    const stories = Array.from({ length: runs }, () => tell(change, random))
    const count = (finding: Finding) => stories.filter((story) => story.finding === finding).length
    const findings = (['the answers changed', 'the judge changed', 'cannot tell yet'] as const)
      .map((finding) => `${finding} ${count(finding)}`)
      .join(', ')
    const times = (of: number[]) => `mean ${average(of).toFixed(0)}, 80 % ${quantile(of, 0.8)}`
    console.log(
      `changed: ${change.padEnd(8)} ${findings}; false alarms ${stories.filter((story) => story.falseAlarms > 0).length}` +
        (change === 'nothing'
          ? ''
          : `; live scores to the alarm: ${times(stories.map((story) => story.alarm))}; to the finding: ` +
            times(stories.map((story) => story.found))),
    )
  }
}
