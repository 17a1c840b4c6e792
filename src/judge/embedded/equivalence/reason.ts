import type { EquivalenceFeatures } from './features.ts'

/** What was measured, as a phrase about the answer. */
export function equivalenceReason(features: EquivalenceFeatures): string {
  const { coverage, phrase, numbersMissing, negated, givesUp } = features
  const has =
    phrase === 1
      ? 'has the reference word for word or nearly so'
      : coverage > 0.8
        ? 'has nearly all that the reference gives'
        : coverage > 0.3
          ? 'has a part of what the reference gives'
          : 'has hardly anything that the reference gives'
  return [
    has,
    ...(numbersMissing === 1 ? ['lacks a number of it'] : []),
    ...(negated === 1 ? ['in a sentence that denies something'] : []),
    ...(givesUp === 1 ? ['says that something is not known'] : []),
  ].join(', ')
}
