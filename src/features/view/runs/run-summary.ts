import { collectScores } from '../../../evaluation/comparison/collect-scores.ts'
import type { ScoreSummary } from '../../../evaluation/comparison/score-summary.ts'
import { summarise } from '../../../evaluation/comparison/summarise.ts'
import { collectExpectations, countUnmet } from '../../../report/run/expectations.ts'
import { failedText } from '../../../report/run/unscored.ts'
import { answerNoun, tookPlaceText } from '../../../run/answer-noun.ts'
import type { EvaluationRun, OutcomeRecord, RunEnd, RunHeader } from '../../../run/record.ts'
import { compact } from '../../../shared/compact.ts'
import { computeMean } from '../../../statistics/mean.ts'

export interface RunSummary {
  readonly kind: 'run'
  /** Without the texts that only reports show. */
  readonly header: RunHeader
  readonly end?: RunEnd
  /** 'unchecked' if it passed because no gate was about the quality of its answers. */
  readonly outcome?: OutcomeRecord['result'] | 'unchecked'
  /** Its records, also those without an answer. */
  readonly answers: number
  /** Of these, how many have no answer. */
  readonly unanswered: number
  readonly noun: ReturnType<typeof answerNoun>
  /** Its failures, and why it did not pass: '2 of 12 conversations failed', 'Faithfulness is worse'. */
  readonly flaws: readonly string[]
  /** One for each scorer, absent if nothing was scored. While the run is under way, they have no intervals. */
  readonly means: readonly (Pick<ScoreSummary, 'scorerId' | 'mean' | 'interval'> & {
    /** How many items the mean is over. */
    readonly items: number
  })[]
}

const isCounted: ReadonlySet<string> = new Set(['failed', 'unmet'])

/** @throws InconsistentRunError if its records contradict each other. */
export function summariseRun(run: EvaluationRun, isUnderWay: boolean): RunSummary {
  const { header, items, end, outcome } = run
  const { total, unmet } = collectExpectations(run) ?? { total: 0, unmet: [] }
  const { instructionsText: _text, ...target } = header.target
  return {
    kind: 'run',
    header: { ...header, target, scorers: header.scorers.map(({ question: _question, ...one }) => one) },
    end,
    outcome: outcome?.result === 'passed' && outcome.isOfQuality === false ? 'unchecked' : outcome?.result,
    answers: items.length,
    unanswered: items.filter(({ failure }) => failure !== undefined).length,
    noun: answerNoun(run),
    flaws: compact([
      failedText(run),
      unmet.length > 0 && countUnmet(unmet.length, total),
      ...(outcome?.causes ?? []).map(({ gate, title }) => !isCounted.has(gate) && title),
      tookPlaceText(run),
    ]),
    means: isUnderWay
      ? quickMeans(run)
      : summarise(run).map(({ scorerId, mean, interval, items }) => ({ scorerId, mean, interval, items })),
  }
}

/** An interval for each new answer would cost more than it tells. */
const quickMeans = (run: EvaluationRun): RunSummary['means'] =>
  run.header.scorers.map(({ id: scorerId }) => {
    const { items } = collectScores(run, scorerId)
    return {
      scorerId,
      items: items.length,
      mean: items.length === 0 ? undefined : computeMean(items.map(({ mean }) => mean)),
    }
  })
