import { type Probabilities, predict } from '../../src/judge/embedded/regression.ts'
import type { MeasuredExample } from './examples.ts'
import { train, type Variant } from './train.ts'

/**
 * What a judge that has not seen the example says of it. Everyday questions are left out one at a time, the
 * groups of the other two sets in tenths; the rest of all three sets is what is learned from.
 *
 * @returns Example id to probabilities.
 */
export function crossValidate(
  examples: readonly MeasuredExample[],
  variant: Variant,
): Map<string, Probabilities> {
  const folds = new Map(
    examples.map(({ group, dataset }) => [group, dataset === 'agent-style' ? group : tenth(group)]),
  )
  const judged = new Map<string, Probabilities>()
  for (const fold of new Set(folds.values())) {
    const isLeftOut = ({ group }: MeasuredExample) => folds.get(group) === fold
    const weights = train(
      examples.filter((example) => !isLeftOut(example)),
      variant,
    )
    for (const { id, features } of examples.filter(isLeftOut)) judged.set(id, predict(weights, features))
  }
  return judged
}

/** A number from 0 to 9 by the FNV-1a hash of the group, the same everywhere. */
export function tenth(group: string): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(group)) hash = Math.imul(hash ^ byte, 0x01000193)
  return `tenth ${(((hash ^ (hash >>> 15)) >>> 0) % 10).toString()}`
}
