import { readFile } from 'node:fs/promises'
import { z } from 'zod/v4'
import { materialSchema, type RowMaterial, withMaterial } from '../../../evaluation/dataset/material.ts'
import { sayIssue } from '../../../shared/say-issue.ts'

const anchorSchema = z.strictObject({
  id: z.string().min(1),
  /** The id of a scorer. */
  scorer: z.string().min(1),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  ...materialSchema,
  groundTruth: z.unknown().optional(),
  /** The score that it had: the mean, where it was judged several times. */
  score: z.number(),
  /** What a person would score it with. */
  label: z.number().optional(),
})

/** An answer whose score is known, to see by whether a judge is still the same. */
export type Anchor = Omit<z.output<typeof anchorSchema>, keyof RowMaterial> & {
  readonly context?: readonly string[]
}

/** An anchor file that cannot be used, with the line and what is wrong there. */
export class AnchorFileError extends Error {
  override readonly name = 'AnchorFileError'
}

/**
 * Reads a file of anchors: JSONL with `id`, `scorer`, `input`, `output`, `score`, and where there are any
 * `groundTruth`, `label`, `context`, `messages` and `toolCalls`, as rows of datasets have them.
 *
 * @returns Scorer id to its anchors.
 * @throws AnchorFileError that names the line; DatasetError that does, where two fields of one say the same.
 */
export async function readAnchors(file: string): Promise<ReadonlyMap<string, readonly Anchor[]>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AnchorFileError(`${file} cannot be read: ${error.code ?? error.message}`, { cause: error })
  })
  const anchors = new Map<string, Anchor[]>()
  const seen = new Set<string>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const fail = (what: string, cause?: unknown) =>
      new AnchorFileError(`${file}, line ${index + 1}: ${what}`, { cause })
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      throw fail('is not JSON', error)
    }
    const read = anchorSchema.safeParse(value)
    if (!read.success) {
      throw fail(sayIssue(read.error))
    }
    const anchor = withMaterial(read.data, { value, line: index + 1 }, file)
    const key = JSON.stringify([anchor.scorer, anchor.id])
    if (seen.has(key)) throw fail(`"${anchor.id}" appears twice for ${anchor.scorer}`)
    seen.add(key)
    anchors.set(anchor.scorer, [...(anchors.get(anchor.scorer) ?? []), anchor])
  }
  if (anchors.size === 0) throw new AnchorFileError(`${file} holds no anchors`)
  return anchors
}
