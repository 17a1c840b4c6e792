/** The three grades, each a whole number from 0 to 10. */
export interface RubricGrades {
  readonly accuracy: number
  readonly comprehensiveness: number
  readonly contextPrecision: number
}

export interface RubricResult extends RubricGrades {
  /** (accuracy + comprehensiveness + contextPrecision) / 30, rounded to one decimal. */
  readonly final: number
  /** The rules that applied, in order. */
  readonly rules: readonly (keyof typeof ruleEffects)[]
}

/** The effect of each rule, as a clause. */
export const ruleEffects = {
  unrelated: 'the answer is unrelated to the question and the context, so all three are 0',
  'no-context': 'there is no context, so context precision is 0',
  'low-accuracy': 'accuracy is 2 or less, so the other two are at most 4',
}

const lowAccuracy = 2
const limitAtLowAccuracy = 4

/** (A + C + P) / 30 to one decimal. The sum is whole, so it never lies halfway between two decimals. */
function computeFinal({ accuracy, comprehensiveness, contextPrecision }: RubricGrades): number {
  return Math.round((accuracy + comprehensiveness + contextPrecision) / 3) / 10
}

/**
 * Applies the rules of the rubric to a judge's grades.
 *
 * @param about Whether there was any context to use, and whether the answer has nothing to do with question and context.
 * @throws RangeError for a grade that is not a whole number from 0 to 10.
 */
export function applyRules(
  grades: RubricGrades,
  { hasContext, unrelated }: Readonly<Record<'hasContext' | 'unrelated', boolean>>,
): RubricResult {
  const { accuracy, comprehensiveness, contextPrecision } = grades
  for (const [name, grade] of Object.entries({ accuracy, comprehensiveness, contextPrecision })) {
    if (!Number.isInteger(grade) || grade < 0 || grade > 10)
      throw new RangeError(`${name} must be a whole number from 0 to 10, not ${grade}`)
  }
  if (unrelated) {
    return { accuracy: 0, comprehensiveness: 0, contextPrecision: 0, final: 0, rules: ['unrelated'] }
  }
  const limit = accuracy <= lowAccuracy ? limitAtLowAccuracy : 10
  const result = {
    accuracy,
    comprehensiveness: Math.min(comprehensiveness, limit),
    contextPrecision: hasContext ? Math.min(contextPrecision, limit) : 0,
  }
  const rules: RubricResult['rules'][number][] = []
  if (!hasContext) rules.push('no-context')
  if (accuracy <= lowAccuracy) rules.push('low-accuracy')
  return { ...result, final: computeFinal(result), rules }
}
