import type { Cost, EvaluationRun, ScoreRecord } from '../../evaluation/record.ts'
import { textOf } from '../contents/answers.ts'
import { digitsFor, formatDuration, formatMoney, formatNumberOf } from '../format.ts'
import type { PageData, PageScore } from './client/types.ts'

/** What the page's script shows of a run. */
export function pageData({ header, items }: EvaluationRun): PageData {
  return {
    repeats: header.repeats,
    scorers: header.scorers.map(({ id, name, scale, lowerIsBetter }) => {
      return { id, name, scale, lowerIsBetter, digits: digitsFor(scale) }
    }),
    items: items.map((item) => ({
      id: item.itemId,
      repeat: item.repeat,
      group: item.group,
      input: textOf(item.input),
      groundTruth: item.groundTruth === undefined ? undefined : textOf(item.groundTruth),
      answer: item.answer,
      failure: item.failure === undefined ? undefined : `${item.failure.name}: ${item.failure.message}`,
      notes: [
        ...(item.group === undefined ? [] : [`group ${item.group}`]),
        `answered in ${formatDuration(item.durationInMs)}`,
        ...costNotes(item.cost),
      ],
      scores: header.scorers.map(({ id }) => {
        const record = item.scores[id]
        return record === undefined ? null : pageScore(record)
      }),
    })),
  }
}

function pageScore(record: ScoreRecord): PageScore {
  const { outcome, verdicts, evidence = [], cost, durationInMs } = record
  const judged = evidence.map(
    ({ judge, task, cached }) => `${judge}, ${task}${cached ? ', from the cache' : ''}`,
  )
  const warnings = evidence.flatMap((piece) => piece.warnings)
  return {
    outcome,
    score: outcome === 'scored' ? record.score : undefined,
    words: outcome === 'failed' ? failureText(record.failure) : record.reason,
    verdicts: verdicts?.map(({ unit, verdict, reason, share, credit }) => ({
      unit,
      verdict,
      reason,
      share,
      credit,
    })),
    notes: [
      ...new Set([...judged, ...warnings]),
      `scored in ${formatDuration(durationInMs)}`,
      ...costNotes(cost),
    ],
  }
}

const failureText = ({ name, message, attempts }: { name: string; message: string; attempts: number }) =>
  `${name}: ${message} (tried ${formatNumberOf(attempts, 'time')})`

function costNotes({ calls, usage, money }: Cost): string[] {
  const tokens = usage.inputTokens + usage.outputTokens
  if (calls + tokens === 0) return []
  return [
    formatNumberOf(calls, 'call'),
    formatNumberOf(tokens, 'token'),
    ...(money === undefined ? [] : [formatMoney(money)]),
  ]
}
