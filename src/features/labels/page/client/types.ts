/** The JSON messages between the page and its server. */

/** The question to a rater, and the labels to choose from. */
export interface LabelQuestion {
  readonly question: string
  readonly options: readonly { readonly key: string; readonly name: string; readonly criterion: string }[]
  /** The range, if any number in it is allowed as well. */
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
  /** True if the question is about the context. */
  readonly needsContext?: boolean
  readonly groundTruth?: string
  /** In parts; `current` marks the part to label. */
  readonly answer: readonly { readonly text: string; readonly current: boolean }[]
  /** Two answers instead of one. */
  readonly sides?: readonly [string, string]
  /** The unit's text, if the answer does not contain it word for word. */
  readonly unit?: string
  readonly labelQuestion: LabelQuestion
  /** True if the rater chose its answer. */
  readonly isChosen?: boolean
}

/** What to do with the labels of a run, and the command that does it; absent if no command can help. */
export interface NextStep {
  readonly words: string
  readonly command?: string
}

export interface PageState {
  readonly rater: string
  readonly scorer: string
  /** Other scorers of the run, to label for instead. */
  readonly others: readonly { readonly id: string; readonly name: string }[]
  readonly progress: {
    readonly done: number
    readonly all: number
    readonly skipped: number
    /** Labels of answers that the rater chose, which are none of the others. */
    readonly chosen: number
  }
  readonly task?: Task
  /** The rater's last response with the judge's verdict, which is only shown afterwards. */
  readonly last?: {
    readonly text: string
    readonly said: string
    readonly judge?: string
    readonly reason?: string
  }
  /** What to do with the labels; only where nothing is left. */
  readonly next?: NextStep
}

export interface RaterResponse {
  /** The key of the task; the server rejects any other than the current one. */
  readonly task: string
  readonly kind: 'label' | 'skipped' | 'cannot say'
  /** Name of an option, or a number. */
  readonly label?: string | number
  readonly comment?: string
}
