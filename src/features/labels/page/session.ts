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
import type { DrawRecord } from '../file/label-record.ts'
import type { OpenLabels } from '../file/labels-writer.ts'
import type { SharedLabels } from '../file/shared-labels.ts'
import type { Standing } from '../file/standing-labels.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { shownPair } from '../shown-pair.ts'
import type { NextStep, PageState, RaterResponse } from './client/types.ts'
import { makeQuestion, NotSaidError } from './label-question.ts'
import { makeRaterRecord } from './make-rater-record.ts'
import { Picks } from './picked-tasks.ts'
import { RaterResponses } from './rater-responses.ts'
import { describeJudged, describeLabel, makeView } from './task-view.ts'

export interface SessionOptions {
  readonly run: EvaluationRun
  readonly scorer: ScorerRecord
  readonly draw: DrawRecord
  readonly labels: SharedLabels
  readonly rater: string
  /** Whether the page offers the other scorers of the run. Default false. */
  readonly offersScorers?: boolean
  /** Whether to show the judge's verdict after each label, which influences the next. Default false. */
  readonly showsJudge?: boolean
  readonly now?: () => Date
  /** Returns what to do with the labels that are given by then. */
  readonly nextStep?: () => NextStep
}

/** The session of one rater. Each response is on disk before the next task appears, and all else comes from there. */
export class LabellingSession {
  readonly #options: SessionOptions
  /** Whole: any scored answer can be picked. */
  readonly #run: EvaluationRun
  readonly #picks = new Picks()
  readonly #said: RaterResponses

  constructor(options: SessionOptions) {
    const { run, draw, scorer, labels, rater } = options
    this.#run = run
    this.#said = new RaterResponses(labels, { run: run.header.id, scorerId: scorer.id, rater })
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
    return { ...queue, open: [...this.#picks.open, ...queue.open] }
  }

  /**
   * Puts an answer before all others. Its label is self-selected, and nothing else is kept of it.
   *
   * @throws NotSaidError for an answer without a score, and for one that the rater has labelled as a drawn one: another
   *   label, now that the verdicts were seen, would replace that.
   */
  pick(place: AnswerPlace): void {
    const { scorer, draw } = this.#options
    const answer = scoredAnswers(this.#run, scorer.id).find(({ key }) => key === toAnswerKey(place))
    if (answer === undefined)
      throw new NotSaidError(
        `${place.itemId}${place.repeat > 1 ? `, repeat ${place.repeat},` : ''} has no score of ${scorer.id}. Here is another answer.`,
      )
    const said = this.#said.list()
    const without = (labels: readonly Standing[], tasks: readonly LabelTask[]) => {
      const keys = labels.map(keyOfPlace)
      return tasks.filter((task) => !keys.includes(keyOfTask(task)))
    }
    const tasks = without(said.filter(isOfDraw), toTasks(answer, draw))
    if (tasks.length === 0)
      throw new NotSaidError(
        `${place.itemId} is labelled already, as one of the drawn answers, and keeps the label from before its verdicts were seen. Here is another answer.`,
      )
    const left = without(said, tasks)
    // Whoever picks an answer again after its last part may label it anew.
    this.#picks.add(left.length > 0 ? left : tasks)
  }

  async state(): Promise<PageState> {
    await this.#options.labels.read()
    return this.#show()
  }

  async #show(): Promise<PageState> {
    const { scorer, rater, run, offersScorers } = this.#options
    const { open, tasks, done, skipped } = this.queue()
    const [next] = open
    const chosen = this.#said.list().filter((said) => !isOfDraw(said)).length
    const others = run.header.scorers.filter(({ id }) => id !== scorer.id)
    return {
      rater,
      scorer: scorer.name,
      others: offersScorers ? others.map(({ id, name }) => ({ id, name })) : [],
      progress: { done, all: tasks.length, skipped, chosen },
      task: next && {
        ...(await makeView(next, scorer, this.#showPair(next))),
        key: this.#toKey(next),
        isChosen: this.#picks.open.includes(next),
      },
      next: next === undefined ? this.#options.nextStep?.() : undefined,
      last: this.#last([...this.#picks.all, ...tasks]),
    }
  }

  /** @throws NotSaidError if the task is not the next one, or the label is invalid. */
  say(said: RaterResponse): Promise<PageState> {
    const { scorer } = this.#options
    return this.#write(async (labels) => {
      const [task] = this.queue().open
      if (task === undefined || this.#toKey(task) !== said.task)
        throw new NotSaidError(
          'This was already answered, perhaps in another window or by another rater. Here is the next one.',
        )
      // Passing over a picked answer is nobody's word on a drawn one.
      if (said.kind === 'label' || !this.#picks.open.includes(task))
        await labels.append(
          makeRaterRecord(task, said, {
            ...this.#options,
            question: makeQuestion(task, scorer, this.#showPair(task)),
            isPicked: this.#picks.open.includes(task),
            sawJudge: this.#sawJudge(task),
          }),
        )
      this.#picks.close(task)
      return this.#show()
    })
  }

  /** Undoes the last response, of this session or an earlier one. @throws NotSaidError if there is none. */
  undo(): Promise<PageState> {
    return this.#write(async (labels) => {
      const { rater, now = () => new Date() } = this.#options
      const said = this.#said.last()
      if (said === undefined) throw new NotSaidError('There is nothing to undo.')
      const { scorerId, itemId, repeat, unit } = said
      const place = { run: said.run, scorerId, itemId, repeat, ...withoutUndefined({ unit }) }
      await labels.append({ kind: 'undone', ...place, rater, at: now().toISOString() })
      if (!isOfDraw(said)) this.#picks.reopen(said)
      return this.#show()
    })
  }

  /** @throws NotSaidError if the file was replaced: labels without their draw would count as chosen ones. */
  #write(work: (labels: OpenLabels) => Promise<PageState>): Promise<PageState> {
    const { labels, draw } = this.#options
    return labels.write(async (open) => {
      if (!open.lines.some((line) => line.kind === 'draw' && line.id === draw.id))
        throw new NotSaidError(
          'Nothing was saved: the labels file no longer holds the answers that were drawn for this page. Restore the file, or stop Verdict and start it again for a new draw.',
        )
      return work(open)
    })
  }

  #showPair({ answer: { item } }: LabelTask) {
    const { draw, rater } = this.#options
    return shownPair(item, draw, rater)
  }

  /** Returns the key of a task as shown: any later response of this rater changes it. */
  #toKey(task: LabelTask): string {
    const { labels, rater } = this.#options
    const own = labels.lines.filter((line) => line.kind !== 'draw' && line.rater === rater)
    return `${own.length} ${keyOfTask(task)}`
  }

  /**
   * Returns whether the rater has seen the judge's verdict: with an answer that was picked, or after an earlier label.
   * Undo does not make it unseen.
   */
  #sawJudge(task: LabelTask): boolean {
    const { showsJudge = false } = this.#options
    const key = keyOfTask(task)
    const isPicked = this.#picks.all.some((one) => keyOfTask(one) === key)
    return isPicked || this.#said.hasLabelled(task, ({ selfSelected }) => showsJudge || selfSelected === true)
  }

  #last(tasks: readonly LabelTask[]): PageState['last'] {
    const { showsJudge = false } = this.#options
    const said = this.#said.last()
    if (said === undefined) return undefined
    const task = tasks.find((one) => keyOfTask(one) === keyOfPlace(said))
    const shown = task && this.#showPair(task)
    const words = said.kind === 'label' ? describeLabel(said) : said.kind
    const judged = task && describeJudged(task, words, shown)
    if (judged === undefined) return { text: said.unit?.text ?? said.itemId, said: words }
    return said.kind === 'label' && showsJudge ? judged : { text: judged.text, said: words }
  }
}

/** Returns whether a response belongs to a draw, as all but self-selected labels do. */
const isOfDraw = (said: Standing) => said.kind !== 'label' || said.selfSelected !== true
