import { canonicalJson } from '../../shared/canonical-json.ts'
import { result } from './complete-result.ts'
import { failures } from './failed-runs.ts'
import { bound } from './live-limit.ts'
import { telemetry } from './live-telemetry.ts'
import { type Measure, measureKey } from './measure.ts'
import { once } from './once.ts'
import type { ScorerConfig } from './options.ts'
import { trackMastra } from './registered-mastra.ts'
import { workflow } from './reuse-workflow.ts'
import { addLayers, onLiveRuns } from './run-layers.ts'
import { isData, shortHash } from './score-basis.ts'
import { type Config, type Steps, scorerOfSteps, withoutEngine } from './steps.ts'
import { storing } from './storing.ts'

/** Returns a hash of all data; functions and circular values are not part of it. */
function hashData(of: object): string {
  const data = Object.fromEntries(Object.entries(of).filter(([, value]) => isData(value)))
  return shortHash(canonicalJson(data))
}

/** Makes the scorer of these steps, and tells evaluations how to read its numbers. */
export function finishScorer<Material, Result>(
  config: Config,
  steps: Steps<Material, Result>,
  about: Omit<Measure, 'version'> &
    Pick<ScorerConfig, 'onFailure'> & {
      /** Everything that its scores depend on. */
      readonly of: object
      /** Cancels the scorer, which is not a failure. */
      readonly signal?: AbortSignal
    },
) {
  const { of, onFailure, signal, ...known } = about
  const scorer = scorerOfSteps(config, steps)
  const measure: Measure = { ...known, version: hashData(of) }
  trackMastra(scorer)
  addLayers(scorer, {
    once: onLiveRuns(once(scorer)),
    storing: onLiveRuns(storing(scorer)),
    telemetry: onLiveRuns(telemetry(scorer, measure)),
    bound: onLiveRuns(bound(scorer)),
    result: result(scorer),
    failures: onFailure === 'notScorable' ? failures(scorer, signal) : undefined,
    withoutEngine: withoutEngine(scorer, config, steps),
    workflow: workflow(scorer),
  })
  return Object.defineProperty(scorer, measureKey, { value: measure })
}
