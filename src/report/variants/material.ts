import type { VariantsComparison } from '../../evaluation/comparison/compare-variants.ts'
import type { PeoplePair } from '../../run/people-estimates.ts'
import { type ReadMaterial, type ReportMaterial, readMaterial } from '../run/material.ts'

/** Several runs over the same data, with the report material of each, and their comparison. */
export interface VariantsMaterial {
  /** In the order of the comparison's variants. */
  readonly variants: readonly ReportMaterial[]
  readonly comparison: VariantsComparison
  /** Each two variants as people would score them, if both have labels. */
  readonly peoplePairs?: readonly PeoplePair[]
}

/** The same, validated once where it enters a report. */
export interface ReadVariants extends VariantsMaterial {
  readonly variants: readonly ReadMaterial[]
}

/** @throws TypeError if the parts of a variant's material contradict each other or a number is not finite. */
export const readVariants = (material: VariantsMaterial): ReadVariants => ({
  ...material,
  variants: material.variants.map(readMaterial),
})
