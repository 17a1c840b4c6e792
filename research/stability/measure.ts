/** What changes of a score when an answer is written otherwise. */
import type { Material } from './material.ts'
import { added, asProse, type Transformation, type Written } from './transformations.ts'

export interface Scored {
  /** From 0 to 1; undefined where it is not scorable. */
  readonly score?: number
  readonly verdicts: readonly string[]
}

export type Score = (written: Written) => Promise<Scored>

export interface Stability {
  readonly answers: number
  /** Answers that became other statements, or that were scored only one of both ways. */
  readonly otherwise: number
  readonly verdicts: number
  readonly flipped: number
  /** Absolute changes of the score, ascending. */
  readonly changes: readonly number[]
}

export async function measureStability(
  materials: readonly Material[],
  name: string,
  transformation: Transformation,
  score: Score,
  before: ReadonlyMap<Material, Scored>,
): Promise<Stability> {
  let [answers, otherwise, verdicts, flipped] = [0, 0, 0, 0]
  const changes: number[] = []
  for (const material of materials) {
    const written = transformation(material)
    const first = before.get(material)
    if (written === undefined || first?.score === undefined) continue
    answers += 1
    const then = await score(written)
    const around = added[name] ?? 0
    const own = then.verdicts.slice(around, around === 0 ? undefined : -around)
    const comparable = then.verdicts.length === first.verdicts.length ? then.verdicts : own
    if (then.score === undefined || comparable.length !== first.verdicts.length) {
      otherwise += 1
      continue
    }
    verdicts += comparable.length
    flipped += comparable.filter((verdict, index) => verdict !== first.verdicts[index]).length
    changes.push(Math.abs(then.score - first.score))
  }
  return { answers, otherwise, verdicts, flipped, changes: changes.sort((a, b) => a - b) }
}

/** The scores of answers as prose, to compare with. */
export async function scoreAll(materials: readonly Material[], score: Score): Promise<Map<Material, Scored>> {
  const scores = new Map<Material, Scored>()
  for (const material of materials) scores.set(material, await score(asProse(material)))
  return scores
}
