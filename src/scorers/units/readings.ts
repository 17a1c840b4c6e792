import type { ChoiceAnswer } from '../../judge/contract.ts'
import { chooseWeighting, isGraded, type Weighting } from './weighting.ts'

/** The score of one run by verdict and by share, each in [0, scale]: one of them is the score. */
export type Readings = Readonly<Record<Weighting, number>>

/** What came of a judge's answers as they count, and what would have come of them by the other weighting. */
export class InBothReadings<Result> {
  readonly result: Result
  /** Absent if the judge gave no share, if none was asked for, and if one was lost. */
  readonly other?: { readonly weighting: Weighting; readonly result: Result }
  /** How many answers have no usable share although the judge was asked again: then verdicts count for all. */
  readonly lostShares: number

  constructor(result: Result, other?: InBothReadings<Result>['other'], lostShares = 0) {
    this.result = result
    this.other = other
    this.lostShares = lostShares
  }

  /** The same done to both. */
  map<To>(to: (result: Result) => To): InBothReadings<To> {
    const { result, other, lostShares } = this
    return new InBothReadings(to(result), other && { ...other, result: to(other.result) }, lostShares)
  }

  /** Two parts of one result; by the other weighting only if both parts have it. */
  join<Part, To>(part: InBothReadings<Part>, to: (result: Result, part: Part) => To): InBothReadings<To> {
    const { result, other } = this
    const lostShares = this.lostShares + part.lostShares
    if (lostShares > 0) return new InBothReadings(to(byVerdict(this), byVerdict(part)), undefined, lostShares)
    const joined = to(result, part.result)
    if (!other || part.other?.weighting !== other.weighting) return new InBothReadings(joined)
    return new InBothReadings(joined, { ...other, result: to(other.result, part.other.result) })
  }
}

const byVerdict = <Result>({ result, other }: InBothReadings<Result>): Result =>
  other?.weighting === 'verdict' ? other.result : result

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
  const lostShares = answers.filter(({ shareIsLost }) => shareIsLost).length
  if (lostShares > 0 || !answers.some(isGraded))
    return new InBothReadings(resultBy(chosen), undefined, lostShares)
  const other = chosen === 'verdict' ? 'share' : 'verdict'
  return new InBothReadings(resultBy(chosen), { weighting: other, result: resultBy(other) })
}
