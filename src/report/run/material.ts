import type { GroupedScores } from '../../evaluation/comparison/groups.ts'
import type { RepeatSummary } from '../../evaluation/comparison/summarise-repeats.ts'
import type { ScoreComparison, ScoreSummary } from '../../evaluation/comparison/types.ts'
import type { GateOutcome, Inconclusive } from '../../evaluation/gates/types.ts'
import type { PeopleComparison, PeopleSummary } from '../../run/by-people.ts'
import { heldEntries } from '../../run/lazy/lighten.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'

/** What every report is made of. Nothing in it is computed again: a report shows what it was given. */
export interface ReportMaterial {
  readonly run: EvaluationRun
  /** One for each scorer of the run, in any order. */
  readonly summaries: readonly ScoreSummary[]
  /** Only scorers have it whose answers or judgings were repeated, or that have a threshold to pass. */
  readonly repeats?: readonly RepeatSummary[]
  /** Against an earlier run; absent where there is none. */
  readonly comparisons?: readonly ScoreComparison[]
  /** What people would score, of scorers that they labelled answers of. */
  readonly people?: readonly PeopleSummary[]
  /** The same against the earlier run. */
  readonly peopleComparisons?: readonly PeopleComparison[]
  /** The earlier run, for what reports show of its items. */
  readonly baseline?: EvaluationRun
  readonly gates?: readonly GateOutcome[]
  /** The command that scores the baseline's answers as the run's were. */
  readonly remedy?: string
  /** What gates that cannot tell do to the run. Default 'fail'. */
  readonly inconclusive?: Inconclusive
  /** As `summariseGroups` gives them, one for each field or crossing of fields. */
  readonly groups?: readonly GroupedScores[]
}

/** A scorer with what the statistics say about it. */
export interface ScorerMaterial {
  readonly scorer: ScorerRecord
  readonly summary: ScoreSummary
  readonly repeats?: RepeatSummary
  readonly comparison?: ScoreComparison
  readonly people?: PeopleSummary
  readonly peopleComparison?: PeopleComparison
}

/** A scorer that has a comparison. */
export type Compared = Pick<ScorerMaterial, 'scorer'> & Required<Pick<ScorerMaterial, 'comparison'>>

/** Material that was found to fit together, with its scorers in the order of the run. */
export interface ReadMaterial extends ReportMaterial {
  readonly scorers: readonly ScorerMaterial[]
  readonly compared: readonly Compared[]
}

/**
 * Reads material once, at the door of a report: what is behind it takes what was read.
 *
 * @throws TypeError where a summary is missing, doubled or of another run's scorer, where a record is of a scorer
 *   that the run does not name, or where a number is not finite: a report would leave it out or show it wrongly.
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
    const isOf = ({ scorerId }: { scorerId: string }) => scorerId === scorer.id
    return {
      ...{ scorer, summary, repeats: repeats.find(isOf), comparison: comparisons.find(isOf) },
      people: people.find(isOf),
      peopleComparison: peopleComparisons.find(isOf),
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

/** JSON would turn NaN into null, and a chart would leave it out, both without a word. */
function requireFinite(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${path} is ${value}`)
  if (typeof value !== 'object' || value === null) return
  // What stays in a run file was read from JSON: it is finite.
  for (const [key, part] of heldEntries(value)) requireFinite(part, `${path}, ${key}`)
}
