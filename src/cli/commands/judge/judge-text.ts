import { callsText } from '../../../report/format-costs.ts'
import { formatCount, formatScore } from '../../../report/format-numbers.ts'
import { judgeNotices } from '../../../report/run-notices.ts'
import { terminalText } from '../../../report/safe-text.ts'
import { renderTable, wrap } from '../../../report/terminal/draw-table.ts'
import { addCosts } from '../../../run/cost/cost.ts'
import type { ItemRecord } from '../../../run/item-record.ts'
import type { EvaluationRun, ScoreRecord } from '../../../run/record.ts'
import { computeMean } from '../../../statistics/mean.ts'

const percent = (share: number) => `${Math.round(share * 100)} %`

export function judgeText({ header, items }: EvaluationRun, width: number): string {
  const [first] = items
  if (first === undefined) return 'Nothing was judged.'
  const notices = judgeNotices({ header }).map((notice) => wrap(terminalText(notice), width))
  const judged = header.scorers.map(({ id, name, scale, lowerIsBetter }) => {
    const title = `${name}${lowerIsBetter ? ' (lower is better)' : ''}`
    const body = items.length > 1 ? repeated(items, id, scale, width) : once(first.scores[id], scale, width)
    return `${title}: ${body}`
  })
  return [...notices, ...judged].join('\n\n')
}

function once(score: ScoreRecord | undefined, scale: number | undefined, width: number): string {
  if (score === undefined) return 'no score'
  const { verdicts = [] } = score
  const table = renderTable(
    [
      { title: 'Statement', kind: 'name' },
      { title: 'Verdict' },
      { title: 'Share', kind: 'number' },
      { title: 'Why', kind: 'name' },
    ],
    verdicts.map(({ unit, verdict, share, reason = '' }) => [
      terminalText(unit),
      terminalText(verdict),
      share === undefined ? '' : formatScore(share),
      terminalText(reason),
    ]),
    width,
  )
  return [
    wrap(outcomeText(score, scale), width),
    ...(verdicts.length === 0 ? [] : [table]),
    ...(score.outcome === 'scored' && score.reason ? [wrap(terminalText(score.reason), width)] : []),
    `${callsText(score.cost)}, ${formatCount(score.durationInMs)} ms`,
  ].join('\n')
}

function outcomeText(score: ScoreRecord, scale?: number): string {
  if (score.outcome === 'scored') return formatScore(score.score, scale)
  if (score.outcome === 'not scorable') return `not scorable: ${terminalText(score.reason)}`
  return `failed: ${terminalText(score.failure.message)}`
}

/** Shows how much the judge agrees with itself. */
function repeated(
  items: readonly ItemRecord[],
  scorerId: string,
  scale: number | undefined,
  width: number,
): string {
  const all = items.flatMap(({ scores }) => scores[scorerId] ?? [])
  const scores = all.flatMap((score) => (score.outcome === 'scored' ? [score.score] : []))
  const others = all.filter(({ outcome }) => outcome !== 'scored')
  const range = `mean ${formatScore(computeMean(scores), scale)}, from ${formatScore(Math.min(...scores), scale)} to ${formatScore(Math.max(...scores), scale)}`
  const units = countFlips(items, scorerId)
  const table = renderTable(
    [
      { title: 'Statement', kind: 'name' },
      { title: 'Judged', kind: 'number' },
      { title: 'Verdicts' },
      { title: 'Flips', kind: 'number' },
      { title: 'Mean share', kind: 'number' },
    ],
    units.map(({ unit, judged, verdicts, flipRate, meanShare }) => [
      terminalText(unit),
      // If an answer makes a statement twice, each repeat judges it twice.
      judged > items.length ? `${judged} times in ${items.length}` : `${judged} of ${items.length}`,
      verdicts.map(([verdict, times]) => `${terminalText(verdict)} ${times}`).join(', '),
      percent(flipRate),
      meanShare === undefined ? '' : formatScore(meanShare),
    ]),
    width,
  )
  return [
    `${scores.length === 0 ? 'no score' : range} (${scores.length} of ${items.length} scored)`,
    ...(units.length === 0 ? [] : [table]),
    ...[...new Set(others.map((score) => outcomeText(score)))].map((text) => wrap(text, width)),
    callsText(addCosts(all.map(({ cost }) => cost))),
  ].join('\n')
}

/**
 * Returns the units of one scorer over the repeats of one item, in order of first appearance, with the verdicts on each,
 * the most frequent first.
 */
export function countFlips(records: readonly ItemRecord[], scorerId: string) {
  const units = new Map<string, { verdicts: Map<string, number>; shares: number[] }>()
  for (const { scores } of records) {
    for (const { unit, verdict, share } of scores[scorerId]?.verdicts ?? []) {
      const seen = units.get(unit) ?? { verdicts: new Map<string, number>(), shares: [] }
      units.set(unit, seen)
      seen.verdicts.set(verdict, (seen.verdicts.get(verdict) ?? 0) + 1)
      if (share !== undefined) seen.shares.push(share)
    }
  }
  return [...units].map(([unit, { verdicts, shares }]) => {
    const counted = [...verdicts].sort(([, one], [, other]) => other - one)
    const judged = counted.reduce((sum, [, times]) => sum + times, 0)
    return {
      unit,
      verdicts: counted,
      // Once a repeat, more often if the answer makes the statement twice.
      judged,
      // 0 for a judge that never changes its mind.
      flipRate: 1 - (counted[0]?.[1] ?? 0) / judged,
      meanShare: shares.length === 0 ? undefined : computeMean(shares),
    }
  })
}
