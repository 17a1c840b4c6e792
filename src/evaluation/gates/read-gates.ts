import type { ScorerRecord } from '../../run/record.ts'
import { toNumber } from '../../shared/to-number.ts'
import type { Gates } from './gate.ts'

/** Gates on a share of the answers, or of the expectations. */
const shares = ['failed', 'not-scorable', 'unmet', 'scored'] as const
const words: readonly string[] = [...shares, 'loss', 'inconclusive']
const ofLoss = '.loss'

type Share = (typeof shares)[number]

const isShare = (what: string): what is Share => (shares as readonly string[]).includes(what)

/** Returns the scorer whose mean or loss a gate limits; undefined for a gate on all scorers. */
export const findScorerId = (what: string) =>
  words.includes(what) ? undefined : what.endsWith(ofLoss) ? what.slice(0, -ofLoss.length) : what

/** Returns whether a gate limits the loss against a baseline. */
export const isOfLoss = (what: string) => what === 'loss' || what.endsWith(ofLoss)

const examples =
  'answer-relevancy=0.8 (a mean), failed=1%, not-scorable=10%, unmet=0, scored=50%, loss=0.05, bias.loss=0.02 or inconclusive=pass'

/**
 * Parses a gate as typed, `what=limit`.
 *
 * @param before Gates typed earlier.
 * @throws TypeError that says what a gate looks like, also for a gate given twice.
 */
export function parseGate(text: string, before: Gates = {}): Gates {
  const at = text.indexOf('=')
  const what = text.slice(0, Math.max(at, 0)).trim()
  const limit = text.slice(at + 1).trim()
  const fail = (why: string): never => {
    throw new TypeError(`gate "${text}": ${why}`)
  }
  if (what === '' || limit === '') return fail(`it must be ${examples}; give each gate separately`)
  if (Object.hasOwn(before, what)) return fail(`there are two limits for ${what}: give one`)
  return { ...before, [what]: parseLimit(what, limit, fail) }
}

function parseLimit(what: string, limit: string, fail: (why: string) => never): number | 'pass' | 'fail' {
  if (what === 'inconclusive')
    return limit === 'pass' || limit === 'fail' ? limit : fail('it must be inconclusive=pass or =fail')
  const isPercent = limit.endsWith('%')
  if (isPercent && !isShare(what))
    return fail(
      `% is only for ${shares.join(', ')}; a mean and a loss are on the scale of the scorer, such as 0.8`,
    )
  const number = toNumber(isPercent ? limit.slice(0, -1) : limit)
  return Number.isNaN(number)
    ? fail(`it must be ${examples}; give each gate separately`)
    : number / (isPercent ? 100 : 1)
}

export interface ReadGates {
  /** Scorers with the mean that each must reach, or, if lower is better, must not exceed. */
  readonly means: readonly { readonly scorer: ScorerRecord; readonly limit: number }[]
  readonly shares: Readonly<Partial<Record<Share, number>>>
  /** The allowed losses against a baseline. */
  readonly losses: {
    /** For every scorer without a loss of its own. */
    readonly all?: number
    readonly byScorer: ReadonlyMap<string, number>
  }
}

/**
 * Checks gates against the scorers of a run, so that mistakes show before the run is paid for.
 *
 * @param hasBaseline Whether there is a baseline to compare with.
 * @throws TypeError for a gate that is out of range, names an unknown scorer, limits a loss without a baseline, or has
 * a limit that every score or none would reach.
 */
export function readGates(gates: Gates, scorers: readonly ScorerRecord[], hasBaseline: boolean): ReadGates {
  const means: { scorer: ScorerRecord; limit: number }[] = []
  const read: Partial<Record<Share, number>> = {}
  const byScorer = new Map<string, number>()
  let all: number | undefined
  for (const [what, limit] of Object.entries(gates)) {
    if (limit === undefined) continue
    const fail = (why: string): never => {
      throw new TypeError(`gates: ${what}: ${why}`)
    }
    const scorer = scorers.find(({ id }) => id === what)
    const losing = what.endsWith(ofLoss) && scorers.find(({ id }) => id === what.slice(0, -ofLoss.length))
    if (scorer && (words.includes(what) || losing))
      return fail('this is both a gate and the id of a scorer: give the scorer another id')
    if (what === 'inconclusive') {
      if (limit !== 'pass' && limit !== 'fail') fail("it must be 'pass' or 'fail'")
      continue
    }
    if (typeof limit !== 'number' || !Number.isFinite(limit))
      return fail(`it must be a number, not ${String(limit)}`)
    if (isShare(what)) {
      if (!(limit >= 0 && limit <= 1))
        fail(`it must be a share from 0 to 1, such as 0.01 or 1%, not ${limit}`)
      read[what] = limit
    } else if (scorer) {
      checkMean(scorer, limit, fail)
      means.push({ scorer, limit })
    } else if (what === 'loss' || losing) {
      if (!hasBaseline) fail('a loss needs a baseline: name it with --fail-if-worse, or as failIfWorse')
      for (const one of losing ? [losing] : scorers) checkLossWithin(one, limit, fail)
      if (losing) byScorer.set(losing.id, limit)
      else all = limit
    } else return fail(unknown(what, scorers))
  }
  return { means, shares: read, losses: { all, byScorer } }
}

function unknown(what: string, scorers: readonly ScorerRecord[]): string {
  const known = scorers.map(({ id }) => id).join(', ') || 'none'
  return `there is no scorer ${findScorerId(what)} in this run; it has: ${known}. A gate is a scorer, ${shares.join(', ')}, loss, <scorer>.loss or inconclusive`
}

/** Refuses a limit beyond the scale, which always fails or passes: 80 probably means 80 % of a scale of 1. */
function checkMean({ id, scale }: ScorerRecord, limit: number, fail: (why: string) => never) {
  if (scale === undefined || (limit >= 0 && limit <= scale)) return
  const meant = limit > scale && limit <= 100 ? `: ${(limit / 100) * scale} is ${limit} % of that` : ''
  fail(`${id} scores from 0 to ${scale}, but the limit is ${limit}${meant}`)
}

/** Refuses a loss of the whole scale or more, which no score can exceed: such a gate would always pass. */
function checkLossWithin(
  { id, scale = Number.POSITIVE_INFINITY }: ScorerRecord,
  loss: number,
  fail: (why: string) => never,
) {
  if (loss < 0) fail(`a loss must be 0 or more, not ${loss}`)
  if (loss >= scale)
    fail(
      `${id} scores from 0 to ${scale}, so a loss of ${loss} would always pass: ${(loss / 100) * scale} is ${loss} % of that`,
    )
}
