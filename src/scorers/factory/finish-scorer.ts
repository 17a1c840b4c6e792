import type { Evidence } from '../../judge/contract.ts'
import { type Measure, setMeasure } from './measure.ts'
import { reuseWorkflow } from './reuse-workflow.ts'

interface RunResult {
  readonly preprocessStepResult?: unknown
  readonly analyzeStepResult?: unknown
  readonly notScorable?: { readonly reason?: string }
  preprocessPrompt?: string
  analyzePrompt?: string
  reason?: unknown
}

/** A step that asked a judge keeps the evidence as its `judge`. */
function promptsOf(step: unknown): string | undefined {
  const { judge } = (step ?? {}) as { judge?: Evidence }
  return judge?.prompts.length ? judge.prompts.join('\n\n* * *\n\n') : undefined
}

/**
 * What every scorer of ours does beyond those of Mastra, which knows only the prompts of its own prompt steps, and
 * takes a run that is not scorable for a score of 0 without a reason in `isTaskComplete` and goals:
 *
 * - a result has the prompts of the evidence, which Mastra stores and Studio shows;
 * - the result of a run that is not scorable has its reason as its `reason`, too;
 * - evaluations are told how its numbers are to be read;
 * - its runs share one workflow.
 */
export function finishScorer<Scorer extends { run(input: never): Promise<RunResult> }>(
  scorer: Scorer,
  measure: Measure,
): Scorer {
  const run = scorer.run.bind(scorer)
  scorer.run = async (input) => {
    const result = await run(input)
    result.preprocessPrompt ??= promptsOf(result.preprocessStepResult)
    result.analyzePrompt ??= promptsOf(result.analyzeStepResult)
    if (result.notScorable?.reason) result.reason ??= `Not scorable: ${result.notScorable.reason}`
    return result
  }
  return setMeasure(reuseWorkflow(scorer), measure)
}
