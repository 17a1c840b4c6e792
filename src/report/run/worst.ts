import type { EvaluationRun, ScorerRecord } from '../../evaluation/record.ts'
import type { Answers } from '../document/blocks.ts'
import { formatScore } from '../format.ts'
import { shorten } from '../safe-text.ts'
import { textOf, worstAnswers } from './answers.ts'

const longestText = 160

/** The worst answers by one scorer, each with its question and the scorer's reason; long texts are cut. */
export function worstBlocks(run: EvaluationRun, scorer: ScorerRecord, examples: number): Answers[] {
  const answers = worstAnswers(run, scorer, examples).map(({ item, score, reason }) => ({
    item: run.header.repeats > 1 ? `${item.itemId}, repeat ${item.repeat}` : item.itemId,
    found: formatScore(score, scorer.scale),
    parts: [
      { title: 'Question', text: shorten(textOf(item.input), longestText) },
      ...(item.answer === undefined ? [] : [{ title: 'Answer', text: shorten(item.answer, longestText) }]),
      { title: 'Reason', text: reason ?? 'The scorer gave no reason.' },
    ],
  }))
  return answers.length === 0 ? [] : [{ block: 'answers', title: 'Score', answers }]
}
