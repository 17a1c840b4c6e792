import { failures } from './failed-runs.ts'
import { telemetry } from './live-events.ts'
import { bound } from './live-scores.ts'
import { storing } from './live-work.ts'
import type { ScorerConfig } from './options.ts'
import { workflow } from './reuse-workflow.ts'
import { result } from './run-result.ts'
import {
  type Layer,
  optionsKey,
  type Run,
  type RunInput,
  type RunOptions,
  withRunOptions,
} from './scorer-run.ts'
import { type Config, type Steps, withoutEngine } from './steps.ts'

interface Runnable {
  readonly id: string
  run(input: never): Promise<unknown>
}

/** The layers that features set, on any scorer. */
type FeatureLayers = { [Name in 'queue' | 'sharedAnswers']?: Layer }

const featuresKey = Symbol.for('mastra-verdict.feature-layers')

/** Composes the run of a scorer from all layers that act on it, outermost first. */
export function composeRun(
  scorer: Runnable,
  /** Absent for a scorer that is not ours. */
  ours?: {
    readonly config: Config
    readonly steps: Steps<unknown, unknown>
    readonly measure: Parameters<typeof telemetry>[1]
    readonly onFailure: ScorerConfig['onFailure']
    /** Cancels the scorer. */
    readonly signal: AbortSignal | undefined
  },
): FeatureLayers {
  const set: FeatureLayers = {}
  const layers: Layer[] = [live(ifSet(set, 'queue')), ifSet(set, 'sharedAnswers')]
  if (ours !== undefined) {
    const { config, steps, measure, onFailure, signal } = ours
    layers.push(
      live(storing(scorer)),
      live(telemetry(scorer, measure)),
      live(bound(scorer)),
      result,
      ...(onFailure === 'notScorable' ? [failures(scorer, signal)] : []),
      withoutEngine(scorer, config, steps),
      workflow(scorer),
    )
  }
  const run = scorer.run.bind(scorer) as (input: RunInput) => ReturnType<Run>
  // A scorer that is not ours may wrap one of ours.
  const innermost: Run = ours ? run : (input, options) => run(withRunOptions(input, options))
  const composed = layers.reduceRight((inner, layer) => layer(inner), innermost)
  Object.assign(scorer, {
    run: ({ [optionsKey]: options = {}, ...input }: RunInput & { [optionsKey]?: RunOptions }) =>
      composed(input, options),
  })
  Object.defineProperty(scorer, featuresKey, { value: set })
  return set
}

/** Adds the layer of a feature to a scorer, in its place among the others. */
export function setLayer(scorer: Runnable, name: keyof FeatureLayers, layer: Layer): void {
  const known = Object.hasOwn(scorer, featuresKey)
  const set = known ? (scorer as { [featuresKey]?: FeatureLayers })[featuresKey] : composeRun(scorer)
  Object.assign(set ?? {}, { [name]: layer })
}

const ifSet =
  (set: FeatureLayers, name: keyof FeatureLayers): Layer =>
  (run) =>
  (input, options) =>
    (set[name]?.(run) ?? run)(input, options)

/** Keeps a layer to the live runs that no caller waits for. */
const live =
  (layer: Layer): Layer =>
  (run) => {
    const layered = layer(run)
    return (input, options) =>
      (input.scoreSource === 'live' && !options.isWaitedFor ? layered : run)(input, options)
  }
