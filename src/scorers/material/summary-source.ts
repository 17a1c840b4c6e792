import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from '@mastra/core/evals'
import { readQuestion } from '../../transcript/index.ts'
import { askUser } from './ask-user.ts'
import type { ContextPiece } from './context.ts'

/** Where the text that is summarized comes from. Default: the last user turn. */
export interface SourceOptions {
  /** The same text for every run. */
  source?: string
  /** The text of one run. Comes before `source`. */
  sourceExtractor?: (
    input: ScorerRunInputForAgent,
    output: ScorerRunOutputForAgent,
  ) => string | Promise<string>
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
  const extract = () =>
    sourceExtractor(run.input as ScorerRunInputForAgent, run.output as ScorerRunOutputForAgent)
  const isText = (value: unknown) => typeof value === 'string'
  return askUser('options.sourceExtractor', extract, 'a string', isText)
}

/** The paragraphs of a source, numbered, so that a verdict can name the one that it rests on. */
export function paragraphsOf(source: string): ContextPiece[] {
  return source
    .split(/\n[^\S\n]*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text, index) => ({ id: `c${index + 1}`, text }))
}
