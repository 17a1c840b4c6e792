import { z } from 'zod/v4'
import { readToolResults } from '../../transcript/index.ts'
import type { Unit } from '../units/judge-units.ts'

type Pieces = readonly string[] | Promise<readonly string[]>

/** The run as a function of the user's sees it. */
export interface ContextRun {
  readonly input?: unknown
  readonly output: unknown
  readonly groundTruth?: unknown
  readonly runId?: string
  readonly requestContext?: unknown
}

/** Where the context of a run comes from. Default: what the tools of the run returned. */
export interface ContextOptions {
  /** The same pieces for every run; at least one. */
  context?: readonly string[]
  /** The pieces of one run. Comes before `context`. */
  contextExtractor?: (input: unknown, output: unknown) => Pieces
}

/** {@link ContextOptions} under the name that the hallucination scorer gives its function. */
export interface GetContextOptions extends Pick<ContextOptions, 'context'> {
  /** The pieces of one run. Comes before `context`. */
  getContext?: (parameters: {
    readonly run: ContextRun
    readonly results: object
    readonly step: 'analyze'
  }) => Pieces
}

const isFunction = (value: unknown) => typeof value === 'function'
const context = z.array(z.string()).min(1, 'must hold at least one piece').readonly().optional()

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

/** A numbered piece of context. */
export interface ContextPiece extends Unit {
  /** 'c1', 'c2', …: how verdicts name it. */
  readonly id: string
}

const textFields = ['text', 'content', 'pageContent', 'body'] as const
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) || value === null

/** A passage reads as prose, with what else its record says before it; any other value as JSON. */
function pieceText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value)
  const field = textFields.find((name) =>
    entries.some(([key, text]) => key === name && typeof text === 'string'),
  )
  const others = entries.filter(([key]) => key !== field)
  if (field === undefined || !others.every(([, other]) => isScalar(other))) return JSON.stringify(value)
  const heading = others.map(([key, other]) => `${key}: ${other}`).join('; ')
  const text = entries.find(([key]) => key === field)?.[1]
  return heading === '' ? String(text) : `${heading}\n${text}`
}

/**
 * A search returns a list of records or texts, bare or as the one thing in an object: each entry is a piece of
 * its own. Whatever else a tool returns is one piece: nothing of it is left out.
 */
function piecesOfResult(result: unknown): string[] {
  if (Array.isArray(result)) return result.map(pieceText)
  if (typeof result !== 'object' || result === null) return [pieceText(result)]
  const [only, ...others] = Object.values(result)
  return Array.isArray(only) && others.length === 0 ? only.map(pieceText) : [pieceText(result)]
}

async function askUser(option: string, pieces: () => Pieces): Promise<readonly string[]> {
  try {
    const given: unknown = await pieces()
    if (Array.isArray(given) && given.every((piece) => typeof piece === 'string')) return given
  } catch (error) {
    throw new Error(`options.${option} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
  throw new TypeError(`options.${option} must return an array of strings`)
}

/**
 * The pieces of context of a run, numbered, the blank ones left out: from the user's function, else the fixed
 * list, else what the run's tools returned (errors left out).
 *
 * @returns An empty list where there is none.
 * @throws Error that names the option, where the user's function fails or returns something else.
 */
export async function contextOf(
  run: ContextRun,
  options: ContextOptions & GetContextOptions,
): Promise<ContextPiece[]> {
  const { contextExtractor, getContext, context: fixed } = options
  const pieces = await (async () => {
    if (contextExtractor) return askUser('contextExtractor', () => contextExtractor(run.input, run.output))
    if (getContext) return askUser('getContext', () => getContext({ run, results: {}, step: 'analyze' }))
    if (fixed) return fixed
    return readToolResults(run.output, run.input)
      .filter(({ isError }) => !isError)
      .flatMap(({ result }) => piecesOfResult(result))
  })()
  return pieces.filter((text) => text.trim() !== '').map((text, index) => ({ id: `c${index + 1}`, text }))
}

/** The pieces by id, as a judge is shown them. */
export function contextById(pieces: readonly ContextPiece[]): { [id: string]: string } {
  return Object.fromEntries(pieces.map(({ id, text }) => [id, text]))
}

/** The first piece that a judge's reason names ("c2: says 1889"), which its verdict rests on. */
export function pieceNamedIn(
  reason: string | undefined,
  pieces: readonly ContextPiece[],
): string | undefined {
  const named = reason?.match(/\bc\d+\b/g) ?? []
  return named.find((id) => pieces.some((piece) => piece.id === id))
}
