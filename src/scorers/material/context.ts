import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { isNotScorable, notScorable } from '../../shared/core-evals.ts'
import { readToolResults } from '../../transcript/index.ts'
import { isFunction } from '../common/options.ts'
import { listSome } from '../reason/reason.ts'
import type { Unit } from '../units/judge-units.ts'
import { type AnyRun, requireAnswer, requireQuestion } from './answer.ts'
import { askForTexts, isTextList } from './ask-user.ts'
import { type Finding, findingsOfResult, toFinding } from './pieces-of-result.ts'

/** The run as a user's function sees it. */
export interface ContextRun {
  readonly input?: ScorerRunInputForAgent
  readonly output: ScorerRunOutputForAgent
  readonly groundTruth?: unknown
  /** The context from the row of the dataset. */
  readonly context?: readonly string[]
  readonly runId?: string
  readonly requestContext?: Record<string, unknown>
}

/** The source of a run's context. Default: its row in a dataset, else its tool results. */
export interface ContextOptions {
  /** The same pieces for every run. If all are blank, no run is scorable. */
  context?: readonly string[]
  /**
   * Returns the pieces of one run, which need not come from an agent: none where retrieval found nothing. Takes
   * precedence over `context`.
   */
  contextExtractor?: (
    input: ScorerRunInputForAgent,
    output: ScorerRunOutputForAgent,
  ) => readonly string[] | Promise<readonly string[]>
}

/** {@link ContextOptions} under the name that the hallucination scorer gives its function. */
export interface GetContextOptions extends Pick<ContextOptions, 'context'> {
  /** Returns the pieces of one run. Takes precedence over `context`. */
  getContext?: (parameters: {
    readonly run: ContextRun
    /** The results so far, as in `@mastra/evals`: `preprocessStepResult.claims`, the claims as texts. */
    readonly results: { readonly preprocessStepResult: { readonly claims: readonly string[] } }
    /** Undefined: the function is called once, before there is a score. */
    readonly score?: number
    readonly step: 'analyze' | 'generateReason'
  }) => readonly string[] | Promise<readonly string[]>
}

/** The argument of the function. */
export type GetContextParams = Parameters<GetContextFn>[0]

export type GetContextFn = NonNullable<GetContextOptions['getContext']>

const context = z.array(z.string()).readonly().optional()

/** The schemas of the options, to be spread into a scorer's own. */
export const contextOptions = {
  context,
  contextExtractor: z
    .custom<NonNullable<ContextOptions['contextExtractor']>>(isFunction, 'must be a function')
    .optional(),
}
export const getContextOptions = {
  context,
  getContext: z
    .custom<NonNullable<GetContextOptions['getContext']>>(isFunction, 'must be a function')
    .optional(),
}

export interface ContextPiece extends Unit {
  /** 'c1', 'c2', …: the name that verdicts use. */
  readonly id: string
}

type ContextSource = ContextOptions & GetContextOptions & { readonly ofThisTurn?: boolean }

const readResults = (run: AnyRun, { ofThisTurn = false }: ContextSource) =>
  readToolResults(run.output, ofThisTurn ? undefined : run.input)

async function listFindings(
  run: AnyRun,
  options: ContextSource,
  claims: readonly Unit[],
): Promise<readonly Finding[]> {
  const { contextExtractor, getContext, context: fixed } = options
  const typed = run as ContextRun
  if (contextExtractor) {
    const extract = () => contextExtractor(typed.input as ScorerRunInputForAgent, typed.output)
    return [toFinding(await askForTexts('options.contextExtractor', extract))]
  }
  if (getContext) {
    const results = { preprocessStepResult: { claims: claims.map(({ text }) => text) } }
    const get = () => getContext({ run: typed, results, step: 'analyze' })
    return [toFinding(await askForTexts('options.getContext', get))]
  }
  // A blank list for every run is no search that found nothing.
  if (fixed) return [{ ...toFinding(fixed), foundNothing: false }]
  if (run.context !== undefined) {
    if (isTextList(run.context)) return [toFinding(run.context)]
    throw new TypeError('the context of a run must be a list of texts')
  }
  return readResults(run, options)
    .filter(({ isError }) => !isError)
    .flatMap(findingsOfResult)
}

const numbered = (texts: readonly string[]): ContextPiece[] =>
  texts.map((text, index) => ({ id: `c${index + 1}`, text }))

/**
 * Returns the pieces of context of a run, numbered, without blank ones. They come from the user's function,
 * else the fixed list, else the `context` of the run, else the tool results (without errors), including those
 * of earlier turns of the conversation unless only this turn counts. A tool that found nothing has a piece that says
 * so.
 *
 * @param claims The claims that the context is for, in case the user's function wants to know them.
 * @returns An empty list if there is none.
 * @throws Error that names the option, if the user's function fails or returns something else; TypeError for
 *   a `context` of the run that is not a list of texts.
 */
export async function findContext(
  run: AnyRun,
  options: ContextSource,
  claims: readonly Unit[] = [],
): Promise<ContextPiece[]> {
  return numbered((await listFindings(run, options, claims)).flatMap(({ pieces }) => pieces))
}

const passagesIn = (findings: readonly Finding[]) =>
  findings.filter(({ foundNothing }) => !foundNothing).flatMap(({ pieces }) => pieces)

/** Returns {@link findContext} without the pieces that only say that a search found nothing. */
export const findPassages = async (run: AnyRun, options: ContextSource): Promise<ContextPiece[]> =>
  numbered(passagesIn(await listFindings(run, options, [])))

/**
 * Returns the pieces to judge a retrieval by: its passages, or if all searches found nothing, what says so. A function
 * or row that gives an empty list says so, too.
 */
export async function findRetrieved(run: AnyRun, options: ContextSource): Promise<ContextPiece[]> {
  const findings = await listFindings(run, options, [])
  const passages = passagesIn(findings)
  if (passages.length > 0) return numbered(passages)
  const empty = findings.filter(({ foundNothing }) => foundNothing)
  return numbered(empty.flatMap(({ pieces }) => (pieces.length > 0 ? pieces : ['[]'])))
}

/** Returns why a run has no context, as the reason of "not scorable". A tool that failed did not search. */
export function whyNoContext(run: AnyRun, options: ContextSource): string {
  const { contextExtractor, getContext, context } = options
  const isGiven = [contextExtractor, getContext, context, run.context].some((given) => given !== undefined)
  const results = isGiven ? [] : readResults(run, options)
  const failed = [...new Set(results.filter(({ isError }) => isError).map(({ toolName }) => toolName))]
  if (failed.length === 0) return 'there is no context'
  return `there is no context: ${listSome(failed)} failed`
}

export function contextById(pieces: readonly ContextPiece[]): { [id: string]: string } {
  return Object.fromEntries(pieces.map(({ id, text }) => [id, text]))
}

/** Returns the first piece at the start of a judge's reason ("c2: says 1889"): the verdict rests on it. */
export function pieceNamedIn(
  reason: string | undefined,
  pieces: readonly ContextPiece[],
): string | undefined {
  const named = reason?.split(':', 1)[0]?.match(/\bc\d+\b/g) ?? []
  return named.find((id) => pieces.some((piece) => piece.id === id))
}

/**
 * Reads the question, the answer and the context of a run; not scorable without a question or context.
 *
 * @returns The input of scorers of retrieved context: an answer, empty if the agent said nothing, and at least one piece.
 */
export async function readRetrieval(run: AnyRun, options: ContextOptions) {
  const asked = requireQuestion(run)
  if (isNotScorable(asked)) return asked
  const answer = requireAnswer(run.output)
  if (isNotScorable(answer)) return answer
  // Context retrieved for earlier questions says nothing about the retrieval for this one.
  const source = { ...options, ofThisTurn: true }
  const context = await findRetrieved(run, source)
  return context.length === 0 ? notScorable(whyNoContext(run, source)) : { ...asked, answer, context }
}
