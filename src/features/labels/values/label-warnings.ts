import { type EvaluationRun, toAnswerKey } from '../../../run/record.ts'
import { compact } from '../../../shared/compact.ts'
import type { readDrawn } from '../draw/labels-in-draw.ts'
import type { DrawRecord, LabelRecord } from '../file/label-record.ts'
import type { ScoredAnswer } from '../scored-answers.ts'
import type { readLabelValues } from './label-values.ts'

export interface LabelReview {
  readonly run: EvaluationRun
  readonly scorerId: string
  readonly answers: readonly ScoredAnswer[]
  readonly given: readonly LabelRecord[]
  readonly used: readonly LabelRecord[]
  /** The number of answers without a value that a rater could not decide. */
  readonly cannotSay: number
  readonly selfSelected: boolean
  readonly values: ReturnType<typeof readLabelValues>
  readonly drawn: ReturnType<typeof readDrawn>
  readonly randomDraw: DrawRecord | undefined
  /** Labels of chosen answers, if these are left out. */
  readonly left: readonly LabelRecord[]
}

export const selfSelectedWarning =
  'People chose which answers to label. Those who say something differ from those who do not, and no interval can correct for that. Label a random draw (`verdict label`).'

export function labelWarnings(looked: LabelReview): string[] {
  const { given, used, selfSelected, values, left } = looked
  const chosen =
    left.length > 0 &&
    `${labelsCount(left.length)} of answers that were chosen for \`verdict improve\` and not drawn at random: not used here.`
  if (given.length === 0) return compact([chosen])
  const other = given.length - used.length
  const informed = used.filter(({ sawJudge }) => sawJudge).length
  return compact([
    chosen,
    selfSelected && selfSelectedWarning,
    other > 0 && `${labelsCount(other)} that people chose to give: not mixed with the drawn ones.`,
    values.missing > 0 &&
      `${labelsCount(values.missing)} of answers that this run does not have, or has no score for: not used.`,
    values.changed > 0 &&
      `${labelsCount(values.changed)} of answers, or parts of them, that have changed in this run: not used.`,
    informed > 0 && `${labelsCount(informed)} given after the rater had seen what the judge said.`,
    ...taskWarnings(looked),
    ...versionWarnings(looked),
  ])
}

export const labelsCount = (count: number) => (count === 1 ? '1 label' : `${count} labels`)
export const answersCount = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)

export const outsideWarning = (count: number, draw: DrawRecord | undefined) =>
  draw === undefined
    ? `${labelsCount(count)} without the probability with which the answer was drawn: not mixed with others that have it.`
    : `${labelsCount(count)} of answers that are not in the last draw: not used.`

/** Compares versions, unless run or labels are too old to have them. */
function versionWarnings({ run, scorerId, used }: LabelReview): string[] {
  const { version } = run.header.scorers.find(({ id }) => id === scorerId) ?? {}
  const others = new Set(used.flatMap(({ scorerVersion }) => scorerVersion ?? []))
  if (version === undefined) return []
  others.delete(version)
  if (others.size === 0) return []
  return [
    `Labels were given when ${scorerId} had another version (${[...others].join(', ')}; this run has ${version}): its judge, its task or its options have changed since.`,
  ]
}

/** People and judge must have been asked the same question. */
function taskWarnings({ run, scorerId, answers, used }: LabelReview): string[] {
  const asked = new Set(used.flatMap(({ task }) => task ?? []))
  // Skips all other evidence of a large run.
  const labelled = new Set(used.map(toAnswerKey))
  const judged = answers.filter(({ key }) => labelled.has(key))
  const tasks = new Set(judged.flatMap(({ record }) => (record.evidence ?? []).map(({ task }) => task)))
  const others = [...asked].filter((task) => tasks.size > 0 && !tasks.has(task))
  const runs = new Set(used.map((label) => label.run))
  const known = [run.header.id, run.header.rescored]
  const otherRuns = [...runs].filter((id) => !known.includes(id))
  return compact([
    others.length > 0 &&
      `People were asked ${others.join(', ')}, but the judge of ${scorerId} was asked ${[...tasks].join(', ')}: the question or its criteria have changed since.`,
    otherRuns.length > 0 &&
      `Labels were given to ${otherRuns.length === 1 ? 'another run' : `${otherRuns.length} other runs`} (${otherRuns.join(', ')}): they count where the answer is the same.`,
  ])
}
