import type { Preference } from '../../evaluation/pairwise/preference-scorer.ts'
import { type EvaluationRun, keyOf, type ScorerRecord } from '../../run/record.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { keyOfPlace, keyOfTask, type LabelTask, queueFor, shownOf } from '../labels/draw/answers-to-label.ts'
import type { DrawRecord, LabelRecord, RaterRecord } from '../labels/file/label-record.ts'
import { hashOfAnswer } from '../labels/file/label-record.ts'
import type { OpenLabels } from '../labels/file/labels-writer.ts'
import { lastSaid } from '../labels/file/standing-labels.ts'
import { placeOf, shownPair } from '../labels/shown-pair.ts'
import type { PageState, Said } from './client/types.ts'
import type { GivesContext } from './context-shown.ts'
import { type Form, formOf } from './form.ts'
import { judgedOf, viewOf } from './task-view.ts'

export interface SessionOptions {
  readonly run: EvaluationRun
  readonly scorer: ScorerRecord
  readonly draw: DrawRecord
  readonly labels: OpenLabels
  readonly rater: string
  /** Whether the judge's verdict is shown once the rater has said something. Default false: it sways the next label. */
  readonly showsJudge?: boolean
  /** The context that the scorer's options give answers, where the scorer is at hand. */
  readonly context?: GivesContext
  readonly now?: () => Date
}

/** Something that cannot be said, because of what it is: the page shows the message. */
export class NotSaidError extends Error {
  override readonly name = 'NotSaidError'
}

/**
 * One rater at work: what comes next, and what was said last. Each thing said is on the disk before the next comes, and
 * all is read off the lines of the file: a session that was killed goes on where it was.
 */
export class LabellingSession {
  readonly #options: SessionOptions
  #working: Promise<unknown> = Promise.resolve()

  constructor(options: SessionOptions) {
    const { run, draw } = options
    const shown = new Set(shownOf(draw).map(keyOf))
    // A run may be large, and each label looks through it.
    this.#options = { ...options, run: { ...run, items: run.items.filter((item) => shown.has(keyOf(item))) } }
  }

  queue() {
    const { run, draw, labels, rater } = this.#options
    return queueFor(run, draw, labels.lines, rater)
  }

  async state(): Promise<PageState> {
    const { scorer, rater, context } = this.#options
    const { open, tasks, done, skipped } = this.queue()
    const [next] = open
    return {
      rater,
      scorer: scorer.name,
      progress: { done, all: tasks.length, skipped },
      task: next && { ...(await viewOf(next, scorer, this.#pairOf(next), context)), key: this.#keyOf(next) },
      last: this.#last(tasks),
    }
  }

  /** @throws NotSaidError where the task is not the one that is next, or the label is none. */
  say(said: Said): Promise<PageState> {
    return this.#inTurn(async () => {
      const [task] = this.queue().open
      if (task === undefined || this.#keyOf(task) !== said.task)
        throw new NotSaidError('This was already answered, perhaps in another window. Here is the next one.')
      await this.#options.labels.append(this.#recordOf(task, said))
      return this.state()
    })
  }

  /** Takes back what was said last, in this session or one before. @throws NotSaidError where there is nothing. */
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

  /** After what was said before it: two windows must not write at once. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#working.then(work, work)
    this.#working = result.catch(() => undefined)
    return result
  }

  #pairOf({ answer: { item } }: LabelTask) {
    const { draw, rater } = this.#options
    return shownPair(item, draw, rater)
  }

  /** The key of a task as it was shown: whatever was said since makes it another. */
  #keyOf(task: LabelTask): string {
    return `${this.#options.labels.lines.length} ${keyOfTask(task)}`
  }

  #last(tasks: readonly LabelTask[]): PageState['last'] {
    const { run, scorer, rater, labels, showsJudge = false } = this.#options
    const said = lastSaid(labels.lines, { run: run.header.id, scorerId: scorer.id, rater })
    if (said === undefined) return undefined
    const task = tasks.find((one) => keyOfTask(one) === keyOfPlace(said))
    const shown = task && this.#pairOf(task)
    const words = said.kind === 'label' ? wordsOf(said) : said.kind
    const judged = task && judgedOf(task, words, shown)
    if (judged === undefined) return { text: said.unit?.text ?? said.itemId, said: words }
    return said.kind === 'label' && showsJudge ? judged : { text: judged.text, said: words }
  }

  #recordOf(task: LabelTask, { kind, label, comment }: Said): RaterRecord {
    const { run, scorer, draw, rater, now = () => new Date() } = this.#options
    const { item } = task.answer
    const { itemId, repeat } = item
    const common = {
      ...{ run: run.header.id, scorerId: scorer.id, itemId, repeat },
      ...{ rater, at: now().toISOString(), draw: draw.id },
      ...withoutUndefined({ unit: task.unit, comment: comment || undefined }),
    }
    if (kind !== 'label') return { kind, ...common }
    if (label === undefined) throw new NotSaidError('There is no label.')
    const drawn = draw.answers.find((one) => one.itemId === itemId && one.repeat === repeat)
    const form = formOf(task, scorer, this.#pairOf(task))
    return {
      ...{ kind, ...common, answerHash: hashOfAnswer(item.answer ?? '') },
      ...keptOf(form, label),
      ...withoutUndefined({
        task: form.task,
        scorerVersion: scorer.version,
        probability: drawn?.probability,
        chosenFor: drawn === undefined ? 'improve' : undefined,
        sawJudge: this.#sawJudge(task),
      }),
    }
  }

  /** Once something is labelled the judge's verdict is shown, and undo does not make that unseen. */
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

/** As the rater saw it: of a pair by the place, not by the side. */
const wordsOf = ({ label, first }: LabelRecord) =>
  first === undefined ? String(label) : placeOf(label as Preference, first)

function keptOf(form: Form, label: string | number) {
  try {
    return form.kept(label)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NotSaidError(error.message)
  }
}
