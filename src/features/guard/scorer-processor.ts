import type { Mastra } from '@mastra/core/mastra'
import type { Processor } from '@mastra/core/processors'
import type { AnyScorer } from '../../run/scorer-entry.ts'
import { AnswerGuard } from './answer-guard.ts'
import { readProcessorOptions, type ScorerProcessorOptions } from './processor-options.ts'

/**
 * Creates an output processor that holds back each answer of an agent until it is scored. Text next to tool calls is
 * scored if the run ends with it. The agent needs `maxProcessorRetries` of at least `retries`: otherwise Mastra stops
 * instead of retrying.
 *
 * @param scorer Any Mastra scorer, of this package or not. Its live runs in this process reuse the judge's answers.
 * @throws TypeError for an option that is missing or wrong, and for a limit that no score crosses.
 */
export function scorerProcessor(
  scorer: AnyScorer,
  options: ScorerProcessorOptions,
): Processor &
  Required<Pick<Processor, 'processOutputStream' | 'processOutputStep' | 'processOutputResult'>> {
  const guard = new AnswerGuard(scorer, readProcessorOptions(scorer, options))
  return {
    id: guard.id,
    name: `${scorer.name ?? scorer.id} before the answer`,
    processOutputStream: (args) => guard.holdBack(args),
    processOutputStep: (args) => guard.endStep(args),
    processOutputResult: (args) => guard.endRun(args),
    __registerMastra(registered: Mastra) {
      guard.failures.mastra = registered
    },
  }
}
