import type { ChoiceAnswer, ChoiceQuestion, Evidence, JsonValue, Task } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { decideInBatches } from '../../judge/decide-in-batches.ts'
import { mergeEvidence } from '../../judge/evidence.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { InBothReadings, inBothReadings } from './readings.ts'
import { type Credits, creditOf, isShareRequired, type Weighting } from './weighting.ts'

/** A text that is judged and, where it is known, the place in its source that it rests on. */
export interface Unit {
  readonly text: string
  /** Where it begins in the source, in UTF-16 code units. */
  readonly start?: number
  /** Where it ends, exclusive. */
  readonly end?: number
}

/** What is known of a run. What it does not have may be undefined, and is left out where a judge is told. */
export type Known = { readonly [name: string]: JsonValue | undefined }

/** What a judge said about one unit. */
export interface UnitVerdict<Option extends string = string, Judged extends Unit = Unit> {
  readonly unit: Judged
  /** What counts: of a question whose options lie on a line, the one nearest to the share. */
  readonly verdict: Option
  /** What the judge called it, where another verdict counts. */
  readonly stated?: Option
  /** What the unit counts, 0 to 1. */
  readonly credit: number
  /** The graded verdict, 0 to 1: of all careful readers, the part that would say yes. */
  readonly share?: number
  readonly probabilities?: Readonly<Record<Option, number>>
  /** The judge's words. */
  readonly reason?: string
}

/** What came about with the help of a judge. */
export interface WithEvidence {
  /** Absent where no judge was asked. */
  readonly judge?: Evidence
}

/** What holds credits. */
export interface WithWeighting extends WithEvidence {
  /** What the credits were made of. */
  readonly weighting: Weighting
}

export interface JudgedUnits<Option extends string = string, Judged extends Unit = Unit>
  extends WithWeighting {
  /** One a unit, in the order of the units. */
  readonly verdicts: readonly UnitVerdict<Option, Judged>[]
}

/** What a judge said about one unit. */
export function verdictOf<Option extends string, Judged extends Unit>(
  unit: Judged,
  { choice: verdict, stated, share, probabilities, reason }: ChoiceAnswer<Option>,
  credit: number,
): UnitVerdict<Option, Judged> {
  return { unit, verdict, credit, ...withoutUndefined({ stated, share, probabilities, reason }) }
}

/** The evidence of several parts as one; none where no judge was asked. */
export function joinEvidence(...parts: readonly (WithEvidence | undefined)[]): WithEvidence {
  const evidence = parts.flatMap((part) => part?.judge ?? [])
  return evidence.length === 0 ? {} : { judge: mergeEvidence(evidence) }
}

/**
 * Asks a judge the same question about every unit. Without units no judge is called.
 *
 * @throws JudgeError where a unit stays without a verdict.
 */
export async function judgeUnits<Option extends string, Judged extends Unit>(
  request: JudgeCall & {
    readonly task: Task
    readonly question: ChoiceQuestion<Option>
    readonly units: readonly Judged[]
    /** Prefix of the ids: 's' gives s1, s2, … */
    readonly prefix: string
    /** Whether each unit is shown with all others, as parts of one text. Default false: with those of its batch. */
    readonly together?: boolean
    /** The material for one batch, given its units by id. */
    readonly state: (units: { [id: string]: string }) => Known
    /** What each verdict counts, 0 to 1. */
    readonly credits: Credits<Option>
    /** Options that a share grades; others count by verdict. Default: those on the question's line. */
    readonly graded?: ChoiceQuestion<Option>['line']
    /** Default: shares, where the judge gives them. */
    readonly weighting?: Weighting
    readonly batchSize?: number
  },
): Promise<InBothReadings<JudgedUnits<Option, Judged>>> {
  const { units, state, credits, weighting, judge, graded = request.question.line } = request
  if (units.length === 0) return new InBothReadings({ verdicts: [], weighting: weighting ?? 'verdict' })
  const { answers, evidence } = await decideInBatches({
    ...request,
    units: units.map((unit) => unit.text),
    state: (batch) => withoutUndefined(state(batch)),
    shareRequired: isShareRequired(weighting),
  })
  return inBothReadings(weighting, judge, answers, (weighting) => ({
    verdicts: units.map((unit, index) => {
      const answer = answers[index]
      if (answer === undefined) throw new TypeError(`unit ${index} has no answer`)
      return verdictOf(unit, answer, creditOf(answer, credits, weighting, graded))
    }),
    weighting,
    judge: evidence,
  }))
}
