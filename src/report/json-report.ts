import type { ScoreComparison } from '../evaluation/comparison/score-comparison.ts'
import type { ScoreSummary } from '../evaluation/comparison/score-summary.ts'
import type { GroupedScores } from '../evaluation/comparison/summarise-groups.ts'
import type { RepeatSummary } from '../evaluation/comparison/summarise-repeats.ts'
import type { GateOutcome } from '../evaluation/gates/gate.ts'
import type { RunOutcome } from '../evaluation/gates/run-outcome.ts'
import { isOfSimulatedUser } from '../run/failures.ts'
import { formatValue } from '../run/format-value.ts'
import type { PeopleComparison, PeopleSummary } from '../run/people-estimates.ts'
import type { RunEnd, RunHeader, ScorerRecord } from '../run/record.ts'
import { asText } from '../scorers/material/json-text.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { collectEvidence, type JsonEvidence } from './json-evidence.ts'
import { reportMark } from './report-formats.ts'
import { type CostLine, sumCosts } from './run/cost-lines.ts'
import { type DecidingPiece, decidingPieces } from './run/deciding-pieces.ts'
import { collectExpectations, type ExpectationContents } from './run/expectations.ts'
import { type Headline, makeHeadline } from './run/headline.ts'
import { type ReadMaterial, type ReportMaterial, readMaterial } from './run/material.ts'
import { combineGates, outcomeTitle } from './run/outcome-title.ts'
import { type TimedToolCall, timedToolCalls } from './run/tool-calls.ts'
import { summariseToolMocks, type ToolMockContents } from './run/tool-mocks.ts'
import { type FailureGroup, groupFailures, groupNotScorable, type NotScorableGroup } from './run/unscored.ts'
import { type WorstAnswer, worstAnswers } from './run/worst-answers.ts'
import { listNotices } from './run-notices.ts'
import { shorten, terminalJson } from './safe-text.ts'

/** The output of `runReport.json`. A version can gain fields, but not change or remove any. */
export interface JsonReport {
  readonly kind: typeof reportMark
  /** The main result: why the run does not pass, if so, and then as in the other reports. */
  readonly headline: Headline
  readonly version: 1
  readonly run: Omit<RunHeader, 'kind' | 'version'>
  /** Absent if the run was interrupted. */
  readonly end?: Omit<RunEnd, 'kind'>
  /** What to know before the numbers, such as a baseline that stopped early. Empty if there is nothing. */
  readonly notices: readonly string[]
  /** The number of answers of the run, and of those that failed; a simulated user's failure is not counted. */
  readonly answers: { readonly total: number; readonly failed: number }
  /** The number of expectations, and those that were not met; absent if no item expects anything. */
  readonly expectations?: ExpectationContents
  /** The use of tool mocks; absent if no tool was mocked or denied. */
  readonly toolMocks?: ToolMockContents
  /** In the order of the run's scorers. */
  readonly scorers: readonly (ScoreSummary & { readonly cost?: CostLine })[]
  /** Pass rates and results of repeated judging; empty if there are neither. */
  readonly repeats: readonly RepeatSummary[]
  /** Empty if nothing was compared. */
  readonly comparisons: readonly ScoreComparison[]
  /** The means that people would give, for scorers with labels; empty without labels. */
  readonly people: readonly PeopleSummary[]
  /** The same, compared with the baseline. */
  readonly peopleComparisons: readonly PeopleComparison[]
  /** Empty where there are none. */
  readonly gates: readonly GateOutcome[]
  /** The run's result by its gates; absent if there were none. */
  readonly outcome?: RunOutcome
  /** Empty if no groups were requested. */
  readonly groups: readonly GroupedScores[]
  readonly failures: readonly FailureGroup[]
  readonly notScorable: readonly NotScorableGroup[]
  /** The worst answers by each scorer, worst first, at most 5 each, one an item; none has the best possible score. */
  readonly worst: readonly { readonly scorerId: string; readonly answers: readonly WorstAnswerLine[] }[]
  readonly cost: { readonly target: CostLine; readonly total: CostLine }
  /** Absent if no score has a context or prompts. */
  readonly evidence?: JsonEvidence
}

/** Texts of more than 2,000 characters are cut, and end in '…'. */
interface WorstAnswerLine {
  readonly itemId: string
  readonly repeat: number
  readonly score: number
  readonly question: string
  readonly answer?: string
  readonly reason?: string
  /** The pieces of context that the judge's verdicts rest on; absent if it names none. */
  readonly restsOn?: readonly DecidingPiece[]
  /** Absent if the agent called no tool. */
  readonly toolCalls?: readonly {
    readonly toolName: string
    /** As JSON. */
    readonly args?: string
    readonly outcome: 'answered' | 'failed' | 'no result'
    /** A text as it is, any other value as JSON. */
    readonly result?: string
    /** Absent if nobody measured it, as for a mocked tool. */
    readonly durationInMs?: number
  }[]
}

const longestText = 2000

/**
 * Returns a run's results as multi-line JSON in a stable shape: {@link JsonReport}. The run file has all answers with
 * their verdicts.
 *
 * @throws TypeError if the parts of the material contradict each other or a number is not finite.
 */
export const jsonReport = (material: ReportMaterial): string =>
  terminalJson(reportObject(readMaterial(material)))

function wholeHeadline(material: ReadMaterial): Headline {
  const headline = makeHeadline(material)
  const { title } = outcomeTitle([material]) ?? {}
  return title === undefined
    ? headline
    : { ...headline, title, sentences: [`${headline.title}.`, ...headline.sentences] }
}

export function reportObject(material: ReadMaterial): JsonReport {
  const { run, scorers, gates = [], groups = [] } = material
  const costs = sumCosts(run)
  const { kind: _run, version: _version, ...header } = run.header
  return {
    kind: reportMark,
    headline: wholeHeadline(material),
    version: 1,
    run: header,
    end: run.end === undefined ? undefined : withoutKind(run.end),
    notices: listNotices(material),
    answers: {
      total: run.items.length,
      failed: run.items.filter(({ failure }) => failure !== undefined && !isOfSimulatedUser(failure)).length,
    },
    expectations: collectExpectations(run),
    toolMocks: summariseToolMocks(run),
    scorers: scorers.map(({ scorer, summary }) => ({ ...summary, cost: costs.scorers.get(scorer.id) })),
    repeats: scorers.flatMap(({ repeats }) => repeats ?? []),
    comparisons: scorers.flatMap(({ comparison }) => comparison ?? []),
    people: scorers.flatMap(({ people }) => people ?? []),
    peopleComparisons: scorers.flatMap(({ peopleComparison }) => peopleComparison ?? []),
    gates,
    outcome: combineGates([material]),
    groups,
    failures: groupFailures(run),
    notScorable: groupNotScorable(run),
    worst: scorers.map(({ scorer }) => ({
      scorerId: scorer.id,
      answers: worstAnswers(run, scorer, 5).map((worst) => worstLine(worst, scorer)),
    })),
    cost: { target: costs.target, total: costs.total },
    evidence: collectEvidence(run),
  }
}

function worstLine({ item, score, reason }: WorstAnswer, { id }: ScorerRecord): WorstAnswerLine {
  const { [id]: record } = item.scores
  const pieces = record === undefined ? [] : decidingPieces(record)
  const calls = timedToolCalls(item, item.exchange?.output ?? [])
  return {
    itemId: item.itemId,
    repeat: item.repeat,
    score,
    question: shorten(formatValue(item.input), longestText),
    ...withoutUndefined({
      answer: item.answer && shorten(item.answer, longestText),
      reason: reason && shorten(reason, longestText),
    }),
    ...(pieces.length === 0
      ? {}
      : { restsOn: pieces.map((piece) => ({ ...piece, text: shorten(piece.text, longestText) })) }),
    ...(calls.length === 0 ? {} : { toolCalls: calls.map(toolCallLine) }),
  }
}

function toolCallLine({ toolName, outcome, durationInMs, ...call }: TimedToolCall) {
  const { args, result } = call
  const text = (value: unknown) => (value === undefined ? undefined : shorten(asText(value), longestText))
  return { toolName, outcome, ...withoutUndefined({ args: text(args), result: text(result), durationInMs }) }
}

const withoutKind = ({ kind: _, ...end }: RunEnd) => end
