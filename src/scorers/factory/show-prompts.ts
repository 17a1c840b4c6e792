import type { Evidence } from '../../judge/contract.ts'
import { withLiveBound } from './live-scores.ts'
import { type Measure, setMeasure } from './measure.ts'
import { reuseWorkflow } from './reuse-workflow.ts'

interface RunResult {
  readonly preprocessStepResult?: unknown
  readonly analyzeStepResult?: unknown
  preprocessPrompt?: string
  analyzePrompt?: string
}

/** A step that asked a judge keeps the evidence as its `judge`. */
function promptsOf(step: unknown): string | undefined {
  const { judge } = (step ?? {}) as { judge?: Evidence }
  return judge?.prompts.length ? judge.prompts.join('\n\n* * *\n\n') : undefined
}

/**
 * Fills the prompts of a run's result from the evidence: Mastra stores and Studio shows them, but only knows
 * those of its own prompt steps. And tells evaluations how the scorer's numbers are to be read.
 */
export function showPrompts<Scorer extends { run(input: never): Promise<RunResult> }>(
  scorer: Scorer,
  measure: Measure,
): Scorer {
  const run = scorer.run.bind(scorer)
  scorer.run = async (input) => {
    const result = await run(input)
    result.preprocessPrompt ??= promptsOf(result.preprocessStepResult)
    result.analyzePrompt ??= promptsOf(result.analyzeStepResult)
    return result
  }
  return setMeasure(withLiveBound(reuseWorkflow(scorer)), measure)
}
