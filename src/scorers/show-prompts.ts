import type { Evidence } from '../judge/contract.ts'

interface StepResult {
  readonly judge?: Evidence
}

interface RunResult {
  readonly preprocessStepResult?: StepResult
  readonly analyzeStepResult?: StepResult
  preprocessPrompt?: string
  analyzePrompt?: string
}

const promptsOf = (step: StepResult | undefined) => {
  const prompts = step?.judge?.prompts ?? []
  return prompts.length > 0 ? prompts.join('\n\n* * *\n\n') : undefined
}

/**
 * Fills the prompts of a run's result from the evidence: Mastra stores and Studio shows them, but only knows
 * those of its own prompt steps.
 */
export function showPrompts<Scorer extends { run(input: never): Promise<RunResult> }>(
  scorer: Scorer,
): Scorer {
  const run = scorer.run.bind(scorer)
  scorer.run = async (input) => {
    const result = await run(input)
    result.preprocessPrompt ??= promptsOf(result.preprocessStepResult)
    result.analyzePrompt ??= promptsOf(result.analyzeStepResult)
    return result
  }
  return scorer
}
