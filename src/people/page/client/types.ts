/** What the page and its server say to each other, as JSON. */

/** A part of the answer; `current` is what is to be labelled. */
export interface Part {
  readonly text: string
  readonly current: boolean
}

export interface TaskForm {
  /** What is asked. */
  readonly question: string
  readonly options: readonly {
    /** On the keyboard. */
    readonly key: string
    readonly name: string
    readonly criterion: string
  }[]
  /** The range, if any number in between is allowed as well. */
  readonly number?: { readonly low: number; readonly high: number }
}

export interface Task {
  readonly key: string
  readonly itemId: string
  /** 'Statement 2 of 5', or 'The whole answer'. */
  readonly place: string
  readonly question?: string
  readonly conversation: readonly { readonly role: string; readonly text: string }[]
  readonly context: readonly string[]
  readonly groundTruth?: string
  readonly answer: readonly Part[]
  /** Two answers in place of one. */
  readonly sides?: readonly [string, string]
  /** The unit's text, if it is not in the answer word for word. */
  readonly unit?: string
  readonly form: TaskForm
}

/** What was said last, beside what the judge said: shown only then. */
export interface Last {
  readonly text: string
  readonly said: string
  readonly judge?: string
  readonly reason?: string
}

export interface PageState {
  readonly rater: string
  readonly scorer: string
  readonly progress: { readonly done: number; readonly all: number; readonly skipped: number }
  readonly task?: Task
  readonly last?: Last
}

export interface Said {
  /** The key of the task that it is about: another one is refused. */
  readonly task: string
  readonly kind: 'label' | 'skipped' | 'cannot say'
  /** Name of an option, or a number. */
  readonly label?: string | number
  readonly comment?: string
}
