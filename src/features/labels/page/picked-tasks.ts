import { keyOfPlace, keyOfTask, type LabelTask } from '../draw/answers-to-label.ts'
import type { RaterRecord } from '../file/label-record.ts'

/** The tasks of answers that the rater picked in this session, the latest first. */
export class Picks {
  #all: readonly LabelTask[] = []
  #open: readonly LabelTask[] = []

  get all(): readonly LabelTask[] {
    return this.#all
  }

  get open(): readonly LabelTask[] {
    return this.#open
  }

  /** @param tasks Those of one answer, which replace its earlier ones. */
  add(tasks: readonly LabelTask[]): void {
    const keys = new Set(tasks.map(({ answer }) => answer.key))
    const others = (some: readonly LabelTask[]) => some.filter(({ answer }) => !keys.has(answer.key))
    this.#all = [...tasks, ...others(this.#all)]
    this.#open = [...tasks, ...others(this.#open)]
  }

  close(task: LabelTask): void {
    this.#open = this.#open.filter((one) => one !== task)
  }

  reopen(label: RaterRecord): void {
    this.#open = [...this.#all.filter((task) => keyOfTask(task) === keyOfPlace(label)), ...this.#open]
  }
}
