import type { QuestionOption } from '../../../scorers/common/finish-scorer.ts'
import type { Reading } from '../labels/reading.ts'

/** What somebody said, and what that counts as a share of the scale, 0 to 1. */
export interface ValuedLabel {
  readonly text: string
  readonly value: number
}

/**
 * How labels of a labels file are read: they say themselves what they count. Names that each count 1, 0 or a half are
 * classes; all else are grades. A whole answer that is worth a half is no third kind of answer, but a grade.
 */
export function readingOfValues(labels: readonly ValuedLabel[], unit: 'statement' | 'answer'): Reading {
  const classValues = unit === 'statement' ? [0, 0.5, 1] : [0, 1]
  const values = new Map<string, Set<number>>()
  for (const { text, value } of labels) values.set(text, (values.get(text) ?? new Set()).add(value))
  const isClass = [...values.values()].every((of) => of.size === 1 && classValues.includes([...of][0] ?? -1))
  if (!isClass) return { kind: 'grade', higherGrade: 'higher score' }
  const withValue = (value: number) => [...values].flatMap(([text, of]) => (of.has(value) ? text : []))
  return { kind: 'class', positive: withValue(1), negative: withValue(0), between: withValue(0.5) }
}

/** Labels and verdicts by their names, where people and judge chose among the same options. */
export function byName(
  reading: Reading,
  options: readonly QuestionOption[],
  verdicts: readonly string[],
): Reading {
  if (reading.kind === 'grade') return reading
  const names = options.filter(({ credit }) => credit !== null).map(({ name }) => name)
  const labels = [...reading.positive, ...reading.negative, ...reading.between]
  const areNames = [...labels, ...verdicts].every((name) => names.includes(name))
  return areNames ? { ...reading, verdicts: Object.fromEntries(names.map((name) => [name, name])) } : reading
}
