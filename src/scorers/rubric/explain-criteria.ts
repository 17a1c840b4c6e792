import { oneLine, stateScore } from '../reason/reason.ts'
import { plural } from '../reason/wording.ts'
import type { UnitVerdict } from '../units/judge-units.ts'
import type { CriterionUnit } from './rubric-criteria.ts'

export type CriterionVerdict = UnitVerdict<'met' | 'unmet', CriterionUnit>

/** Without criteria nothing is asked for. */
export const explainNoRubric = (score: number, scale: number) =>
  `${stateScore(score, scale)}: there is no rubric, so nothing was checked.`

/** Every criterion, the unmet ones first: whoever is to fix the output reads this. */
export function explainCriteria(verdicts: readonly CriterionVerdict[], score: number, scale: number): string {
  if (verdicts.length === 0) return `${stateScore(score, scale)}: the output says nothing.`
  const required = verdicts.filter(({ unit }) => unit.required)
  const met = required.filter(({ verdict }) => verdict === 'met').length
  const describe = ({ unit, reason }: CriterionVerdict) =>
    `“${oneLine(unit.text)}”${reason ? ` (${oneLine(reason)})` : ''}`
  const list = (heading: string, verdict: 'met' | 'unmet', isRequired: boolean) => {
    const listed = verdicts.filter((item) => item.verdict === verdict && item.unit.required === isRequired)
    return listed.length === 0 ? [] : [`${heading}: ${listed.map(describe).join('; ')}.`]
  }
  const criteria = plural(required.length, 'criterion is', 'criteria are')
  return [
    ...list('Not met', 'unmet', true),
    `${stateScore(score, scale)}: ${met} of ${required.length} required ${criteria} met.`,
    ...list('Met', 'met', true),
    ...list('Optional and not met', 'unmet', false),
    ...list('Optional and met', 'met', false),
  ].join(' ')
}
