import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import { words } from '../text/words/words.ts'
import { type Passage, readPassages } from './passages.ts'
import { findRepository } from './repository.ts'
import { createSearchIndex } from './search-index.ts'

const passagesAtMost = 5

const foundPassage = z.object({
  file: z.string().describe('The page, as a path in the repository'),
  heading: z.string().describe('The headings above the passage, outermost first'),
  text: z.string().describe('The passage in Markdown'),
  score: z.number().describe('How well it matches; comparable within one search only'),
})
export type FoundPassage = z.infer<typeof foundPassage>

/** The result of the search tool: the best passages, best first. */
export const searchResult = z.object({ passages: z.array(foundPassage) })

/** A search over passages: the best five, best first; none if no word of the query occurs. */
export function createDocsSearch(passages: readonly Passage[]): (query: string) => FoundPassage[] {
  const index = createSearchIndex(passages)
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  // Under a page's title it says what it is about.
  const boostDocument = (id: string) => (byId.get(id)?.heading.includes(' › ') ? 1 : 1.5)
  return (query) =>
    index
      .search(query, { boostDocument })
      .slice(0, passagesAtMost)
      .flatMap(({ id, score }) => {
        const passage = byId.get(id)
        return passage ? [{ file: passage.file, heading: passage.heading, text: passage.text, score }] : []
      })
}

/**
 * The tool that searches a repository's documentation. The pages are read at the first search and kept.
 *
 * @param repository Folder with README.md and docs/. Default: this repository.
 */
export function createSearchDocsTool({ repository }: { repository?: string } = {}) {
  let search: Promise<ReturnType<typeof createDocsSearch>> | undefined
  return createTool({
    id: 'search-docs',
    description:
      "Searches Verdict's documentation. Returns the passages that match the words of the query best.",
    inputSchema: z.object({
      query: z
        .string()
        .refine((query) => words(query).length > 0, 'The query holds no word to search for')
        .describe('A few words on what is looked for'),
    }),
    outputSchema: searchResult,
    execute: async ({ query }) => {
      search ??= readPassages(repository ?? findRepository()).then(createDocsSearch)
      return { passages: (await search)(query) }
    },
  })
}
