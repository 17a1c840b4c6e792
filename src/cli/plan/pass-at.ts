import type { PassAt } from '../../evaluation/comparison/summarise-repeats.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { readScorers } from '../../run/scorer-entry.ts'
import type { Plan } from './plan.ts'

/** Returns the configuration's thresholds without those of its other scorers, which this work does not use. */
export function pickPassAt({ config, passAt = {} }: Plan, used: readonly ScorerRecord[]): PassAt {
  const configured = config.scorers === undefined ? [] : readScorers(config.scorers)
  const isOther = (id: string) =>
    configured.some(({ record }) => record.id === id) && !used.some((scorer) => scorer.id === id)
  return Object.fromEntries(Object.entries(passAt).filter(([id]) => !isOther(id)))
}
