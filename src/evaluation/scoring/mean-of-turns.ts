import { addCosts } from '../../run/cost/cost.ts'
import type { ScoreRecord } from '../../run/record.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { computeMean } from '../../statistics/mean.ts'

const isScored = (score: ScoreRecord) => score.outcome === 'scored'

/** Returns the turn with the worst score, from 1, the first in a tie; undefined if all scores are equal. */
export function worstTurn(turns: readonly ScoreRecord[], lowerIsBetter: boolean): number | undefined {
  const scores = turns.filter(isScored).map(({ score }) => score)
  return scores.every((score) => score === scores[0]) ? undefined : findWorst(turns, lowerIsBetter)?.turn
}

/** Returns the worst scored turn, the first one in a tie; undefined if no turn is scored. */
function findWorst(turns: readonly ScoreRecord[], lowerIsBetter: boolean) {
  let worst: { turn: number; record: Extract<ScoreRecord, { outcome: 'scored' }> } | undefined
  for (const [index, record] of turns.entries()) {
    if (!isScored(record)) continue
    const isWorse =
      worst && (lowerIsBetter ? record.score > worst.record.score : record.score < worst.record.score)
    if (isWorse ?? true) worst = { turn: index + 1, record }
  }
  return worst
}

/**
 * Averages the scores of turns. Turns that are not scorable are left out, and the reason names them. If a turn failed,
 * the whole fails, because the mean of the others would be a different score.
 */
export function meanOfTurns(turns: readonly ScoreRecord[], lowerIsBetter: boolean): ScoreRecord {
  const evidence = turns.flatMap((turn) => turn.evidence ?? [])
  const of = {
    turns,
    evidence: evidence.length === 0 ? undefined : evidence,
    cost: addCosts(turns.map(({ cost }) => cost)),
    durationInMs: Math.max(0, ...turns.map(({ durationInMs }) => durationInMs)),
  }
  const failed = turns.findIndex(({ outcome }) => outcome === 'failed')
  const first = turns[failed]
  if (first?.outcome === 'failed') {
    const { failure } = first
    return {
      outcome: 'failed',
      failure: { ...failure, message: `turn ${failed + 1}: ${failure.message}` },
      ...of,
    }
  }
  const left = turns.flatMap((turn, index) =>
    turn.outcome === 'not scorable' ? [`turn ${index + 1} is not scorable: ${turn.reason}`] : [],
  )
  const scored = turns.filter(isScored)
  const worst = findWorst(turns, lowerIsBetter)
  if (worst === undefined) return { outcome: 'not scorable', reason: left.join('; '), ...of }
  const scores = scored.map(({ score }) => score)
  const readings = scored.flatMap((turn) => turn.readings ?? [])
  const lostShares = scored.reduce((sum, turn) => sum + (turn.lostShares ?? 0), 0)
  const againCount = Math.min(...scored.map(({ again }) => again?.length ?? 0))
  const againFailed = scored.flatMap((turn) => turn.againFailed ?? [])
  const isEven = scores.every((score) => score === scores[0])
  const score = isEven ? worst.record.score : computeMean(scores)
  return {
    outcome: 'scored',
    score,
    readings:
      readings.length === scored.length
        ? {
            verdict: computeMean(readings.map(({ verdict }) => verdict)),
            share: computeMean(readings.map(({ share }) => share)),
          }
        : undefined,
    lostShares: lostShares === 0 ? undefined : lostShares,
    reason: [
      `${formatNumber(score)} is the mean of ${scored.length === 1 ? '1 turn' : `${scored.length} turns`} (${scores.map(formatNumber).join(', ')}).`,
      `${isEven ? 'Turn' : 'The worst is turn'} ${worst.turn}: ${worst.record.reason ?? 'the scorer gives no reason'}`,
      ...left.map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}`),
    ].join(' '),
    again:
      againCount === 0
        ? undefined
        : Array.from({ length: againCount }, (_, index) =>
            computeMean(scored.map(({ again }) => again?.[index] ?? 0)),
          ),
    againFailed: againFailed.length === 0 ? undefined : againFailed,
    ...of,
  }
}
