import { CommandError } from '../../../cli/ending.ts'
import type { AnswerPlace } from '../../../run/item-record.ts'
import { type EvaluationRun, type ScorerRecord, toAnswerKey } from '../../../run/record.ts'
import { withoutUndefined } from '../../../shared/without-undefined.ts'
import {
  keyOfPlace,
  keyOfTask,
  type LabelTask,
  mixAnswers,
  queueFor,
  toTasks,
} from '../draw/answers-to-label.ts'
import { type DrawRecord, hashOfAnswer, type RaterRecord } from '../file/label-record.ts'
import type { OpenLabels } from '../file/labels-writer.ts'
import { lastSaid, listStanding } from '../file/standing-labels.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { shownPair } from '../shown-pair.ts'
import type { PageState, RaterResponse } from './client/types.ts'
import { type Form, makeForm } from './form.ts'
import { describeJudged, describeLabel, makeView } from './task-view.ts'

export interface SessionOptions {
  readonly run: EvaluationRun
  readonly scorer: ScorerRecord
  readonly draw: DrawRecord
  readonly labels: OpenLabels
  readonly rater: string
  /** Whether to show the judge's verdict after each label, which influences the next. Default false. */
  readonly showsJudge?: boolean
  readonly now?: () => Date
}

/** Thrown for an invalid response: the page shows the message. */
export class NotSaidError extends Error {
  override readonly name = 'NotSaidError'
}

/**
 * The session of one rater. Each response is on disk before the next task appears, and all state comes from the lines
 * of the file, so a killed session continues where it was.
 */
export class LabellingSession {
  readonly #options: SessionOptions
  /** Every scored answer, of which any can be picked. */
  readonly #run: EvaluationRun
  /** The tasks of picked answers: those still to do, which come first, and all. */
  #toDo: readonly LabelTask[] = []
  #picked: readonly LabelTask[] = []
  #working: Promise<unknown> = Promise.resolve()

  constructor(options: SessionOptions) {
    const { run, draw } = options
    this.#run = run
    const shown = new Set(mixAnswers(draw).map(toAnswerKey))
    // A run may be large, and each label searches it.
    this.#options = {
      ...options,
      run: { ...run, items: run.items.filter((item) => shown.has(toAnswerKey(item))) },
    }
  }

  queue() {
    const { run, draw, labels, rater } = this.#options
    const queue = queueFor(run, draw, labels.lines, rater)
    return { ...queue, open: [...this.#toDo, ...queue.open] }
  }

  /**
   * Puts an answer before all others. Nobody drew it, so its label is self-selected.
   *
   * @throws CommandError for an answer without a score.
   */
  pick(place: AnswerPlace): void {
    const { scorer, draw } = this.#options
    const answer = scoredAnswers(this.#run, scorer.id).find(({ key }) => key === toAnswerKey(place))
    if (answer === undefined)
      throw new CommandError(
        `${place.itemId}${place.repeat > 1 ? `, repeat ${place.repeat},` : ''} has no score of ${scorer.id}: label another answer`,
      )
    this.#toDo = toTasks(answer, draw)
    this.#picked = [...this.#toDo, ...this.#picked]
  }

  async state(): Promise<PageState> {
    const { scorer, rater } = this.#options
    const { open, tasks, done, skipped } = this.queue()
    const [next] = open
    return {
      rater,
      scorer: scorer.name,
      progress: { done, all: tasks.length, skipped },
      task: next && {
        ...(await makeView(next, scorer, this.#showPair(next))),
        key: this.#toKey(next),
      },
      last: this.#last([...this.#picked, ...tasks]),
    }
  }

  /** @throws NotSaidError if the task is not the next one, or the label is invalid. */
  say(said: RaterResponse): Promise<PageState> {
    return this.#inTurn(async () => {
      const [task] = this.queue().open
      if (task === undefined || this.#toKey(task) !== said.task)
        throw new NotSaidError('This was already answered, perhaps in another window. Here is the next one.')
      await this.#options.labels.append(this.#toRecord(task, said))
      this.#toDo = this.#toDo.filter((one) => one !== task)
      return this.state()
    })
  }

  /** Undoes the last response, of this session or an earlier one. @throws NotSaidError if there is none. */
  undo(): Promise<PageState> {
    return this.#inTurn(async () => {
      const { run, scorer, rater, labels, now = () => new Date() } = this.#options
      const said = lastSaid(labels.lines, { run: run.header.id, scorerId: scorer.id, rater })
      if (said === undefined) throw new NotSaidError('There is nothing to undo.')
      const { scorerId, itemId, repeat, unit } = said
      const place = { run: said.run, scorerId, itemId, repeat, ...withoutUndefined({ unit }) }
      await labels.append({ kind: 'undone', ...place, rater, at: now().toISOString() })
      return this.state()
    })
  }

  /** Serialises work: two windows must not write at once. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#working.then(work, work)
    this.#working = result.catch(() => undefined)
    return result
  }

  #showPair({ answer: { item } }: LabelTask) {
    const { draw, rater } = this.#options
    return shownPair(item, draw, rater)
  }

  /** Returns the key of a task as shown: any later response changes it. */
  #toKey(task: LabelTask): string {
    return `${this.#options.labels.lines.length} ${keyOfTask(task)}`
  }

  #last(tasks: readonly LabelTask[]): PageState['last'] {
    const { run, scorer, rater, labels, showsJudge = false } = this.#options
    const said = lastSaid(labels.lines, { run: run.header.id, scorerId: scorer.id, rater })
    if (said === undefined) return undefined
    const task = tasks.find((one) => keyOfTask(one) === keyOfPlace(said))
    const shown = task && this.#showPair(task)
    const words = said.kind === 'label' ? describeLabel(said) : said.kind
    const judged = task && describeJudged(task, words, shown)
    if (judged === undefined) return { text: said.unit?.text ?? said.itemId, said: words }
    return said.kind === 'label' && showsJudge ? judged : { text: judged.text, said: words }
  }

  #toRecord(task: LabelTask, { kind, label, comment }: RaterResponse): RaterRecord {
    const { run, scorer, draw, rater, now = () => new Date() } = this.#options
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
    const selfSelected = this.#isSelfSelected(task) || undefined
    const form = makeForm(task, scorer, this.#showPair(task))
    return {
      kind,
      ...common,
      answerHash: hashOfAnswer(item.answer ?? ''),
      ...keepLabel(form, label),
      ...withoutUndefined({
        task: form.task,
        scorerVersion: scorer.version,
        selfSelected,
        draw: selfSelected ? undefined : draw.id,
        probability: selfSelected ? undefined : drawn?.probability,
        chosenFor: drawn === undefined && !selfSelected ? 'improve' : undefined,
        sawJudge: this.#sawJudge(task),
      }),
    }
  }

  /** Returns whether the label is of a picked answer; it may also replace one that the rater gave to a drawn answer. */
  #isSelfSelected(task: LabelTask): boolean {
    const { labels, scorer, rater, run } = this.#options
    const key = keyOfTask(task)
    const isOfDraw = listStanding(labels.lines, scorer.id).some(
      (one) =>
        one.kind === 'label' &&
        one.run === run.header.id &&
        one.rater === rater &&
        one.draw !== undefined &&
        keyOfPlace(one) === key,
    )
    return this.#toDo.includes(task) && !isOfDraw
  }

  /** Returns true if the judge's verdict was shown after an earlier label; undo does not make it unseen. */
  #sawJudge(task: LabelTask): true | undefined {
    const { run, scorer, rater, labels, showsJudge = false } = this.#options
    const key = keyOfTask(task)
    const isEarlier = labels.lines.some(
      (line) =>
        line.kind === 'label' &&
        line.run === run.header.id &&
        line.scorerId === scorer.id &&
        line.rater === rater &&
        keyOfPlace(line) === key,
    )
    return showsJudge && isEarlier ? true : undefined
  }
}

function keepLabel(form: Form, label: string | number) {
  try {
    return form.kept(label)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NotSaidError(error.message)
  }
}
