import type { TrialResult, TriedResult } from './result.ts'

/** Which setting to take: of those that surely agree better, the one that does by the most, and of equals the cheaper. */
export function settingToTake(
  settings: readonly TriedResult[],
  { status }: TrialResult['end'],
): TriedResult | undefined {
  if (status !== 'complete') return undefined
  const gain = ({ difference }: TriedResult) => (difference && 'value' in difference ? difference.value : 0)
  return settings
    .filter(({ finding }) => finding === 'better')
    .sort((one, other) => gain(other) - gain(one) || one.cost.calls - other.cost.calls)[0]
}

/** What to take, as a sentence. */
export function conclusionOf(
  settings: readonly TriedResult[],
  take: TriedResult | undefined,
  { status, reason }: TrialResult['end'],
): string {
  const [set, ...others] = settings
  if (status !== 'complete')
    return `Leave the scorer as it is set: the work stopped (${reason ?? status}) before all settings were tried.`
  if (others.every(({ difference }) => difference === undefined || !('value' in difference)))
    return 'The data do not show which setting agrees best: too few rows have a score by two settings.'
  const named = (finding: TriedResult['finding']) =>
    others.filter((other) => other.finding === finding).map(({ name }) => name)
  const worse = named('worse')
  const also = worse.length === 0 ? '' : ` Surely worse: ${worse.join(', ')}.`
  if (take === undefined)
    return `Leave the scorer as it is set: no other setting surely agrees better with the labels.${also}`
  const { squaredError } = take
  const isFurther =
    squaredError !== undefined && 'interval' in squaredError && (squaredError.interval?.low ?? 0) > 0
  const but = isFurther ? ', though its scores are further from the labels (squared error)' : ''
  const calls =
    take.cost.calls === set?.cost.calls
      ? ''
      : `, for ${take.cost.calls} calls where ${set?.cost.calls} were made as it is set`
  return `Take ${take.name}: it surely ranks these rows more as people do${but}${calls}.${also}`
}
