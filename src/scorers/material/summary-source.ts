import { readQuestion } from '../../transcript/index.ts'
import type { ContextPiece } from './context.ts'

/** Where the text that is summarized comes from. Default: the last user turn. */
export interface SourceOptions {
  /** The same text for every run. */
  source?: string
  /** The text of one run. Comes before `source`. */
  sourceExtractor?: (input: unknown, output: unknown) => string | Promise<string>
}

/**
 * The text that a run summarizes; empty where there is none.
 *
 * @throws Error that names the option, where the user's function fails or gives no text.
 */
export async function sourceOf(
  run: { readonly input?: unknown; readonly output: unknown },
  { source, sourceExtractor }: SourceOptions,
): Promise<string> {
  if (sourceExtractor === undefined) return source ?? readQuestion(run.input, run.output) ?? ''
  let given: unknown
  try {
    given = await sourceExtractor(run.input, run.output)
  } catch (error) {
    throw new Error(`options.sourceExtractor failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
  if (typeof given !== 'string') throw new TypeError('options.sourceExtractor must return a string')
  return given
}

/** The paragraphs of a source, numbered, so that a verdict can name the one that it rests on. */
export function paragraphsOf(source: string): ContextPiece[] {
  return source
    .split(/\n[^\S\n]*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text, index) => ({ id: `c${index + 1}`, text }))
}
