import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { isNotScorable, notScorable } from '../../shared/core-evals.ts'
import { isObject } from '../../shared/is-object.ts'
import { readToolResults } from '../../transcript/index.ts'
import type { ToolResult } from '../../transcript/tools.ts'
import { isFunction } from '../common/options.ts'
import type { Unit } from '../units/judge-units.ts'
import { type AnyRun, requireAnswer, requireQuestion } from './answer.ts'
import { askForTexts, isTextList } from './ask-user.ts'
import { asText, jsonText } from './json-text.ts'

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
  /** Returns the pieces of one run, which need not come from an agent. Takes precedence over `context`. */
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

/**
 * Returns the pieces of context of a run, numbered, without blank ones. They come from the user's function,
 * else the fixed list, else the `context` of the run, else the tool results (without errors), including those
 * of earlier turns of the conversation unless only this turn counts.
 *
 * @param claims The claims that the context is for, in case the user's function wants to know them.
 * @returns An empty list if there is none.
 * @throws Error that names the option, if the user's function fails or returns something else; TypeError for
 *   a `context` of the run that is not a list of texts.
 */
export async function findContext(
  run: AnyRun,
  options: ContextOptions & GetContextOptions & { ofThisTurn?: boolean },
  claims: readonly Unit[] = [],
): Promise<ContextPiece[]> {
  const { contextExtractor, getContext, context: fixed, ofThisTurn = false } = options
  const typed = run as ContextRun
  const pieces = await (async () => {
    if (contextExtractor) {
      const extract = () => contextExtractor(typed.input as ScorerRunInputForAgent, typed.output)
      return askForTexts('options.contextExtractor', extract)
    }
    if (getContext) {
      const results = { preprocessStepResult: { claims: claims.map(({ text }) => text) } }
      const get = () => getContext({ run: typed, results, step: 'analyze' })
      return askForTexts('options.getContext', get)
    }
    if (fixed) return fixed
    if (run.context !== undefined) {
      if (isTextList(run.context)) return run.context
      throw new TypeError('the context of a run must be a list of texts')
    }
    return readToolResults(run.output, ofThisTurn ? undefined : run.input)
      .filter(({ isError }) => !isError)
      .flatMap(piecesOfResult)
  })()
  return pieces.filter((text) => text.trim() !== '').map((text, index) => ({ id: `c${index + 1}`, text }))
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

const textFields = ['text', 'content', 'pageContent', 'body'] as const
/** Names under which a search returns its list; any other name says something about the entries. */
const listFields: ReadonlySet<string> = new Set([
  ...['results', 'documents', 'docs', 'passages', 'chunks', 'hits', 'matches', 'items', 'entries', 'records'],
  ...['sources', 'pages', 'data', 'content', 'context', 'output'],
])
const isScalar = (value: unknown) =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value === null

/** Returns a passage as prose, preceded by the other fields of its record; any other value as JSON. */
function passageText(value: unknown): string {
  if (!isObject(value)) return asText(value)
  const entries = Object.entries(value)
  const field = textFields.find((name) =>
    entries.some(([key, text]) => key === name && typeof text === 'string'),
  )
  const others = entries.filter(([key]) => key !== field)
  if (field === undefined || !others.every(([, other]) => isScalar(other))) return jsonText(value)
  const heading = others.map(([key, other]) => `${key}: ${other}`).join('; ')
  const text = entries.find(([key]) => key === field)?.[1]
  return heading === '' ? String(text) : `${heading}\n${text}`
}

/** 'weather({"city":"Paris"})', which distinguishes two results of one tool. */
function formatCall({ toolName, args }: ToolResult): string {
  const given = jsonText(args)
  return `${toolName}(${given === '{}' ? '' : given})`
}

/**
 * Returns the pieces of a tool result. A search returns a list of records or texts, bare or as the only field of an
 * object: each entry is a piece of its own. Any other result is one piece, preceded by its call. Nothing is left out.
 */
function piecesOfResult(call: ToolResult): string[] {
  const { result } = call
  if (Array.isArray(result)) return result.map(passageText)
  if (typeof result === 'object' && result !== null) {
    const [[key, only] = [], ...others] = Object.entries(result)
    if (key !== undefined && Array.isArray(only) && others.length === 0) {
      const heading = listFields.has(key) ? '' : `${key}: `
      return only.map((entry) => `${heading}${passageText(entry)}`)
    }
  }
  const text = passageText(result)
  return [text.trim() === '' ? text : `${formatCall(call)}: ${text}`]
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
  const context = await findContext(run, { ...options, ofThisTurn: true })
  return context.length === 0 ? notScorable('there is no context') : { ...asked, answer, context }
}
