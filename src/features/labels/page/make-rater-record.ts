import type { EvaluationRun, ScorerRecord } from '../../../run/record.ts'
import { withoutUndefined } from '../../../shared/without-undefined.ts'
import type { LabelTask } from '../draw/answers-to-label.ts'
import { type DrawRecord, hashOfAnswer, type RaterRecord } from '../file/label-record.ts'
import type { RaterResponse } from './client/types.ts'
import { type makeQuestion, NotSaidError } from './label-question.ts'

/**
 * Makes the line of the labels file for what a rater said.
 *
 * @param given `question` is what the page asked; `isPicked` tells a picked answer from a drawn one, and `sawJudge`
 *   whether the rater has seen the judge's verdict on it.
 * @throws NotSaidError if a label is missing or invalid.
 */
export function makeRaterRecord(
  task: LabelTask,
  { kind, label, comment }: RaterResponse,
  given: {
    readonly run: EvaluationRun
    readonly scorer: ScorerRecord
    readonly draw: DrawRecord
    readonly rater: string
    readonly now?: () => Date
    readonly question: ReturnType<typeof makeQuestion>
    readonly isPicked: boolean
    readonly sawJudge: boolean
  },
): RaterRecord {
  const { run, scorer, draw, rater, now = () => new Date(), question, isPicked, sawJudge } = given
  const { item } = task.answer
  const { itemId, repeat } = item
  const common = {
    run: run.header.id,
    scorerId: scorer.id,
    itemId,
    repeat,
    rater,
    at: now().toISOString(),
    ...withoutUndefined({ unit: task.unit, comment: comment || undefined }),
  }
  if (kind !== 'label') return { kind, ...common, draw: draw.id }
  if (label === undefined) throw new NotSaidError('There is no label.')
  const drawn = draw.answers.find((one) => one.itemId === itemId && one.repeat === repeat)
  return {
    kind,
    ...common,
    answerHash: hashOfAnswer(item.answer ?? ''),
    ...question.toStored(label),
    ...withoutUndefined({
      task: question.task,
      scorerVersion: scorer.version,
      selfSelected: isPicked || undefined,
      draw: isPicked ? undefined : draw.id,
      probability: isPicked ? undefined : drawn?.probability,
      chosenFor: drawn === undefined && !isPicked ? 'improve' : undefined,
      sawJudge: sawJudge || undefined,
    }),
  }
}
