import { readFileSync } from 'node:fs'
import { z } from 'zod/v4'

const docsQuestion = z.strictObject({
  id: z.string().min(1),
  input: z.string().min(1),
  groundTruth: z.string().min(1),
  /** Whether the documentation holds the answer. */
  answerable: z.boolean(),
})

export type DocsQuestion = z.infer<typeof docsQuestion>

/**
 * Reads questions, one JSON object a line.
 *
 * @throws Error that names file, line and field.
 */
export function readDocsQuestions(file: URL): DocsQuestion[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      try {
        return [docsQuestion.parse(JSON.parse(line))]
      } catch (error) {
        throw new Error(
          `${file.pathname}, line ${index + 1}: ${error instanceof z.ZodError ? z.prettifyError(error) : error}`,
        )
      }
    })
}
