import type { VerdictRecord } from '../../../run/score-record.ts'

export interface PageData {
  readonly repeats: number
  /** How many answers are only in the run's file, because a page cannot hold them; else 0. */
  readonly answersLeftOut: number
  /** The relation of the runs: a comparison has two. */
  readonly relation: 'alone' | 'before and after' | 'variants'
  readonly runs: readonly PageRun[]
  readonly scorers: readonly PageScorer[]
  readonly items: readonly PageItem[]
}

export interface PageRun {
  /** A word or letter: 'Before', 'A'. */
  readonly label: string
  /** In full, where the label is not all. */
  readonly name?: string
  /** The agent's model and instructions, if they are known. */
  readonly model?: string
  readonly instructions?: string
}

export interface PageScorer {
  readonly id: string
  readonly name: string
  readonly scale?: number
  readonly lowerIsBetter: boolean
  /** After the decimal point. */
  readonly digits: number
}

export interface PageScore {
  readonly outcome: 'scored' | 'not scorable' | 'failed'
  readonly score?: number
  /** The scorer's reason, or the error. */
  readonly words?: string
  /** Without their places. */
  readonly verdicts?: readonly VerdictRecord[]
  /** How many more verdicts are only in the run's file; absent if there are none. */
  readonly verdictsLeftOut?: number
  /** The pieces of context that the judge saw, from c1 on; absent if it saw none. */
  readonly context?: readonly string[]
  /** The judge's prompts and its replies, if the run keeps them. */
  readonly prompts?: readonly { readonly asked: string; readonly replied?: string }[]
  /** Sentences about repeated judgements of the answer; absent if it was judged once. */
  readonly judgings?: readonly string[]
  /** One of each turn of a conversation; absent where it was scored as a whole. */
  readonly turns?: readonly PageScore[]
  /** From 1; absent where no turn is worse than another. */
  readonly worstTurn?: number
  /** The judges, their calls, oddities and cost. */
  readonly notes: readonly string[]
}

export interface PageTool {
  readonly name: string
  readonly arguments?: string
  readonly outcome: 'answered' | 'failed' | 'no result'
  readonly result?: string
  /** How long the tool took, in words; absent if nobody measured it. */
  readonly took?: string
}

export interface PageItem {
  readonly id: string
  readonly repeat: number
  readonly input: string
  readonly groundTruth?: string
  /** A line for each field: 'category: returns'. Absent if there is none. */
  readonly metadata?: readonly string[]
  /** Whether runs asked or expected something else under this id: then their scores are not compared. */
  readonly changed?: boolean
  /** In the order of the runs; null where a run has none. */
  readonly answers: readonly (PageAnswer | null)[]
}

export interface PageAnswer {
  /** The question and the expectations of this run, if they differ from the item's. */
  readonly asked?: { readonly input: string; readonly groundTruth?: string }
  /** Absent where a failure says why there is none. */
  readonly answer?: string
  /** From the dataset. */
  readonly context?: readonly string[]
  /** The calls of the answer; those of a conversation are in its turns. */
  readonly tools?: readonly PageTool[]
  /** The messages of a user, what the agent did, and its answers; only conversations have it. */
  readonly turns?: readonly {
    readonly user: string
    readonly answer: string
    readonly tools: readonly PageTool[]
    /** The apparent facts without a source; absent if there are none. */
    readonly invented?: string
  }[]
  readonly failure?: string
  /** Why the simulated user failed: then there is no answer either, and the agent is not to blame. */
  readonly userFailure?: string
  /** The item's expectations of it; absent if there are none. */
  readonly expectations?: readonly {
    readonly what: string
    readonly met: boolean
    /** Absent where it was met. */
    readonly found?: string
  }[]
  readonly notes: readonly string[]
  /** In the order of the scorers; null where the run holds no result. */
  readonly scores: readonly (PageScore | null)[]
}
