import type { Answer, BooleanAnswer, ChoiceAnswer, Question } from '../../contract.ts'
import { applyMap } from './apply-map.ts'
import type { Calibration } from './calibration.ts'

/** The grade that the calibration is of; undefined where the answer does not have it. */
function gradeOf(answer: Answer, { grade, positive }: Calibration): number | undefined {
  if (answer.type === 'score') return undefined
  if (grade === 'share') return answer.share
  return answer.type === 'boolean' ? answer.probability : answer.probabilities?.[positive ?? '']
}

/**
 * Whether the calibration speaks of questions like this one: a yes/no question, or a choice that has its options.
 */
export function fits(question: Question, { positive, threshold }: Calibration): boolean {
  if (question.type === 'boolean') return positive === undefined
  if (question.type === 'score' || positive === undefined) return false
  const options = [positive, ...(threshold === undefined ? [] : [threshold.negative])]
  return options.every((option) => option !== undefined && Object.hasOwn(question.criteria, option))
}

/**
 * An answer with its grade as a calibrated probability, and with the verdict that the threshold gives.
 *
 * A grade of the other kind is left out, because it is not calibrated: scorers would mix the two. The probabilities
 * of other options keep their proportions; where they were all 0, they become equal.
 *
 * @returns undefined where the answer lacks the grade.
 */
export function applyCalibration(answer: Answer, calibration: Calibration): Answer | undefined {
  const grade = gradeOf(answer, calibration)
  if (grade === undefined || answer.type === 'score') return undefined
  const probability = applyMap(calibration.map, grade)
  return answer.type === 'boolean'
    ? calibratedBoolean(answer, probability, calibration)
    : calibratedChoice(answer, probability, calibration)
}

function calibratedBoolean(
  { share: _, probability: __, ...answer }: BooleanAnswer,
  value: number,
  { grade, threshold }: Calibration,
): BooleanAnswer {
  const verdict = threshold === undefined ? answer.verdict : value >= threshold.value
  return { ...answer, verdict, [grade]: value }
}

function calibratedChoice(
  { share: _, probabilities: given, ...answer }: ChoiceAnswer,
  value: number,
  { grade, threshold, positive = '' }: Calibration,
): ChoiceAnswer {
  const probabilities = grade === 'probability' && given ? rescaled(given, positive, value) : given
  const graded = grade === 'share' ? { share: value } : { probabilities }
  if (threshold === undefined) return { ...answer, ...graded }
  if (value >= threshold.value) return { ...answer, ...graded, choice: positive }
  if (answer.choice !== positive) return { ...answer, ...graded }
  return { ...answer, ...graded, choice: likeliestOther(probabilities, positive) ?? threshold.negative ?? '' }
}

type Probabilities = Readonly<Record<string, number>>

function rescaled(given: Probabilities, positive: string, value: number): Probabilities {
  const others = Object.entries(given).filter(([option]) => option !== positive)
  const rest = others.reduce((total, [, probability]) => total + probability, 0)
  const scaled = others.map(([option, probability]) => {
    const part = rest > 0 ? probability / rest : 1 / others.length
    return [option, part * (1 - value)]
  })
  return { ...given, ...Object.fromEntries(scaled), [positive]: value }
}

function likeliestOther(probabilities: Probabilities | undefined, positive: string): string | undefined {
  const others = Object.entries(probabilities ?? {}).filter(([option]) => option !== positive)
  return others.sort(([, a], [, b]) => b - a)[0]?.[0]
}
