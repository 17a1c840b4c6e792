import type { ScoreComparison } from '../../evaluation/comparison/score-comparison.ts'
import type { ScoreSummary } from '../../evaluation/comparison/score-summary.ts'
import type { GroupedScores } from '../../evaluation/comparison/summarise-groups.ts'
import type { RepeatSummary } from '../../evaluation/comparison/summarise-repeats.ts'
import type { GateOutcome, Inconclusive } from '../../evaluation/gates/gate.ts'
import { heldEntries } from '../../run/lazy/lighten.ts'
import type { PeopleComparison, PeopleSummary } from '../../run/people-estimates.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'

/** The material of every report. Reports show it as given and compute none of it again. */
export interface ReportMaterial {
  readonly run: EvaluationRun
  /** Whether a process still writes the run. Absent if that is not known. */
  readonly isUnderWay?: boolean
  /** One for each scorer of the run, in any order. */
  readonly summaries: readonly ScoreSummary[]
  /** Only for scorers with repeated answers or judging, or with a passing threshold. */
  readonly repeats?: readonly RepeatSummary[]
  /** The comparison with an earlier run; absent if there is none. */
  readonly comparisons?: readonly ScoreComparison[]
  /** The means that people would give, for scorers with labels. */
  readonly people?: readonly PeopleSummary[]
  /** The same, compared with the earlier run. */
  readonly peopleComparisons?: readonly PeopleComparison[]
  /** The earlier run, for its items. */
  readonly baseline?: EvaluationRun
  readonly gates?: readonly GateOutcome[]
  /** The command that scores the baseline's answers with the run's scorers. */
  readonly remedy?: string
  /** The effect of inconclusive gates on the run. Default 'fail'. */
  readonly inconclusive?: Inconclusive
  /** The results of `summariseGroups`, one for each field or crossing of fields. */
  readonly groups?: readonly GroupedScores[]
}

export interface ScorerMaterial {
  readonly scorer: ScorerRecord
  readonly summary: ScoreSummary
  readonly repeats?: RepeatSummary
  readonly comparison?: ScoreComparison
  readonly people?: PeopleSummary
  readonly peopleComparison?: PeopleComparison
}

export type ScorerComparison = Pick<ScorerMaterial, 'scorer'> & Required<Pick<ScorerMaterial, 'comparison'>>

export interface ReadMaterial extends ReportMaterial {
  readonly scorers: readonly ScorerMaterial[]
  readonly compared: readonly ScorerComparison[]
}

/**
 * Validates material once, where it enters a report; later code uses the result.
 *
 * @throws TypeError if a summary is missing, duplicated or of another run's scorer, if a record is of a scorer that the
 * run does not name, or if a number is not finite: a report would omit it or show it wrongly.
 */
export function readMaterial(material: ReportMaterial): ReadMaterial {
  const { run, summaries, repeats = [], comparisons = [], groups = [] } = material
  const { people = [], peopleComparisons = [] } = material
  const ids = new Set(run.header.scorers.map(({ id }) => id))
  requireKnown('summary', summaries, ids)
  requireKnown('comparison', comparisons, ids)
  requireKnown('summary of repeats', repeats, ids)
  requireKnown('summary by people', people, ids)
  requireKnown('comparison by people', peopleComparisons, ids)
  requireFinite({ summaries, repeats, comparisons, people, peopleComparisons, groups }, 'report')
  for (const { itemId, scores } of run.items) {
    for (const [id, record] of Object.entries(scores)) {
      if (!ids.has(id)) throw new TypeError(`item '${itemId}': scorer '${id}' is not among the run's scorers`)
      requireFinite(record, `item '${itemId}', scorer '${id}'`)
    }
  }
  const scorers = run.header.scorers.map((scorer): ScorerMaterial => {
    const summary = summaries.find(({ scorerId }) => scorerId === scorer.id)
    if (summary === undefined) throw new TypeError(`there is no summary of scorer '${scorer.id}'`)
    const isForScorer = ({ scorerId }: { scorerId: string }) => scorerId === scorer.id
    return {
      scorer,
      summary,
      repeats: repeats.find(isForScorer),
      comparison: comparisons.find(isForScorer),
      people: people.find(isForScorer),
      peopleComparison: peopleComparisons.find(isForScorer),
    }
  })
  const compared = scorers.flatMap(({ scorer, comparison }) =>
    comparison === undefined ? [] : [{ scorer, comparison }],
  )
  return { ...material, scorers, compared }
}

function requireKnown(what: string, values: readonly { scorerId: string }[], ids: ReadonlySet<string>): void {
  const seen = new Set<string>()
  for (const { scorerId } of values) {
    if (!ids.has(scorerId))
      throw new TypeError(`${what} of scorer '${scorerId}', which the run does not have`)
    if (seen.has(scorerId)) throw new TypeError(`scorer '${scorerId}' has more than one ${what}`)
    seen.add(scorerId)
  }
}

/** JSON would silently turn NaN into null, and a chart would silently omit it. */
function requireFinite(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${path} is ${value}`)
  if (typeof value !== 'object' || value === null) return
  // Parts that stay in a run file were read from JSON, so they are finite.
  for (const [key, part] of heldEntries(value)) requireFinite(part, `${path}, ${key}`)
}
