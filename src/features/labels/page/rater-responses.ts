import { keyOfPlace, keyOfTask, type LabelTask } from '../draw/answers-to-label.ts'
import type { LabelRecord, RaterRecord } from '../file/label-record.ts'
import type { SharedLabels } from '../file/shared-labels.ts'
import { lastSaid, listStanding, type Standing } from '../file/standing-labels.ts'

/** What a rater said of the answers of a run about one scorer. */
export class RaterResponses {
  readonly #labels: SharedLabels
  readonly #by: Pick<RaterRecord, 'run' | 'scorerId' | 'rater'>

  constructor(labels: SharedLabels, by: Pick<RaterRecord, 'run' | 'scorerId' | 'rater'>) {
    this.#labels = labels
    this.#by = by
  }

  /** Lists the responses that were not undone. */
  list(): Standing[] {
    const { run, scorerId, rater } = this.#by
    return listStanding(this.#labels.lines, scorerId).filter((one) => one.run === run && one.rater === rater)
  }

  /** Returns the last response that was not undone. */
  last(): Standing | undefined {
    return lastSaid(this.#labels.lines, this.#by)
  }

  /** Returns whether the rater ever gave a task such a label, even one that was undone. */
  hasLabelled(task: LabelTask, isSuch: (label: LabelRecord) => boolean): boolean {
    const { run, scorerId, rater } = this.#by
    const key = keyOfTask(task)
    return this.#labels.lines.some(
      (line) =>
        line.kind === 'label' &&
        line.run === run &&
        line.scorerId === scorerId &&
        line.rater === rater &&
        keyOfPlace(line) === key &&
        isSuch(line),
    )
  }
}
