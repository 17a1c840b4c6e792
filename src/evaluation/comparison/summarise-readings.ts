import type { EvaluationRun } from '../record.ts'
import { byItem, inRepeatOrder, toMean } from './scores.ts'
import type { ReadingMeans } from './types.ts'

/** @returns Undefined where no answer has both. */
export function summariseReadings(run: EvaluationRun, scorerId: string): ReadingMeans | undefined {
  const found = new Map<string, { itemId: string; answers: number; verdict: number; share: number }>()
  const isCounted = { verdict: true, share: true }
  let answers = 0
  for (const { itemId, scores } of inRepeatOrder(run)) {
    const record = scores[scorerId]
    if (record?.outcome !== 'scored' || record.readings === undefined) continue
    const { verdict, share } = record.readings
    const item = found.get(itemId) ?? { itemId, answers: 0, verdict: 0, share: 0 }
    item.answers += 1
    item.verdict += verdict
    item.share += share
    found.set(itemId, item)
    answers += 1
    isCounted.verdict &&= record.score === verdict
    isCounted.share &&= record.score === share
  }
  if (answers === 0) return undefined
  const inOrder = byItem([...found.values()])
  const meanBy = (reading: 'verdict' | 'share') => toMean(inOrder.map((item) => item[reading] / item.answers))
  const counted = isCounted.verdict ? 'verdict' : 'share'
  return {
    answers,
    items: found.size,
    verdict: meanBy('verdict'),
    share: meanBy('share'),
    ...(isCounted.verdict === isCounted.share ? {} : { counted }),
  }
}
