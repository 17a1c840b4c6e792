import { type ScorerRecord, toAnswerKey } from '../../../run/record.ts'
import { hashOfAnswer, type LabelRecord } from '../file/label-record.ts'
import { listUnits, valueOfCredits } from '../list-units.ts'
import type { ScoredAnswer } from '../scored-answers.ts'

/** One rater's value for one answer, on the scorer's scale. */
export interface GivenValue {
  readonly key: string
  readonly rater: string
  readonly value: number
  readonly probability: number | undefined
}

/** @throws RangeError for a label of a whole answer beyond the scorer's scale. */
export function readLabelValues(
  answers: readonly ScoredAnswer[],
  scorer: ScorerRecord,
  labels: readonly LabelRecord[],
): {
  readonly given: readonly GivenValue[]
  /** Keys of answers with labels for only some units. */
  readonly partly: ReadonlySet<string>
  /** Unused labels: of answers that the run does not have, or that differ there. */
  readonly missing: number
  readonly changed: number
  /** Labels of units that cannot be combined to a score, because the arithmetic is unknown. */
  readonly withoutArithmetic: number
  /** Answers without any counting unit, according to a rater. */
  readonly nothingCounts: number
} {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]))
  const given: GivenValue[] = []
  const partly = new Set<string>()
  const unused = { missing: 0, changed: 0, withoutArithmetic: 0, nothingCounts: 0 }
  for (const [key, ofAnswer] of Map.groupBy(labels, toAnswerKey)) {
    const answer = byKey.get(key)
    if (answer === undefined) {
      unused.missing += ofAnswer.length
      continue
    }
    const hash = hashOfAnswer(answer.item.answer ?? '')
    for (const [rater, all] of Map.groupBy(ofAnswer, (label) => label.rater)) {
      const same = all.filter((label) => belongsTo(label, answer, hash))
      unused.changed += all.length - same.length
      if (same.length === 0) continue
      const { probability } = same.at(-1) as LabelRecord
      const whole = same.findLast(({ unit }) => unit === undefined)
      if (whole !== undefined) given.push({ key, rater, value: checked(whole, scorer), probability })
      else if (scorer.question === undefined) unused.withoutArithmetic += same.length
      else {
        const credits = creditsBy(same, answer)
        const value = valueOfCredits(credits, scorer)
        if (credits.length < listUnits(answer.record).length) partly.add(key)
        else if (value === undefined) unused.nothingCounts += 1
        else given.push({ key, rater, value, probability })
      }
    }
  }
  for (const { key } of given) partly.delete(key)
  return { given, partly, ...unused }
}

/** Returns true if a label belongs to this answer, and to a unit that it still has. */
export function belongsTo(
  { answerHash, unit }: LabelRecord,
  { record }: ScoredAnswer,
  hash: string,
): boolean {
  if (answerHash !== undefined && answerHash !== hash) return false
  return unit === undefined || listUnits(record)[unit.index]?.unit === unit.text
}

function checked({ itemId, value }: LabelRecord, { id, scale = Infinity }: ScorerRecord): number {
  if (value !== null && value <= scale) return value
  throw new RangeError(`the label of "${itemId}" is ${value}, but ${id} scores from 0 to ${scale}`)
}

/** Returns credits in the order of the units, without unlabelled ones. */
function creditsBy(labels: readonly LabelRecord[], { record }: ScoredAnswer): (number | null)[] {
  const byUnit = new Map(labels.map(({ unit, value }) => [unit?.index, value]))
  return listUnits(record).flatMap((_, index) => {
    const value = byUnit.get(index)
    return value === undefined ? [] : [value]
  })
}
