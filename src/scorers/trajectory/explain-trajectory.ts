import { formatNumber } from '../../shared/format-number.ts'
import { plural } from '../reason/count-found.ts'
import type { TrajectoryComparison } from './compare-trajectories.ts'
import type { TrajectoryEfficiency } from './efficiency.ts'
import { type EvaluatedTrajectory, isForbidden } from './evaluate-trajectory.ts'
import type { ToolFailures } from './tool-failures.ts'

/** Returns the lists that are not empty, each step in one: 'missing: a, b; repeated: c'. */
export function listSteps(comparison: TrajectoryComparison): string {
  const { missingSteps, outOfOrderSteps, extraSteps, repeatedSteps } = comparison
  const elsewhere = [...outOfOrderSteps]
  const untaken = missingSteps.filter((name) => {
    const place = elsewhere.indexOf(name)
    if (place >= 0) elsewhere.splice(place, 1)
    return place < 0
  })
  const lists = [
    ['missing', untaken],
    ['taken out of order', outOfOrderSteps],
    ['not expected', extraSteps],
    ['repeated', repeatedSteps],
  ] as const
  const told = lists.filter(([, names]) => names.length > 0)
  return told.map(([what, names]) => `${what}: ${names.join(', ')}`).join('; ')
}

const inBrackets = (parts: readonly string[]) => {
  const told = parts.filter((part) => part !== '')
  return told.length === 0 ? '' : ` (${told.join('; ')})`
}

function explainEfficiency(efficiency: TrajectoryEfficiency): string {
  const { overStepBudget, overTokenBudget, overDurationBudget, redundantCalls } = efficiency
  return inBrackets([
    overStepBudget ? `too many steps, ${efficiency.totalSteps}` : '',
    overTokenBudget ? `too many tokens, ${efficiency.totalTokens}` : '',
    overDurationBudget ? `too long, ${efficiency.totalDurationMs} ms` : '',
    redundantCalls.length > 0
      ? `called again needlessly: ${redundantCalls.map(({ name }) => name).join(', ')}`
      : '',
  ])
}

function explainFailures({ totalRetries, excessiveRetryTools }: ToolFailures): string {
  const many = excessiveRetryTools.length === 0 ? '' : `, too many of ${excessiveRetryTools.join(', ')}`
  return inBrackets([totalRetries === 0 ? '' : `called again after a failure: ${totalRetries}${many}`])
}

function forbiddenIn({ blacklist, nested }: EvaluatedTrajectory): string[] {
  const { violatedTools = [], violatedSequences = [] } = blacklist ?? {}
  const here = [...violatedTools, ...violatedSequences.map((sequence) => sequence.join(' then '))]
  return [...new Set([...here, ...nested.flatMap(forbiddenIn)])]
}

export function explainTrajectory(
  score: number,
  evaluated: EvaluatedTrajectory & { readonly config: { readonly maxRetriesPerTool?: number } },
): string {
  const stated = `Score ${formatNumber(score)}: `
  if (isForbidden(evaluated))
    return `${stated}forbidden steps were taken: ${forbiddenIn(evaluated).join(', ')}.`
  const { accuracy, efficiency, blacklist, toolFailures, nested, config } = evaluated
  const state = (dimension: string, result: { readonly score: number }, details: string) =>
    `${dimension} ${formatNumber(result.score)}${details}`
  const parts = [
    accuracy &&
      state(
        'accuracy',
        accuracy,
        inBrackets([
          `${accuracy.matchedSteps} of ${accuracy.totalExpectedSteps} expected ${plural(accuracy.totalExpectedSteps, 'step was', 'steps were')} taken`,
          listSteps(accuracy),
        ]),
      ),
    efficiency && state('efficiency', efficiency, explainEfficiency(efficiency)),
    config.maxRetriesPerTool === undefined
      ? undefined
      : state('tool failures', toolFailures, explainFailures(toolFailures)),
    blacklist && 'nothing forbidden was done',
    nested.length === 0
      ? undefined
      : `inside ${nested.map((step) => `${step.stepName} ${step.wasTaken ? formatNumber(step.score) : '0 (not taken)'}`).join(', ')}`,
  ]
  return `${stated}${parts.filter((part) => part !== undefined).join('; ')}.`
}
