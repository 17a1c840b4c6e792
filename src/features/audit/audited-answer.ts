import type { JsonValue } from '../../judge/contract.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import { type EvaluationRun, toAnswerKey } from '../../run/record.ts'
import { seededRandom, shuffle } from '../../shared/random.ts'
import { readAnswer, readQuestion } from '../../transcript/index.ts'

/** A scorer's input for one answer. */
export interface ScorerInput {
  readonly input: JsonValue
  readonly output: JsonValue
  readonly groundTruth?: JsonValue
}

/** An answer of the run, as its judge gets it. */
export interface AuditedAnswer extends ScorerInput {
  readonly key: string
  /** Position among the audited answers, from 0, so that names differ between answers. */
  readonly place: number
  readonly item: ItemRecord
  readonly question?: string
  readonly answer: string
  /** Answers to one question, or of one group, are not independent. */
  readonly cluster: string
}

export const isAudited = ({ answer, exchange, failure }: ItemRecord, looksAt: 'text' | 'steps'): boolean =>
  looksAt === 'text' ? (answer ?? '').trim() !== '' : failure === undefined && exchange !== undefined

/** Draws answers at random, in the order of the run; all if there are at most `count`. */
export function drawAnswers(
  { items }: EvaluationRun,
  count: number,
  seed: number,
  looksAt: 'text' | 'steps' = 'text',
): AuditedAnswer[] {
  const answers = items.flatMap((item): Omit<AuditedAnswer, 'place'>[] => {
    const { answer: text = '', exchange, input, groundTruth, group, itemId } = item
    if (!isAudited(item, looksAt)) return []
    const given = { input: exchange?.input ?? input, output: exchange?.output ?? text }
    return [
      {
        ...given,
        key: toAnswerKey(item),
        item,
        groundTruth,
        question: readQuestion(given.input, given.output),
        answer: typeof given.output === 'string' ? text : readAnswer(given.output),
        cluster: group === undefined ? `item ${itemId}` : `group ${group}`,
      },
    ]
  })
  const drawn = new Set(shuffle([...answers.keys()], seededRandom(seed)).slice(0, count))
  return answers
    .filter((_, index) => drawn.has(index))
    .map((answer, place): AuditedAnswer => ({ ...answer, place }))
}
