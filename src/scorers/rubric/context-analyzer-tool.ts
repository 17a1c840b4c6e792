import { createTool } from '@mastra/core/tools'
import { z } from 'zod/v4'
import { splitStatements } from '../../text/statements/statements.ts'
import { contentWords, stem } from '../../text/words/words.ts'

const toStems = (text: string) => new Set(contentWords(text).map(stem))

/**
 * Returns the sentences of a context that share content words with a text, the best first, ties in the order of the
 * context: each with its piece of the context, counted from 1 ('c1'), and the share of the text's content words that it
 * has, 0 to 1, compared by stem.
 */
function sentencesBearingOn(text: string, context: readonly string[]) {
  const wanted = toStems(text)
  if (wanted.size === 0) return []
  return context
    .flatMap((piece, index) =>
      splitStatements(piece).map((sentence) => ({ text: sentence.text, piece: `c${index + 1}` })),
    )
    .map((sentence) => {
      const sharedWords = [...toStems(sentence.text)].filter((word) => wanted.has(word))
      return { ...sentence, overlap: sharedWords.length / wanted.size, sharedWords }
    })
    .filter(({ overlap }) => overlap > 0)
    .sort((a, b) => b.overlap - a.overlap)
}

/** A Mastra tool that finds the sentences of a context that share words with a question or an answer. */
export const contextAnalyzerTool = createTool({
  id: 'context-analyzer',
  description:
    'Finds the sentences of a context that bear on a question or an answer, by the words that they share, the best first.',
  inputSchema: z.object({
    context: z.union([z.string(), z.array(z.string())]).describe('the context, as one text or as pieces'),
    text: z.string().describe('the question or the answer'),
    limit: z.int().min(1).default(10).describe('sentences to return at most'),
  }),
  outputSchema: z.object({
    sentences: z.array(
      z.object({
        text: z.string(),
        piece: z.string(),
        overlap: z.number().min(0).max(1),
        sharedWords: z.array(z.string()),
      }),
    ),
    found: z.int().describe('how many sentences bear on it, those beyond the limit included'),
  }),
  execute: async ({ context, text, limit }) => {
    const sentences = sentencesBearingOn(text, typeof context === 'string' ? [context] : context)
    return { sentences: sentences.slice(0, limit), found: sentences.length }
  },
})
