import type { JsonObject } from '../../../judge/contract.ts'
import { inSlices } from '../../../shared/slices.ts'
import { textWords } from '../../../text/words/text-words.ts'
import { readAnswer } from '../../../transcript/index.ts'
import type { RowLabel } from '../labels/label-of-row.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'
import type { ImproveMaterial } from './gather-material.ts'
import type { LabelledPlace } from './split-rows.ts'

/** In characters. Longer examples would dominate the judge's input. */
const longestExample = 2000
const mostExamples = 8

const readOutput = (value: unknown) => (typeof value === 'string' ? value : readAnswer(value))

/** Returns the human label, under the name of the judge's option if it has one. */
function nameLabel(
  { text, target }: RowLabel,
  { reading, used, rows }: Pick<ImproveMaterial, 'reading' | 'used' | 'rows'>,
): JsonObject {
  if (reading.kind === 'grade') {
    const grades = rows.map(({ label }) => Number(label.text))
    return { 'people said': Number(text), 'of grades from': Math.min(...grades), to: Math.max(...grades) }
  }
  const named = (used.record.question?.options ?? []).filter(({ credit }) => credit === target)
  const only = named.length === 1 ? named[0]?.name : undefined
  return { 'people said': reading.verdicts?.[text] ?? only ?? text }
}

/** Presents a labelled row to a judge, as data to be read and not followed. */
export function shown(
  { row, label }: LabelledPlace,
  material: Pick<ImproveMaterial, 'reading' | 'used' | 'rows'>,
): JsonObject {
  const { input, statement, output, context } = row
  return {
    ...(input === undefined || input === '' ? {} : { question: readOutput(input) }),
    ...(context.length === 0 ? {} : { context: [...context] }),
    ...(statement === undefined ? { answer: readOutput(output) } : { statement }),
    ...nameLabel(label, material),
  }
}

const collectWords = async ({ statement, output }: CheckedRow) =>
  new Set((await inSlices(textWords(statement ?? readOutput(output)))).folded)

interface Fitting {
  readonly place: LabelledPlace
  readonly example: JsonObject
  readonly isHigh: boolean
  readonly words: ReadonlySet<string>
}

/** Returns 0 if two texts have the same words, 1 if they share none (Jaccard). */
function distance(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - shared
  return all === 0 ? 0 : 1 - shared / all
}

/**
 * Returns up to eight rows as examples: high and low labels in turn, each row the one whose words are farthest from the
 * earlier ones, from another group if possible. Its first two or four are good choices, too.
 */
export async function pickExamples(material: ImproveMaterial): Promise<JsonObject[]> {
  const rows = material.parts.made
  const targets = rows.map(({ label }) => label.target).sort((one, other) => one - other)
  const middle = ((targets[0] ?? 0) + (targets.at(-1) ?? 0)) / 2
  const fitting: Fitting[] = []
  for (const place of rows) {
    const example = shown(place, material)
    if (JSON.stringify(example).length > longestExample || place.label.target === middle) continue
    const isHigh = place.label.target > middle
    fitting.push({ place, example, isHigh, words: await collectWords(place.row) })
  }
  const taken: Fitting[] = []
  while (taken.length < mostExamples) {
    const wanted = taken.length % 2 === 0
    const free = fitting.filter((one) => one.isHigh === wanted && !taken.includes(one))
    const groups = taken.map(({ place }) => place.row.group)
    const apart = ({ place: { row }, words }: Fitting) =>
      Math.min(...taken.map((other) => distance(words, other.words))) + (groups.includes(row.group) ? 0 : 1)
    const [first, ...others] = free
    if (first === undefined) break
    taken.push(others.reduce((best, one) => (apart(one) > apart(best) ? one : best), first))
  }
  return taken.map(({ example }) => example)
}
