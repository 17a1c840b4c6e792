import type { MastraScorer } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { type Measure, readMeasure } from '../scorers/common/measure.ts'
import { isObject } from '../shared/is-object.ts'
import { readOptions } from '../shared/read-options.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import type { ScorerRecord } from './record.ts'

// Mastra's own signatures take scorers of any input; `never` accepts them all without `any`.
export type AnyScorer = Pick<MastraScorer, 'id' | 'name' | 'type'> & { run(run: never): Promise<unknown> }

/** A scorer, or a scorer and how to read its numbers. This package's scorers declare that themselves. */
export type ScorerEntry =
  | AnyScorer
  | {
      readonly scorer: AnyScorer
      /** Default: the scorer's own declaration, or else false. */
      readonly lowerIsBetter?: boolean
      /** The highest possible score. Default: the scorer's own declaration, or else unknown. */
      readonly scale?: number
      /**
       * How it scores a conversation: by turn, with the mean as the score, or as a whole. Default: the scorer's own
       * declaration; otherwise 'turns', or 'conversation' for trajectory scorers.
       */
      readonly over?: 'turns' | 'conversation'
    }

export interface UsedScorer {
  readonly scorer: AnyScorer
  readonly record: ScorerRecord
  /** Whether an answer always gets the same score: only this package's scorers declare this. */
  readonly deterministic: boolean
  readonly over: 'turns' | 'conversation'
}

const isScorer = (value: unknown): value is AnyScorer =>
  isObject(value) && 'id' in value && typeof value.run === 'function'

const entrySchema = z.strictObject({
  scorer: z.custom<AnyScorer>(isScorer, 'must be a Mastra scorer'),
  lowerIsBetter: z.boolean().optional(),
  scale: z.number().positive().optional(),
  over: z.enum(['turns', 'conversation']).optional(),
})

/** @throws TypeError for anything but a scorer, for an empty list, for a repeated id, and for one that every object has. */
export function readScorers(entries: readonly ScorerEntry[]): UsedScorer[] {
  if (!Array.isArray(entries)) throw new TypeError('scorers wants a list: [ … ]')
  const used = entries.map((entry): UsedScorer => {
    const read = isScorer(entry) ? { scorer: entry } : readOptions('scorers', entrySchema, entry)
    const { scorer, over: asked, ...given }: z.output<typeof entrySchema> = read
    const measure = { ...readMeasure(scorer), ...given }
    const { scale, lowerIsBetter = false, deterministic = false }: Partial<Measure> = measure
    const { version, basis, notice, question }: Partial<Measure> = measure
    return {
      scorer,
      deterministic,
      over: asked ?? measure.over ?? (scorer.type === 'trajectory' ? 'conversation' : 'turns'),
      record: withoutUndefined({
        id: scorer.id,
        name: scorer.name,
        scale,
        lowerIsBetter,
        over: asked,
        version,
        basis,
        notice,
        question,
      }),
    }
  })
  const ids = used.map(({ record }) => record.id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined)
    throw new TypeError(`scorers: two have the id "${repeated}": give one another id`)
  const builtIn = ids.find((id) => id in Object.prototype)
  if (builtIn !== undefined)
    throw new TypeError(`scorers: "${builtIn}" is a name of JavaScript's own: give the scorer another id`)
  if (used.length === 0) throw new TypeError('scorers: give one or more')
  return used
}
