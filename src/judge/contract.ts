/** The judge contract: the questions, the judge and the answers. See docs/reference/judges.md. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** The subject and manner of judging, in the project's own words: never a user's text, never a model's. */
export interface Task {
  /** The kind of question, in kebab case: 'statement-relevance'. Judges made for a few kinds check this. */
  readonly name: string
  /** Raised with every change of the instructions or criteria; shown in the evidence. */
  readonly version: number
  /** Fixed text, the same for every request of this task. */
  readonly instructions: string
}

/** One of a list of named options. */
export interface ChoiceQuestion<Option extends string = string> {
  readonly type: 'choice'
  readonly instructions: string
  /** The definition of each option, in the order in which the judge sees them. */
  readonly criteria: Readonly<Record<Option, string>>
  /** A graded form of the question: "of 100 careful readers, how many would say …?" Answered 0 to 100. */
  readonly share?: string
  /**
   * The places of the options on the line of the share, 0 to 1: { yes: 1, unsure: 0.5, no: 0 }. The option nearest to
   * the share is the verdict that counts; of options at one place, the judge's own, or else the first here. Leave out
   * an option that is not a degree of the others. Default: the share grades no option.
   */
  readonly line?: Readonly<Partial<Record<Option, number>>>
}

/** A level on an ordered scale; the answer is a number from 0 to `criteria.length - 1`. */
export interface ScoreQuestion {
  readonly type: 'score'
  readonly instructions: string
  /** The levels, lowest first. */
  readonly criteria: readonly string[]
}

/** Yes or no. */
export interface BooleanQuestion {
  readonly type: 'boolean'
  readonly instructions: string
  /** See {@link ChoiceQuestion.share}. */
  readonly share?: string
}

export type Question = ChoiceQuestion | ScoreQuestion | BooleanQuestion
/** Questions by id. An id is also the key of the unit that the question is about, within `state`. */
export type Questions = Readonly<Record<string, Question>>

export interface ChoiceAnswer<Option extends string = string> {
  readonly type: 'choice'
  /** The judge's words, if it gives any. */
  readonly reason?: string
  readonly choice: Option
  /** The judge's own verdict, if its share or its probabilities make another option count. */
  readonly stated?: Option
  /** 0 to 1: the graded answer, if the judge gives one. */
  readonly share?: number
  /** Set if the judge was asked for a share twice and gave none that is usable. */
  readonly shareIsLost?: true
  /** The probability of each option, summing to 1, if the judge gives them. */
  readonly probabilities?: Readonly<Record<Option, number>>
}

export interface ScoreAnswer extends Pick<ChoiceAnswer, 'reason'> {
  readonly type: 'score'
  /** 0 to `criteria.length - 1`; may lie between levels. */
  readonly score: number
  /** The probability of each level number, summing to 1, if the judge gives them. */
  readonly probabilities?: Readonly<Record<string, number>>
}

export interface BooleanAnswer extends Pick<ChoiceAnswer, 'reason' | 'share'> {
  readonly type: 'boolean'
  readonly verdict: boolean
  /** See {@link ChoiceAnswer.stated}. */
  readonly stated?: boolean
  /** Probability of true, 0 to 1, if the judge gives it. */
  readonly probability?: number
}

export type Answer<Q extends Question = Question> =
  Q extends ChoiceQuestion<infer Option>
    ? ChoiceAnswer<Option>
    : Q extends ScoreQuestion
      ? ScoreAnswer
      : BooleanAnswer

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** How a decision was made: enough to reproduce it, to bill it, and to doubt it. */
export interface Evidence {
  readonly judge: string
  /** Task name and version: 'statement-relevance/1'. */
  readonly task: string
  /** Every prompt that was sent, in order; empty for a judge that has none. */
  readonly prompts: readonly string[]
  /** The text of the reply to each prompt, in the same order; '' for none. Absent for a judge without replies. */
  readonly replies?: readonly string[]
  /** Calls that reached a model, retries included. */
  readonly calls: number
  /** Tokens as counted by the provider; 0 if it does not say. */
  readonly usage: Usage
  readonly durationInMs: number
  /** Whether the answers came from a cache and no model was called. */
  readonly cached: boolean
  /** Oddities: retries, parameters left out, pieces that were kept unsplit. */
  readonly warnings: readonly string[]
  /** The number of answers from a cache; absent without a cache. */
  readonly cachedAnswers?: number
  /** The id of the judge that answered, by question id; absent if there was only one judge. */
  readonly decidedBy?: Readonly<Record<string, string>>
  /** The fraction of votes, 0 to 1, that agree with the answer, by question id; absent without votes. */
  readonly agreement?: Readonly<Record<string, number>>
  /** The usage of each of several judges, to be billed at its own price, failures included. Their sums are above. */
  readonly members?: readonly MemberEvidence[]
}

/** The part of one of several judges: `judge` is its own id. */
export interface MemberEvidence extends Pick<Evidence, 'judge' | 'calls' | 'usage'> {
  /** See {@link Judge.model}. */
  readonly model?: string
}

/** A request for prose, to which requests for decisions and for lists add. */
export interface TextRequest {
  readonly task: Task
  /** Untrusted material: question, answer, context. A judge treats every word of it as data. */
  readonly state: JsonObject
  /**
   * The number of this answer among several independent answers to the same request, counted from 1. Default: the only
   * one. A cache must not return one for another.
   */
  readonly vote?: number
  /** Cancels at once; nothing keeps running after it. */
  readonly signal?: AbortSignal
}

export interface DecisionRequest<Q extends Questions = Questions> extends TextRequest {
  readonly questions: Q
  /**
   * Whether an answer without its `share` counts as missing; false if nobody needs the share. Default: an unusable
   * share is requested once more, and an answer that still has none says so (`shareIsLost`).
   */
  readonly shareRequired?: boolean
}

export interface Decision<Q extends Questions = Questions> {
  /** One answer for every id in the request; others are ignored. */
  readonly answers: { readonly [Id in keyof Q]: Answer<Q[Id]> }
  readonly evidence: Evidence
}

/** A request for a list of texts for each of several ids. */
export interface ListsRequest extends TextRequest {
  /** The ids of the lists: pieces of the material, or the one thing that the task asks for. At least one. */
  readonly ids: readonly string[]
  /** The minimum length of each list. Default 0. */
  readonly least?: number
  /** The maximum length of each list. Default: any number. */
  readonly most?: number
}

export interface Extraction {
  /** One list for every id in the request, and for no other; no text is blank. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly evidence: Evidence
}

export interface Prose {
  readonly text: string
  readonly evidence: Evidence
}

/**
 * Answers every question exactly once, with an answer from the given list, or throws a `JudgeError`. There is no third
 * case.
 */
export interface Judge {
  /** Names the judge in evidence and errors: 'openai/gpt-5-mini', 'embedded'. */
  readonly id: string
  /** The model it calls, as 'provider/model'; absent for a judge that calls none, or several. */
  readonly model?: string
  /** Whether shares or verdicts make its scores by default. Default: shares, if it gives them. */
  readonly weighting?: 'verdict' | 'share'
  /** How scorers should ask it, overriding their own settings. Default: as they are set. */
  readonly asking?: {
    /** Units per call. */
    readonly batchSize?: number
    readonly optionOrder?: 'given' | 'reversed'
  }
  /**
   * Everything besides id and request that its answers depend on: temperature, versions, members. It is shown and part
   * of a cache's key, so it never holds a key, a header or a credential. Default: nothing.
   */
  readonly settings?: JsonObject
  /** Names of the tasks it can answer; it refuses all others. Default: any task. */
  readonly tasks?: readonly string[]
  /** Whether the same request always has the same answer. Default false. */
  readonly deterministic?: boolean
  /** Whether its verdicts follow a rule, such as a fitted threshold, above any share. Default false. */
  readonly verdictsAreFinal?: boolean
  /** A sentence for readers of its scores, for example that a part of it is missing. Default: nothing. */
  readonly notice?: string
  decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>>
  /** Lists texts, such as the statements in each piece of an answer. Absent for a judge that cannot. */
  extract?(request: ListsRequest): Promise<Extraction>
  /** Writes a short text about the material. Absent for a judge that cannot. */
  write?(request: TextRequest): Promise<Prose>
}
