import { collectScores } from '../../../evaluation/comparison/collect-scores.ts'
import type { ScoreSummary } from '../../../evaluation/comparison/score-comparison.ts'
import { summarise } from '../../../evaluation/comparison/summarise.ts'
import type { EvaluationRun, OutcomeRecord, RunEnd, RunHeader } from '../../../run/record.ts'
import { computeMean } from '../../../statistics/mean.ts'

/** A scorer's mean in a run; absent if nothing was scored. */
export type Mean = Pick<ScoreSummary, 'scorerId' | 'mean' | 'interval'>

export interface RunSummary {
  readonly kind: 'run'
  /** Without the texts that only reports show. */
  readonly header: RunHeader
  readonly end?: RunEnd
  /** 'unchecked' if it passed because no gate was about the quality of its answers. */
  readonly outcome?: OutcomeRecord['result'] | 'unchecked'
  readonly answers: number
  /** Answers that are missing. */
  readonly failed: number
  readonly expectations: number
  readonly unmet: number
  /** Why it did not pass, besides missing answers and unmet expectations: 'Faithfulness is worse'. */
  readonly causes: readonly string[]
  /** While the run is under way, they have no intervals. */
  readonly means: readonly Mean[]
}

const isCounted: ReadonlySet<string> = new Set(['failed', 'unmet'])

/** @throws InconsistentRunError if its records contradict each other. */
export function summariseRun(run: EvaluationRun, isUnderWay: boolean): RunSummary {
  const { header, items, end, outcome } = run
  const { instructionsText: _text, ...target } = header.target
  const expectations = items.flatMap((item) => item.expectations ?? [])
  return {
    kind: 'run',
    header: { ...header, target, scorers: header.scorers.map(({ question: _question, ...one }) => one) },
    end,
    outcome: outcome?.result === 'passed' && outcome.isOfQuality === false ? 'unchecked' : outcome?.result,
    answers: items.length,
    failed: items.filter(({ failure }) => failure !== undefined).length,
    expectations: expectations.length,
    unmet: expectations.filter(({ met }) => !met).length,
    causes: (outcome?.causes ?? []).flatMap(({ gate, title }) => (isCounted.has(gate) ? [] : title)),
    means: isUnderWay ? quickMeans(run) : summarise(run).map(pickMean),
  }
}

const pickMean = ({ scorerId, mean, interval }: ScoreSummary): Mean => ({ scorerId, mean, interval })

/** An interval for each new answer would cost more than it tells. */
const quickMeans = (run: EvaluationRun): Mean[] =>
  run.header.scorers.map(({ id: scorerId }) => {
    const { items } = collectScores(run, scorerId)
    return { scorerId, mean: items.length === 0 ? undefined : computeMean(items.map(({ mean }) => mean)) }
  })
