import type { GroupedScores } from '../evaluation/comparison/groups.ts'
import type { RepeatSummary } from '../evaluation/comparison/summarise-repeats.ts'
import type { ScoreComparison, ScoreSummary } from '../evaluation/comparison/types.ts'
import type { RunOutcome } from '../evaluation/gates/run-outcome.ts'
import type { GateOutcome } from '../evaluation/gates/types.ts'
import type { PeopleComparison, PeopleSummary } from '../run/by-people.ts'
import type { RunEnd, RunHeader } from '../run/record.ts'
import { textOf } from '../run/text-of.ts'
import { reportMark } from './formats.ts'
import { worstAnswers } from './run/answers.ts'
import { type CostLine, costsOf } from './run/costs.ts'
import { type ExpectationContents, expectationsOf } from './run/expectations.ts'
import { type Headline, headlineOf } from './run/headline.ts'
import { type ReadMaterial, type ReportMaterial, readMaterial } from './run/material.ts'
import { outcomeOf } from './run/outcome.ts'
import { type ToolMockContents, toolMocksOf } from './run/tool-mocks.ts'
import { type FailureGroup, groupFailures, groupNotScorable, type NotScorableGroup } from './run/unscored.ts'
import { shorten, terminalJson } from './safe-text.ts'

/** What `runReport.json` writes. A field is added without a new version, and changed or removed only with one. */
export interface JsonReport {
  readonly kind: typeof reportMark
  /** What to know first, as the other reports say it. */
  readonly headline: Headline
  readonly version: 1
  readonly run: Omit<RunHeader, 'kind' | 'version'>
  /** Absent where the run was interrupted. */
  readonly end?: Omit<RunEnd, 'kind'>
  /** Answers of the run, and those of them that failed. */
  readonly answers: { readonly total: number; readonly failed: number }
  /** How many things items expect, and which were not met; absent where none expects anything. */
  readonly expectations?: ExpectationContents
  /** What became of tool mocks; absent where no tool was mocked or denied. */
  readonly toolMocks?: ToolMockContents
  /** In the order of the run's scorers. */
  readonly scorers: readonly (ScoreSummary & { readonly cost?: CostLine })[]
  /** Pass rates and what further judgings say; empty if there are neither. */
  readonly repeats: readonly RepeatSummary[]
  /** Empty where nothing was compared. */
  readonly comparisons: readonly ScoreComparison[]
  /** What people would score, of scorers with labels; empty where no labels were given. */
  readonly people: readonly PeopleSummary[]
  /** The same against the baseline. */
  readonly peopleComparisons: readonly PeopleComparison[]
  /** Empty where there are none. */
  readonly gates: readonly GateOutcome[]
  /** How the run ended against them; absent where none were asked for. */
  readonly outcome?: RunOutcome
  /** Empty where none were asked for. */
  readonly groups: readonly GroupedScores[]
  readonly failures: readonly FailureGroup[]
  readonly notScorable: readonly NotScorableGroup[]
  /** Answers that each scorer found worst, worst first, at most 5 of each and one an item; none has the best possible score. */
  readonly worst: readonly { readonly scorerId: string; readonly answers: readonly WorstAnswerLine[] }[]
  readonly cost: { readonly target: CostLine; readonly total: CostLine }
}

/** Texts of more than 2,000 characters are cut, and end in '…'. */
interface WorstAnswerLine {
  readonly itemId: string
  readonly repeat: number
  readonly score: number
  readonly question: string
  readonly answer?: string
  readonly reason?: string
}

const longestText = 2000

/**
 * A run's results as JSON on several lines, in a shape that stays: {@link JsonReport}. All answers, with their verdicts,
 * are in the run file.
 *
 * @throws TypeError where the material does not fit together or a number is not finite.
 */
export const jsonReport = (material: ReportMaterial): string =>
  terminalJson(reportObject(readMaterial(material)))

export function reportObject(material: ReadMaterial): JsonReport {
  const { run, scorers, gates = [], groups = [] } = material
  const costs = costsOf(run)
  const { kind: _run, version: _version, ...header } = run.header
  return {
    kind: reportMark,
    headline: headlineOf(material),
    version: 1,
    run: header,
    end: run.end === undefined ? undefined : withoutKind(run.end),
    answers: {
      total: run.items.length,
      failed: run.items.filter(({ failure }) => failure !== undefined).length,
    },
    expectations: expectationsOf(run),
    toolMocks: toolMocksOf(run),
    scorers: scorers.map(({ scorer, summary }) => ({ ...summary, cost: costs.scorers.get(scorer.id) })),
    repeats: scorers.flatMap(({ repeats }) => repeats ?? []),
    comparisons: scorers.flatMap(({ comparison }) => comparison ?? []),
    people: scorers.flatMap(({ people }) => people ?? []),
    peopleComparisons: scorers.flatMap(({ peopleComparison }) => peopleComparison ?? []),
    gates,
    outcome: outcomeOf([material]),
    groups,
    failures: groupFailures(run),
    notScorable: groupNotScorable(run),
    worst: scorers.map(({ scorer }) => ({
      scorerId: scorer.id,
      answers: worstAnswers(run, scorer, 5).map(({ item, score, reason }) => ({
        ...{ itemId: item.itemId, repeat: item.repeat, score },
        question: shorten(textOf(item.input), longestText),
        answer: item.answer === undefined ? undefined : shorten(item.answer, longestText),
        reason: reason === undefined ? undefined : shorten(reason, longestText),
      })),
    })),
    cost: { target: costs.target, total: costs.total },
  }
}

const withoutKind = ({ kind: _, ...end }: RunEnd) => end
