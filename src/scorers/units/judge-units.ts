import { type NotScorable, notScorable } from '@mastra/core/evals'
import type { ChoiceQuestion, Evidence, JsonObject, Judge, Task } from '../../judge/contract.ts'
import type { Tracing } from '../../judge/decide.ts'
import { decideInBatches } from '../../judge/decide-in-batches.ts'
import { JudgeAbstainedError } from '../../judge/errors.ts'
import { type Credits, chooseWeighting, creditOf, type Weighting } from '../chain/weighting.ts'

/** A text that is judged and, where it is known, the place in its source that it rests on. */
export interface Unit {
  readonly text: string
  /** Where it begins in the source, in UTF-16 code units. */
  readonly start?: number
  /** Where it ends, exclusive. */
  readonly end?: number
}

/** What a judge said about one unit. */
export interface UnitVerdict<Option extends string = string, Judged extends Unit = Unit> {
  readonly unit: Judged
  readonly verdict: Option
  /** What the unit counts, 0 to 1. */
  readonly credit: number
  /** The graded verdict, 0 to 1: of all careful readers, the part that would say yes. */
  readonly share?: number
  readonly probabilities?: Readonly<Record<Option, number>>
  /** The judge's words. */
  readonly reason?: string
}

export interface JudgedUnits<Option extends string = string, Judged extends Unit = Unit> {
  /** One a unit, in the order of the units. */
  readonly verdicts: readonly UnitVerdict<Option, Judged>[]
  /** What the credits were made of. */
  readonly weighting: Weighting
  /** Absent where there was nothing to ask. */
  readonly judge?: Evidence
}

export interface UnitsRequest<Option extends string, Judged extends Unit> {
  readonly judge: Judge
  readonly task: Task
  readonly question: ChoiceQuestion<Option>
  readonly units: readonly Judged[]
  /** Prefix of the ids: 's' gives s1, s2, … */
  readonly prefix: string
  /** The material for one batch, given its units by id. */
  readonly state: (units: { [id: string]: string }) => JsonObject
  /** What each verdict counts, 0 to 1. */
  readonly credits: Credits<Option>
  /** Default: what the judge is better at. */
  readonly weighting?: Weighting
  readonly batchSize?: number
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/**
 * Asks a judge the same question about every unit. Without units no judge is called.
 *
 * @throws JudgeError where a unit stays without a verdict.
 */
export async function judgeUnits<Option extends string, Judged extends Unit>(
  request: UnitsRequest<Option, Judged>,
): Promise<JudgedUnits<Option, Judged>> {
  const { units, credits, weighting, judge } = request
  if (units.length === 0) return { verdicts: [], weighting: weighting ?? 'verdict' }
  const { answers, evidence } = await decideInBatches({
    ...request,
    units: units.map((unit) => unit.text),
    shareRequired: weighting === 'share',
  })
  const chosen = chooseWeighting(weighting, judge, answers)
  const verdicts = units.map((unit, index): UnitVerdict<Option, Judged> => {
    const answer = answers[index]
    if (answer === undefined) throw new TypeError(`unit ${index} has no answer`)
    const { choice, share, probabilities, reason } = answer
    return {
      unit,
      verdict: choice,
      credit: creditOf(answer, credits, chosen),
      ...(share === undefined ? {} : { share }),
      ...(probabilities === undefined ? {} : { probabilities }),
      ...(reason === undefined ? {} : { reason }),
    }
  })
  return { verdicts, weighting: chosen, judge: evidence }
}

/** The result of a judge's work, or "not scorable" with the judge's reason where it abstains. */
export async function unlessAbstained<Result>(work: () => Promise<Result>): Promise<Result | NotScorable> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JudgeAbstainedError) return notScorable(error.because)
    throw error
  }
}
