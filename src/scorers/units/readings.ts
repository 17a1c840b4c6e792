import type { ChoiceAnswer } from '../../judge/contract.ts'
import { chooseWeighting, isGraded, type Weighting } from './weighting.ts'

/** The score of one run by verdict and by share, each in [0, scale]: one of them counts. */
export type Readings = Readonly<Record<Weighting, number>>

/** The result of a judge's answers by the weighting that counts, and by the other weighting. */
export class BothReadings<Result> {
  readonly result: Result
  /** Absent if the judge gave no share, was not asked for one, or lost one. */
  readonly other?: { readonly weighting: Weighting; readonly result: Result }
  /** The number of answers without a usable share after a second request; then verdicts count for all. */
  readonly lostShares: number

  constructor(result: Result, other?: BothReadings<Result>['other'], lostShares = 0) {
    this.result = result
    this.other = other
    this.lostShares = lostShares
  }

  map<To>(to: (result: Result) => To): BothReadings<To> {
    const { result, other, lostShares } = this
    return new BothReadings(to(result), other && { ...other, result: to(other.result) }, lostShares)
  }

  /** Joins two parts of one result; by the other weighting only if both parts have it. */
  join<Part, To>(part: BothReadings<Part>, to: (result: Result, part: Part) => To): BothReadings<To> {
    const { result, other } = this
    const lostShares = this.lostShares + part.lostShares
    if (lostShares > 0) return new BothReadings(to(byVerdict(this), byVerdict(part)), undefined, lostShares)
    const joined = to(result, part.result)
    if (!other || part.other?.weighting !== other.weighting) return new BothReadings(joined)
    return new BothReadings(joined, { ...other, result: to(other.result, part.other.result) })
  }
}

const byVerdict = <Result>({ result, other }: BothReadings<Result>): Result =>
  other?.weighting === 'verdict' ? other.result : result

/**
 * Returns the result by the requested weighting, else by shares if there are any, along with the result by the other.
 *
 * @throws JudgeError if shares were requested and the judge gave none.
 */
export function inBothReadings<Result>(
  asked: Weighting | undefined,
  judge: Parameters<typeof chooseWeighting>[1],
  answers: readonly ChoiceAnswer[],
  resultBy: (weighting: Weighting) => Result,
): BothReadings<Result> {
  const chosen = chooseWeighting(asked, judge, answers)
  const lostShares = answers.filter(({ shareIsLost }) => shareIsLost).length
  if (lostShares > 0 || !answers.some(isGraded))
    return new BothReadings(resultBy(chosen), undefined, lostShares)
  const other = chosen === 'verdict' ? 'share' : 'verdict'
  return new BothReadings(resultBy(chosen), { weighting: other, result: resultBy(other) })
}
