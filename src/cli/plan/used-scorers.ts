import { findScorerId } from '../../evaluation/gates/read-gates.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { readScorers } from '../../run/scorer-entry.ts'
import { warn } from '../print.ts'
import type { Plan, SharedFlags } from './plan.ts'

/**
 * Returns the plan without the configuration's thresholds and gates of its other scorers, which this work does not use.
 * Gates of `--gate` and those that name no scorer of the configuration stay, so that mistakes are found.
 */
export function planForScorers(
  plan: Plan,
  { gate = {} }: Pick<SharedFlags, 'gate'>,
  used: readonly ScorerRecord[],
): Plan {
  const { config, passAt = {}, gates, stderr } = plan
  const configured = config.scorers === undefined ? [] : readScorers(config.scorers)
  const isOther = (id: string | undefined) =>
    configured.some(({ record }) => record.id === id) && !used.some((scorer) => scorer.id === id)
  const isLeftOut = (what: string) => isOther(findScorerId(what)) && !Object.hasOwn(gate, what)
  const leftOut = Object.keys(gates).filter(isLeftOut)
  if (leftOut.length > 0) {
    const ids = [...new Set(leftOut.map(findScorerId))]
    const why = ids.length === 1 ? 'it was not chosen' : 'they were not chosen'
    warn(stderr, `gates on ${ids.join(', ')} are not checked: ${why}`)
  }
  return {
    ...plan,
    passAt: Object.fromEntries(Object.entries(passAt).filter(([id]) => !isOther(id))),
    gates: Object.fromEntries(Object.entries(gates).filter(([what]) => !isLeftOut(what))),
  }
}
