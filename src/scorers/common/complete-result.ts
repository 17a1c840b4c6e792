import type { Evidence } from '../../judge/contract.ts'
import { whyStopped } from '../../transcript/stopped-run.ts'
import { addScorer } from './measure.ts'
import { type Layer, notScored, type RunInput } from './run-layers.ts'

/** Studio shows scores as stored; only evaluations compare theirs with limits, and need all digits. */
const digitsOfLiveScores = 4

/** Returns the prompts of a step: a step that asked a judge keeps the evidence as its `judge`. */
function readPrompts(step: unknown): string | undefined {
  const { judge } = (step ?? {}) as { judge?: Evidence }
  return judge?.prompts.length ? judge.prompts.join('\n\n* * *\n\n') : undefined
}

/** In JavaScript a caller can leave out the output, which a scorer would take for an empty answer. */
const noOutput =
  "the run has no output: pass the answer to run() as output: a text, a message or a list of messages, or '' for an empty answer"

const whyNotRun = ({ input, output }: RunInput): string | undefined =>
  output === undefined || output === null ? noOutput : whyStopped(input)

/**
 * Completes results. Mastra knows only the prompts of its own prompt steps, and in `isTaskComplete` and goals it takes
 * a run that is not scorable for a score of 0 without a reason.
 */
export const result =
  (scorer: object): Layer =>
  (run) =>
  async (input, options) => {
    const whyNot = whyNotRun(input)
    const result = whyNot === undefined ? await run(input, options) : notScored(input, whyNot)
    result.preprocessPrompt ??= readPrompts(result.preprocessStepResult)
    result.analyzePrompt ??= readPrompts(result.analyzeStepResult)
    if (input.scoreSource === 'live' && typeof result.score === 'number')
      result.score = Number(result.score.toFixed(digitsOfLiveScores))
    if (result.notScorable?.reason) result.reason ??= `Not scorable: ${result.notScorable.reason}`
    return addScorer(result, scorer)
  }
