import type { EvaluationRun, ItemRecord, ScorerRecord } from '../../evaluation/record.ts'
import { worstTurn } from '../../evaluation/scoring/turns.ts'
import { textOf } from '../../evaluation/text-of.ts'
import type { Answers } from '../document/blocks.ts'
import { formatScore } from '../format.ts'
import { shorten } from '../safe-text.ts'
import { worstAnswers } from './answers.ts'

const longestText = 160

/** Question and answer; of a conversation, those of the turn with the worst score. */
function exchangeOf(item: ItemRecord, { id, lowerIsBetter }: ScorerRecord) {
  const turns = item.scores[id]?.turns
  const worst = turns && worstTurn(turns, lowerIsBetter)
  const said = worst === undefined ? undefined : item.conversation?.turns[worst - 1]
  const title = said === undefined ? 'Question' : `Worst turn, ${worst} of ${turns?.length}`
  const answer = said?.answer ?? item.answer
  return [
    { title, text: shorten(said?.user ?? textOf(item.input), longestText) },
    ...(answer === undefined ? [] : [{ title: 'Answer', text: shorten(answer, longestText) }]),
  ]
}

/** The worst answers by one scorer, each with its question and the scorer's reason; long texts are cut. */
export function worstBlocks(run: EvaluationRun, scorer: ScorerRecord, examples: number): Answers[] {
  const answers = worstAnswers(run, scorer, examples).map(({ item, score, reason }) => ({
    item: run.header.repeats > 1 ? `${item.itemId}, repeat ${item.repeat}` : item.itemId,
    found: formatScore(score, scorer.scale),
    parts: [...exchangeOf(item, scorer), { title: 'Reason', text: reason ?? 'The scorer gave no reason.' }],
  }))
  return answers.length === 0 ? [] : [{ block: 'answers', title: 'Score', answers }]
}
