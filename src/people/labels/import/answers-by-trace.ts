import type { EvaluationRun, ItemRecord } from '../../../evaluation/record.ts'
import { type ScoredAnswer, scoredAnswers } from '../scored-answers.ts'

/** What feedback on a trace can be used for. */
export interface TracedAnswers {
  /** The same answer, once for each time that the run has it; empty where none of them has a score. */
  readonly answers: readonly ScoredAnswer[]
  /** Whether the run has several answers, which differ, and nothing says of which of them the trace is. */
  readonly isAmbiguous: boolean
}

/**
 * Answers by the trace that they are of: the one of their record, else that of their item. Of an item it is for answers
 * that were recorded, or that a function gave, which may look them up; an agent or workflow has answered anew.
 */
export function answersByTrace(run: EvaluationRun, scorerId: string): Map<string, TracedAnswers> {
  const isGivenAnew = ['agent', 'workflow'].includes(run.header.target.kind)
  const records = new Map<string, ItemRecord[]>()
  for (const item of run.items) {
    if (item.answer === undefined) continue
    const ofItem = isGivenAnew ? [] : [traceOfItem(item), item.itemId]
    for (const id of new Set(item.traceId === undefined ? ofItem : [item.traceId]))
      if (id !== undefined) records.set(id, [...(records.get(id) ?? []), item])
  }
  const scored = new Map(scoredAnswers(run, scorerId).map((answer) => [answer.item, answer]))
  return new Map(
    Array.from(records, ([id, items]) => [
      id,
      {
        answers: items.flatMap((item) => scored.get(item) ?? []),
        isAmbiguous: items.some(({ answer }) => answer !== items[0]?.answer),
      },
    ]),
  )
}

function traceOfItem({ metadata }: ItemRecord): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return undefined
  return typeof metadata.traceId === 'string' ? metadata.traceId : undefined
}
