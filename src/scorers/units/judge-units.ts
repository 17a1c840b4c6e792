import type { ChoiceAnswer, ChoiceQuestion, Evidence, JsonValue, Task } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { decideInBatches } from '../../judge/decide-in-batches.ts'
import { mergeEvidence } from '../../judge/evidence.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { BothReadings, inBothReadings } from './readings.ts'
import { type Credits, computeCredit } from './share-to-credit.ts'
import { isShareRequired, type Weighting } from './weighting.ts'

/** A text to judge and, if known, its position in its source. */
export interface Unit {
  readonly text: string
  /** Start in the source, in UTF-16 code units. */
  readonly start?: number
  /** End in the source, exclusive. */
  readonly end?: number
}

/** Material of a run. Undefined values are left out when the judge is asked. */
export type RunMaterial = { readonly [name: string]: JsonValue | undefined }

export interface UnitVerdict<Option extends string = string, Judged extends Unit = Unit> {
  readonly unit: Judged
  /** The verdict that counts: if the question's options lie on a line, the option nearest to the share. */
  readonly verdict: Option
  /** The judge's own verdict, if another one counts. */
  readonly stated?: Option
  /** The contribution of the unit to the score, 0 to 1. */
  readonly credit: number
  /** The graded verdict, 0 to 1: the share of careful readers who would say yes. */
  readonly share?: number
  readonly probabilities?: Readonly<Record<Option, number>>
  /** The judge's words. */
  readonly reason?: string
}

/** A result that a judge may have helped to make. */
export interface WithEvidence {
  /** Absent if no judge was asked. */
  readonly judge?: Evidence
}

/** A result with credits. */
export interface WithWeighting extends WithEvidence {
  /** The source of the credits: verdicts or shares. */
  readonly weighting: Weighting
}

export interface JudgedUnits<Option extends string = string, Judged extends Unit = Unit>
  extends WithWeighting {
  /** One per unit, in the order of the units. */
  readonly verdicts: readonly UnitVerdict<Option, Judged>[]
}

export function toUnitVerdict<Option extends string, Judged extends Unit>(
  unit: Judged,
  { choice: verdict, stated, share, probabilities, reason }: ChoiceAnswer<Option>,
  credit: number,
): UnitVerdict<Option, Judged> {
  return { unit, verdict, credit, ...withoutUndefined({ stated, share, probabilities, reason }) }
}

/** Merges the evidence of several parts; empty if no judge was asked. */
export function joinEvidence(...parts: readonly (WithEvidence | undefined)[]): WithEvidence {
  const evidence = parts.flatMap((part) => part?.judge ?? [])
  return evidence.length === 0 ? {} : { judge: mergeEvidence(evidence) }
}

export interface UnitsRequest<Option extends string = string, Judged extends Unit = Unit> extends JudgeCall {
  readonly task: Task
  readonly question: ChoiceQuestion<Option>
  readonly units: readonly Judged[]
  /** Prefix of the ids: 's' gives s1, s2, … */
  readonly prefix: string
  /** Whether the judge sees each unit with all others of one text. Default false: only with its batch. */
  readonly together?: boolean
  /** Returns the material for one batch, given its units by id. */
  readonly state: (units: { [id: string]: string }) => RunMaterial
  /** The credit of each verdict, 0 to 1. */
  readonly credits: Credits<Option>
  /** Options that the share grades; others count by verdict. Default: those on the question's line. */
  readonly graded?: ChoiceQuestion<Option>['line']
  /** Default: shares, if the judge gives them. */
  readonly weighting?: Weighting
  readonly batchSize?: number
}

/**
 * Asks a judge the same question about every unit. Without units it does not call the judge.
 *
 * @throws JudgeError if a unit gets no verdict.
 */
export async function judgeUnits<Option extends string, Judged extends Unit>(
  request: UnitsRequest<Option, Judged>,
): Promise<BothReadings<JudgedUnits<Option, Judged>>> {
  const { units, state, weighting } = request
  if (units.length === 0) return new BothReadings({ verdicts: [], weighting: weighting ?? 'verdict' })
  const { answers, evidence } = await decideInBatches({
    ...request,
    units: units.map((unit) => unit.text),
    state: (batch) => withoutUndefined(state(batch)),
    shareRequired: isShareRequired(weighting),
  })
  return readVerdicts(request, answers, evidence)
}

/**
 * Returns the verdicts on the units of a request.
 *
 * @param answers One per unit, in the order of the units.
 */
export function readVerdicts<Option extends string, Judged extends Unit>(
  { units, question, credits, weighting, judge, graded = question.line }: UnitsRequest<Option, Judged>,
  answers: readonly ChoiceAnswer<Option>[],
  evidence?: Evidence,
): BothReadings<JudgedUnits<Option, Judged>> {
  const read = question.share === undefined ? answers.map(withoutGrade) : answers
  return inBothReadings(weighting, judge, read, (weighting) => ({
    verdicts: units.map((unit, index) => {
      const answer = read[index]
      if (answer === undefined) throw new TypeError(`unit ${index} has no answer`)
      return toUnitVerdict(unit, answer, computeCredit(answer, credits, weighting, graded))
    }),
    weighting,
    ...(evidence && { judge: evidence }),
  }))
}

/** A share or probability that nobody asked for has no stated meaning. */
const withoutGrade = <Option extends string>({
  share: _,
  probabilities: __,
  ...answer
}: ChoiceAnswer<Option>): ChoiceAnswer<Option> => answer
