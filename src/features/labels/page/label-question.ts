import type { ScorerRecord } from '../../../run/record.ts'
import { preferenceAsked, preferenceQuestion, preferenceTask } from '../../../scorers/answer-preference.ts'
import type { LabelTask } from '../draw/answers-to-label.ts'
import type { LabelRecord } from '../file/label-record.ts'
import { type PairPlace, preferenceAt, type ShownPair, valueOfPreference } from '../shown-pair.ts'
import type { LabelQuestion } from './client/types.ts'

/** Thrown for an invalid response: the page shows the message. */
export class NotSaidError extends Error {
  override readonly name = 'NotSaidError'
}

/** The question of a task, and what is kept of a response to it. */
interface AskedQuestion extends LabelQuestion {
  /** Name and version of the question, as in the judge's evidence; absent for a score of a whole answer. */
  readonly task?: string
  /**
   * Converts a rater's input for storage.
   *
   * @throws NotSaidError for an input that is neither an option nor an allowed number.
   */
  toStored(label: string | number): Pick<LabelRecord, 'label' | 'value' | 'first'>
}

/**
 * Returns the question of a task: for a unit the scorer's own question with its options; for a pair
 * the choice of an answer; for a whole answer the score itself.
 *
 * @throws TypeError for a scorer whose question and scale are both unknown.
 */
export function makeQuestion({ unit }: LabelTask, scorer: ScorerRecord, shown?: ShownPair): AskedQuestion {
  if (shown !== undefined) return ofPair(shown)
  return unit !== undefined && scorer.question !== undefined
    ? ofQuestion(scorer.question)
    : ofWholeAnswer(scorer)
}

const keys: Readonly<Record<PairPlace, string>> = { first: '1', second: '2', neither: '0' }

function ofPair({ first }: ShownPair): AskedQuestion {
  const { criteria } = preferenceQuestion
  const places = Object.keys(keys) as PairPlace[]
  return {
    task: `${preferenceTask.name}/${preferenceTask.version}`,
    question: preferenceAsked,
    // Removes the prefix, which repeats the name.
    options: places.map((name) => ({
      key: keys[name],
      name,
      criterion: criteria[name].replace(/^[^:]*: /, ''),
    })),
    toStored(label) {
      const place = places.find((one) => one === label)
      if (place === undefined) throw new NotSaidError(`"${label}" is not an option`)
      const preference = preferenceAt(place, first)
      return { label: preference, value: valueOfPreference(preference), first }
    },
  }
}

function ofQuestion({ task, instructions, options }: NonNullable<ScorerRecord['question']>): AskedQuestion {
  return {
    task,
    question: instructions,
    options: options.map(({ name, criterion, credit }, index) => ({
      key: String(index + 1),
      name,
      criterion: credit === null ? `${criterion} It does not count.` : criterion,
    })),
    toStored(label) {
      const option = options.find(({ name }) => name === label)
      if (option === undefined) throw new NotSaidError(`"${label}" is not an option`)
      return { label, value: option.credit }
    },
  }
}

const quarters = ['as low as possible', 'a quarter', 'half', 'three quarters', 'as high as possible']

function ofWholeAnswer({ id, name, scale, lowerIsBetter }: ScorerRecord): AskedQuestion {
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
      key: `${index + 1}`,
      name: `${scores[index]}`,
      criterion,
    })),
    number: { low: 0, high: scale },
    toStored(label) {
      const value = Number(label)
      if (String(label).trim() === '' || !(value >= 0 && value <= scale))
        throw new NotSaidError(`a score must be a number from 0 to ${scale}, not "${label}"`)
      return { label, value }
    },
  }
}
