import { readFile } from 'node:fs/promises'
import { z } from 'zod/v4'
import { materialSchema, type RowMaterial, withMaterial } from '../../../evaluation/dataset/row-material.ts'
import { sayIssue } from '../../../shared/say-issue.ts'

const anchorSchema = z.strictObject({
  id: z.string().min(1),
  scorer: z.string().min(1),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  ...materialSchema,
  groundTruth: z.unknown().optional(),
  /** The stored score; the mean if it was judged several times. */
  score: z.number(),
  /** The score that a person would give. */
  label: z.number().optional(),
})

/** An answer with a known score, used to detect that a judge has changed. */
export type Anchor = Omit<z.output<typeof anchorSchema>, keyof RowMaterial> & {
  readonly context?: readonly string[]
}

/** Thrown if an anchor file cannot be used. It names the line and the problem. */
export class AnchorFileError extends Error {
  override readonly name = 'AnchorFileError'
}

/**
 * Reads a file of anchors: JSONL with `id`, `scorer`, `input`, `output`, `score`, and optionally `groundTruth`,
 * `label`, `context`, `messages` and `toolCalls`, in the format of dataset rows.
 *
 * @returns Anchors by scorer id; undefined if there is no file.
 * @throws AnchorFileError with the line; DatasetError with the line if two of its fields say the same.
 */
export async function readAnchors(file: string): Promise<ReadonlyMap<string, readonly Anchor[]> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new AnchorFileError(`${file} cannot be read: ${error.code ?? error.message}`, { cause: error })
  })
  if (text === undefined) return undefined
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
