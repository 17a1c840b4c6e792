import { z } from 'zod/v4'
import { readOptions } from '../../scorers/factory/options.ts'
import type { EvaluationRun, ScorerRecord } from '../record.ts'
import type { Gates } from './types.ts'

const limits = z.record(z.string(), z.number())
const loss = z.number().min(0)

const gateOptions = z.strictObject({
  failUnder: limits.optional(),
  failOver: limits.optional(),
  failIfWorse: z
    .strictObject({
      baseline: z.custom<EvaluationRun>(isRun, 'must be a run: its header and items'),
      allowedLoss: z.union([loss, z.record(z.string(), loss)]).optional(),
    })
    .optional(),
  maxFailed: z.number().min(0).max(1).optional(),
  minScored: z.number().min(0).max(1).optional(),
})

/**
 * Whether a run of these scorers can be held against gates, to be known before the run is paid for.
 *
 * @throws TypeError for a gate that is out of range, names an unknown scorer, or is for the other direction.
 */
export function checkGateOptions(gates: Gates, scorers: readonly ScorerRecord[]): void {
  readOptions('checkGates', gateOptions, gates)
  checkNames(gates, scorers)
}

/**
 * Scorers that a gate names must be there, and have the direction that the gate is for.
 *
 * @throws TypeError that names the option and lists the scorers there are, or says which gate to use.
 */
function checkNames({ failUnder, failOver, failIfWorse }: Gates, scorers: readonly ScorerRecord[]): void {
  const allowedLoss = failIfWorse?.allowedLoss
  const named = {
    failUnder: failUnder ?? {},
    failOver: failOver ?? {},
    'failIfWorse.allowedLoss': typeof allowedLoss === 'object' ? allowedLoss : {},
  }
  const known = scorers.map(({ id }) => id).join(', ') || 'none'
  for (const [option, record] of Object.entries(named)) {
    for (const id of Object.keys(record)) {
      const scorer = scorers.find((one) => one.id === id)
      if (!scorer)
        throw new TypeError(
          `checkGates: options.${option}: there is no scorer ${id} in this run; it has: ${known}`,
        )
      if (option === 'failUnder' && scorer.lowerIsBetter)
        throw new TypeError(`checkGates: options.failUnder: a lower ${id} is better: use failOver for it`)
      if (option === 'failOver' && !scorer.lowerIsBetter)
        throw new TypeError(`checkGates: options.failOver: a higher ${id} is better: use failUnder for it`)
    }
  }
}

function isRun(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'header' in value && 'items' in value
}
