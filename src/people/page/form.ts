import type { ScorerRecord } from '../../evaluation/record.ts'
import type { LabelTask } from '../labels/queue.ts'
import type { TaskForm } from './client/types.ts'

/** What is asked of a task, and what each answer counts. */
export interface Form extends TaskForm {
  /** @throws RangeError for what is no option and no number that is allowed. */
  countOf(label: string | number): number | null
}

/**
 * The form of a task: of a unit the scorer's own question with its options, as the judge was asked; of a whole answer
 * the score itself.
 *
 * @throws TypeError for a scorer of which neither is known.
 */
export function formOf({ unit }: LabelTask, scorer: ScorerRecord): Form {
  return unit !== undefined && scorer.question !== undefined
    ? ofQuestion(scorer.question)
    : ofWholeAnswer(scorer)
}

function ofQuestion({ instructions, options }: NonNullable<ScorerRecord['question']>): Form {
  return {
    question: instructions,
    options: options.map(({ name, criterion, credit }, index) => ({
      key: String(index + 1),
      name,
      criterion: credit === null ? `${criterion} It does not count.` : criterion,
    })),
    countOf(label) {
      const option = options.find(({ name }) => name === label)
      if (option === undefined) throw new RangeError(`"${label}" is no option`)
      return option.credit
    },
  }
}

const quarters = ['as low as it can be', 'a quarter', 'half', 'three quarters', 'as high as it can be']

function ofWholeAnswer({ id, name, scale, lowerIsBetter }: ScorerRecord): Form {
  if (scale === undefined)
    throw new TypeError(
      `${id} does not state its scale: give it as { scorer, scale } in the configuration, and run again`,
    )
  const scores = quarters.map((_, index) => (scale * index) / (quarters.length - 1))
  const best = lowerIsBetter
    ? 'Lower is better: 0 is the best score'
    : `Higher is better: ${scale} is the best score`
  return {
    question: `Which score should ${name} give this answer, from 0 to ${scale}? ${best}.`,
    options: quarters.map((criterion, index) => ({
      key: String(index + 1),
      name: String(scores[index]),
      criterion,
    })),
    number: { low: 0, high: scale },
    countOf(label) {
      const value = Number(label)
      if (String(label).trim() === '' || !(value >= 0 && value <= scale))
        throw new RangeError(`a score must be a number from 0 to ${scale}, not "${label}"`)
      return value
    },
  }
}
