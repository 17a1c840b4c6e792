import type { Evidence } from '../contract.ts'

/** The same outcome with warnings added to its evidence, where there are any. */
export function withWarnings<Outcome extends { readonly evidence: Evidence }>(
  outcome: Outcome,
  added: readonly (string | undefined)[],
): Outcome {
  const warnings = [...outcome.evidence.warnings, ...added.filter((warning) => warning !== undefined)]
  return { ...outcome, evidence: { ...outcome.evidence, warnings } }
}
