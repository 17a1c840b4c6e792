import { canonicalJson } from '../../shared/canonical-json.ts'
import { failures } from './failed-runs.ts'
import { telemetry } from './live-events.ts'
import { bound } from './live-scores.ts'
import { storing } from './live-work.ts'
import type { ScorerConfig } from './options.ts'
import { trackMastra } from './registered-mastra.ts'
import { workflow } from './reuse-workflow.ts'
import { addLayers, onLiveRuns } from './run-layers.ts'
import { result } from './run-result.ts'
import { isData, type ScoreBasis, shortHash } from './score-basis.ts'
import { type Config, type Steps, scorerOfSteps, withoutEngine } from './steps.ts'

const measureKey = Symbol.for('mastra-verdict.measure')

/** How to read a scorer's numbers. */
export interface Measure {
  /** The highest possible score. */
  readonly scale: number
  readonly lowerIsBetter: boolean
  /** Whether an answer always has the same score. */
  readonly deterministic: boolean
  /** 'conversation' for a scorer that reads all of a conversation at once. */
  readonly over?: 'conversation'
  /** A hash of what its scores depend on besides the answer: task version, judge, options that are data. */
  readonly version: string
  /** The same, part by part. */
  readonly basis: ScoreBasis
  /** A note on its judge for readers of the scores. */
  readonly notice?: string
  /** The judge's question about every unit; absent if not that question alone makes the score. */
  readonly question?: ScorerQuestion
}

export interface QuestionOption {
  readonly name: string
  /** Its meaning. */
  readonly criterion: string
  /** The credit of a unit in the score, 0 to 1; null if the unit does not count. */
  readonly credit: number | null
}

/** A question that people can answer in place of the judge. */
export interface ScorerQuestion {
  /** Name and version, as in the judge's evidence: 'statement-relevance/1'. */
  readonly task: string
  readonly instructions: string
  /** In the order in which they are shown. */
  readonly options: readonly QuestionOption[]
  /** How the credits of units become the score, as a share of its scale. */
  readonly arithmetic: 'mean' | 'min' | 'max'
}

/** Returns undefined for a scorer that is not ours. */
export function readMeasure(scorer: object): Measure | undefined {
  return (scorer as { [measureKey]?: Measure })[measureKey]
}

/** Returns a hash of all data; functions and circular values are not part of it. */
function hashData(of: object): string {
  const data = Object.fromEntries(Object.entries(of).filter(([, value]) => isData(value)))
  return shortHash(canonicalJson(data))
}

/** Makes the scorer of these steps, and tells evaluations how to read its numbers. */
export function finishScorer<Material, Result>(
  config: Config,
  steps: Steps<Material, Result>,
  {
    of,
    onFailure,
    signal,
    ...known
  }: Omit<Measure, 'version'> &
    Pick<ScorerConfig, 'onFailure'> & {
      /** Everything that its scores depend on. */
      readonly of: object
      /** Cancels the scorer, which is not a failure. */
      readonly signal?: AbortSignal
    },
) {
  const scorer = scorerOfSteps(config, steps)
  const measure: Measure = { ...known, version: hashData(of) }
  trackMastra(scorer)
  addLayers(scorer, {
    storing: onLiveRuns(storing(scorer)),
    telemetry: onLiveRuns(telemetry(scorer, measure)),
    bound: onLiveRuns(bound(scorer)),
    result,
    failures: onFailure === 'notScorable' ? failures(scorer, signal) : undefined,
    withoutEngine: withoutEngine(scorer, config, steps),
    workflow: workflow(scorer),
  })
  return Object.defineProperty(scorer, measureKey, { value: measure })
}
