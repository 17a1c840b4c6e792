import { z } from 'zod/v4'
import type { ScorerRecord } from '../../run/record.ts'
import { runOption } from '../../run/run-option.ts'
import { readOptions } from '../../shared/read-options.ts'
import type { Gates } from './types.ts'

const limits = z.record(z.string(), z.number())
const loss = z.number().min(0)

const gateOptions = z.strictObject({
  by: z.enum(['judge', 'people']).optional(),
  failUnder: limits.optional(),
  failOver: limits.optional(),
  failIfWorse: z
    .strictObject({
      baseline: runOption,
      allowedLoss: z.union([loss, z.record(z.string(), loss)]).optional(),
    })
    .optional(),
  maxFailed: z.number().min(0).max(1).optional(),
  maxUnmet: z.number().min(0).max(1).optional(),
  maxNotScorable: z.number().min(0).max(1).optional(),
  minScored: z.number().min(0).max(1).optional(),
})

/**
 * Whether a run of these scorers can be held against gates, to be known before the run is paid for.
 *
 * @throws TypeError for a gate that is out of range, names an unknown scorer, is for the other direction, or has a
 * limit that no score of its scorer can reach or miss.
 */
export function checkGateOptions(gates: Gates, scorers: readonly ScorerRecord[]): void {
  readOptions('checkGates', gateOptions, gates)
  checkNames(gates, scorers)
  checkRange('failUnder', gates.failUnder, scorers)
  checkRange('failOver', gates.failOver, scorers)
  checkAllowedLoss(gates.failIfWorse?.allowedLoss, scorers)
}

/** No score can lose its whole scale or more, so that such a gate would pass whatever comes. */
function checkAllowedLoss(
  allowedLoss: number | Readonly<Record<string, number>> = 0,
  scorers: readonly ScorerRecord[],
): void {
  for (const { id, scale = Number.POSITIVE_INFINITY } of scorers) {
    const allowed = typeof allowedLoss === 'number' ? allowedLoss : (allowedLoss[id] ?? 0)
    if (allowed < scale) continue
    throw new TypeError(
      `checkGates: options.failIfWorse.allowedLoss: ${id} scores from 0 to ${scale}, so that a loss of ${allowed} would pass always: ${(allowed / 100) * scale} is ${allowed} % of that`,
    )
  }
}

/** A limit beyond the scale always fails or always passes: 80 is likely to mean 80 % of a scale of 1. */
function checkRange(option: string, limits: Gates['failUnder'] = {}, scorers: readonly ScorerRecord[]): void {
  for (const [id, limit] of Object.entries(limits)) {
    const { scale = Number.POSITIVE_INFINITY } = scorers.find((one) => one.id === id) ?? {}
    if (limit >= 0 && limit <= scale) continue
    const range = Number.isFinite(scale) ? `from 0 to ${scale}` : '0 or more'
    const meant = limit > scale && limit <= 100 ? `: ${(limit / 100) * scale} is ${limit} % of that` : ''
    throw new TypeError(
      `checkGates: options.${option}: ${id} scores ${range}, and the limit is ${limit}${meant}`,
    )
  }
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
