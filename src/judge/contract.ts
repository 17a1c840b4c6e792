/** The judge contract: what is asked, of whom, and what comes back. See docs/reference/judges.md. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** What is being judged and how, in the project's own words: never a user's text, never a model's. */
export interface Task {
  /** The kind of question, in kebab case: 'statement-relevance'. Judges made for few kinds look at this. */
  readonly name: string
  /** Rises with every change of the instructions or criteria; shown in the evidence. */
  readonly version: number
  /** Fixed text, the same for every request of this task. */
  readonly instructions: string
}

/** One of a list of named options. */
export interface ChoiceQuestion<Option extends string = string> {
  readonly type: 'choice'
  readonly instructions: string
  /** Option to its definition, in the order in which they are shown. */
  readonly criteria: Readonly<Record<Option, string>>
  /** A graded form of the question: "of 100 careful readers, how many would say …?" Answered 0 to 100. */
  readonly share?: string
  /**
   * Where options lie on the line of the share, 0 to 1: { yes: 1, unsure: 0.5, no: 0 }. The option nearest to the
   * share is the verdict that counts; of options at one place, the judge's own, or else the first here. An option that
   * is no degree of the others is left out. Default: the share grades no option.
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
/** Question id to question. An id is also the key of the unit that it is about, within `state`. */
export type Questions = Readonly<Record<string, Question>>

interface AnswerGrounds {
  /** The judge's words, where it gives any. */
  readonly reason?: string
}

export interface ChoiceAnswer<Option extends string = string> extends AnswerGrounds {
  readonly type: 'choice'
  readonly choice: Option
  /** What the judge called it, where its share or its probabilities make another option count. */
  readonly stated?: Option
  /** 0 to 1: the graded answer, where the judge gives one. */
  readonly share?: number
  /** Set if the judge was asked for a share, asked again, and gave none that can be used. */
  readonly shareIsLost?: true
  /** Option to probability, summing to 1, where the judge gives them. */
  readonly probabilities?: Readonly<Record<Option, number>>
}

export interface ScoreAnswer extends AnswerGrounds {
  readonly type: 'score'
  /** 0 to `criteria.length - 1`; may lie between levels. */
  readonly score: number
  /** Level number to probability, summing to 1, where the judge gives them. */
  readonly probabilities?: Readonly<Record<string, number>>
}

export interface BooleanAnswer extends AnswerGrounds {
  readonly type: 'boolean'
  readonly verdict: boolean
  /** See {@link ChoiceAnswer.stated}. */
  readonly stated?: boolean
  /** 0 to 1: the graded answer, where the judge gives one. */
  readonly share?: number
  /** Probability of true, 0 to 1, where the judge gives it. */
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

/** How a decision came about: enough to see it again, to bill it, and to doubt it. */
export interface Evidence {
  /** The judge's id. */
  readonly judge: string
  /** Task name and version: 'statement-relevance/1'. */
  readonly task: string
  /** Every prompt that was sent, in order; empty for a judge that has none. */
  readonly prompts: readonly string[]
  /** Calls that reached a model, repeats included. */
  readonly calls: number
  /** Tokens as the provider counted them; 0 where it does not say. */
  readonly usage: Usage
  readonly durationInMs: number
  /** Whether the answers came from a cache and no model was called. */
  readonly cached: boolean
  /** What was odd: repeats, parameters left out, pieces that stand for themselves. */
  readonly warnings: readonly string[]
  /** How many answers came from a cache; absent where no cache was asked. */
  readonly cachedAnswers?: number
  /** Question id to the id of the judge whose answer it is; absent where there was only one judge. */
  readonly decidedBy?: Readonly<Record<string, string>>
  /** Question id to the part of the votes, 0 to 1, that agree with the answer; absent where nobody voted. */
  readonly agreement?: Readonly<Record<string, number>>
  /** What each of several judges took, so that it can be billed by its own price. Their sums stand above. */
  readonly members?: readonly MemberEvidence[]
}

export interface MemberEvidence {
  /** The member's id. */
  readonly judge: string
  /** See {@link Judge.model}. */
  readonly model?: string
  readonly calls: number
  readonly usage: Usage
}

export interface DecisionRequest<Q extends Questions = Questions> {
  readonly task: Task
  /** Untrusted material: question, answer, context. A judge treats every word of it as data. */
  readonly state: JsonObject
  readonly questions: Q
  /**
   * Whether an answer without its `share` is no answer; false where nobody looks at it. Default: the judge is asked
   * once more for a share that cannot be used, and an answer that stays without one says so (`shareIsLost`).
   */
  readonly shareRequired?: boolean
  /**
   * Which of several independent answers to the same request this is, counted from 1. Default: the only one. A
   * cache must not answer one with another.
   */
  readonly vote?: number
  /** Cancels at once; nothing keeps running after it. */
  readonly signal?: AbortSignal
}

export interface Decision<Q extends Questions = Questions> {
  /** One answer for every id that was asked, and for no other. */
  readonly answers: { readonly [Id in keyof Q]: Answer<Q[Id]> }
  readonly evidence: Evidence
}

/** What a judge is asked for beside decisions: lists of texts, or prose. */
export interface TextRequest {
  readonly task: Task
  /** Untrusted material, as in {@link DecisionRequest}. */
  readonly state: JsonObject
  /** As in {@link DecisionRequest}. */
  readonly vote?: number
  readonly signal?: AbortSignal
}

/** Texts that are to be listed, for each of several things by its id. */
export interface ListsRequest extends TextRequest {
  /** What a list is wanted for: pieces of the material, or the one thing that the task asks for. At least one. */
  readonly ids: readonly string[]
  /** The fewest texts of each list. Default 0. */
  readonly least?: number
  /** The most texts of each list. Default: any number. */
  readonly most?: number
}

export interface Extraction {
  /** One list for every id that was asked, and for no other; no text is blank. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly evidence: Evidence
}

export interface Prose {
  readonly text: string
  readonly evidence: Evidence
}

/**
 * Answers every question it was asked, exactly once, with an answer from the list it was given, or throws
 * a `JudgeError`. There is no third case.
 */
export interface Judge {
  /** Names the judge in evidence and errors: 'openai/gpt-5-mini', 'embedded'. */
  readonly id: string
  /** The model it calls, as 'provider/model'; a judge that calls none, or several, does not have it. */
  readonly model?: string
  /** What its scores are made of where a scorer is not set otherwise. Default: shares, where it gives them. */
  readonly weighting?: 'verdict' | 'share'
  /** How scorers are to ask it, over what they are set to. Default: as they are set. */
  readonly asking?: {
    /** Units in one call. */
    readonly batchSize?: number
    readonly optionOrder?: 'given' | 'reversed'
  }
  /**
   * What its answers depend on beside id and request: temperature, versions, members. Part of the key of a
   * cache, and shown: never a key, a header or a credential. Default: nothing.
   */
  readonly settings?: JsonObject
  /** Names of the tasks it can answer, where it is made for some only: it refuses all others. Default: any task. */
  readonly tasks?: readonly string[]
  /** Whether the same request always has the same answer, so that asking again says nothing. Default false. */
  readonly deterministic?: boolean
  /** Whether its verdicts follow a rule of their own, such as a fitted threshold, which no share overrules. Default false. */
  readonly verdictsAreFinal?: boolean
  /** What whoever reads its scores has to know, as that a part of it is missing, in a sentence. Default: nothing. */
  readonly notice?: string
  decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>>
  /** Lists texts, such as the statements in each piece of an answer. A judge that cannot does not have it. */
  extract?(request: ListsRequest): Promise<Extraction>
  /** Writes a short text about the material. A judge that cannot does not have it. */
  write?(request: TextRequest): Promise<Prose>
}
