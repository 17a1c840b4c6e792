import type { ChoiceAnswer } from '../../judge/contract.ts'
import { chooseWeighting, isGraded, type Weighting } from './weighting.ts'

/** The score of one run by verdict and by share, each in [0, scale]: one of them is the score. */
export type Readings = Readonly<Record<Weighting, number>>

/** What came of a judge's answers as they count, and what would have come of them by the other weighting. */
export class InBothReadings<Result> {
  readonly result: Result
  /** Absent where the judge gave no share, and where none was asked. */
  readonly other?: { readonly weighting: Weighting; readonly result: Result }

  constructor(result: Result, other?: InBothReadings<Result>['other']) {
    this.result = result
    this.other = other
  }

  /** The same done to both. */
  map<To>(to: (result: Result) => To): InBothReadings<To> {
    const { result, other } = this
    return new InBothReadings(to(result), other && { ...other, result: to(other.result) })
  }

  /** Two parts of one result; by the other weighting only where neither part lacks it. */
  join<Part, To>(part: InBothReadings<Part>, to: (result: Result, part: Part) => To): InBothReadings<To> {
    const { result, other } = this
    const joined = to(result, part.result)
    if (!other || part.other?.weighting !== other.weighting) return new InBothReadings(joined)
    return new InBothReadings(joined, { ...other, result: to(other.result, part.other.result) })
  }
}

/**
 * What comes of answers by the weighting that was asked for, else by shares where there are any, and by the other.
 *
 * @throws JudgeError where shares were asked for and the judge gave none.
 */
export function inBothReadings<Result>(
  asked: Weighting | undefined,
  judge: Parameters<typeof chooseWeighting>[1],
  answers: readonly ChoiceAnswer[],
  resultBy: (weighting: Weighting) => Result,
): InBothReadings<Result> {
  const chosen = chooseWeighting(asked, judge, answers)
  const isComplete = answers.some(isGraded)
  const other = chosen === 'verdict' ? 'share' : 'verdict'
  return new InBothReadings(
    resultBy(chosen),
    isComplete ? { weighting: other, result: resultBy(other) } : undefined,
  )
}
