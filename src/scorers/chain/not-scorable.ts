import { countTurns, isReadableOutput, mayLackToolCalls } from '../../transcript/index.ts'

/** Why a run has no question to score its answer against, as the reason of "not scorable". */
export function whyNoQuestion(run: { readonly input?: unknown; readonly output: unknown }): string {
  const turns = countTurns(run.input, run.output)
  if (turns < 2) return 'there is no question'
  return `the run holds the answers of ${turns} turns but only the first question; in runEvals, put the scorer under turns[].scorers`
}

/** The reason where an output is not an empty answer but no answer that can be read. */
export const unreadableOutput =
  'the output has no form that an answer can be read from: give a text, a message or a list of messages'

/** Why nobody knows which tools a run called; undefined where its output tells. */
export function whyCallsAreUnknown(output: unknown): string | undefined {
  if (!isReadableOutput(output)) return unreadableOutput
  return mayLackToolCalls(output)
    ? "this output of a stored trace does not tell the tool calls: give the scorer's run() what readTrace(trace) returns"
    : undefined
}
