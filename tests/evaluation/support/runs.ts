import type { ItemRecord } from '../../../src/run/item-record.ts'
import type { EvaluationRun, ScoreRecord, ScorerRecord } from '../../../src/run/record.ts'

/** What one answer got by a scorer: a score, or how it ended otherwise. */
export type Outcome = number | 'not scorable' | 'failed'

export interface Answer {
  readonly id: string
  readonly repeat?: number
  readonly group?: string
  /** By scorer id; 'no answer' where the agent failed. */
  readonly outcomes: Readonly<Record<string, Outcome>> | 'no answer'
}

const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } }

export function scorer(id: string, more: Partial<ScorerRecord> = {}): ScorerRecord {
  return { id, name: id, scale: 1, lowerIsBetter: false, ...more }
}

export function makeRun(
  answers: readonly Answer[],
  scorers: readonly ScorerRecord[],
  dataset: Partial<EvaluationRun['header']['dataset']> = {},
): EvaluationRun {
  return {
    header: {
      kind: 'run',
      version: 1,
      id: 'run',
      name: 'run',
      startedAt: '2026-01-01T00:00:00.000Z',
      target: { kind: 'recorded', id: 'recorded' },
      dataset: { name: 'questions', items: answers.length, hash: 'abc', ...dataset },
      scorers,
      repeats: 1,
    },
    items: answers.map(toItem),
  }
}

/** One scorer 'relevancy' over items with these scores, the same ids in every run. */
export function runOf(scores: readonly Outcome[], more: Partial<ScorerRecord> = {}): EvaluationRun {
  return makeRun(
    scores.map((score, index) => ({ id: `${index}`, outcomes: { relevancy: score } })),
    [scorer('relevancy', more)],
  )
}

function toItem({ id, repeat = 1, group, outcomes }: Answer): ItemRecord {
  const base = {
    kind: 'item' as const,
    itemId: id,
    repeat,
    ...(group === undefined ? {} : { group }),
    input: id,
    cost,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationInMs: 1,
  }
  if (outcomes === 'no answer')
    return { ...base, failure: { name: 'Error', message: 'down', attempts: 3 }, scores: {} }
  return {
    ...base,
    answer: 'answer',
    scores: Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, toScore(outcome)])),
  }
}

function toScore(outcome: Outcome): ScoreRecord {
  const rest = { cost, durationInMs: 1 }
  if (outcome === 'failed')
    return { outcome, failure: { name: 'JudgeError', message: 'no decision', attempts: 3 }, ...rest }
  if (outcome === 'not scorable') return { outcome, reason: 'no question', ...rest }
  return { outcome: 'scored', score: outcome, ...rest }
}

/** The run with scores that count how often they are read: what is computed twice reads them twice as often. */
export function countingReads(run: EvaluationRun) {
  let reads = 0
  const counting = (record: ScoreRecord): ScoreRecord =>
    record.outcome === 'scored'
      ? {
          ...record,
          get score() {
            reads += 1
            return record.score
          },
        }
      : record
  const items = run.items.map((item) => ({
    ...item,
    scores: Object.fromEntries(Object.entries(item.scores).map(([id, record]) => [id, counting(record)])),
  }))
  return { run: { ...run, items }, reads: () => reads }
}
