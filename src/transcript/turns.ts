import { asList, asRecord, isRecord } from './record.ts'
import { outputMessagesOf } from './run.ts'

/**
 * How many turns of a conversation a run's output answers; 1 wherever input and output belong together.
 *
 * It is more than 1 for `runEvals` with `inputs`, and for its top-level scorers with `turns`: they get the
 * first input, bare, with the output of all turns, so that question and answers cannot be paired. A scorer
 * that needs the question cannot score such a run; scorers under `turns[].scorers` get one turn each.
 * It may also be more than 1 for a single turn that signals or completion checks broke into several messages:
 * nothing in a bare run tells the two apart, and a wrong pair would be a wrong score.
 */
export function countTurns(runInput: unknown, runOutput: unknown): number {
  if (isRecord(runInput) && Array.isArray(runInput.inputMessages)) return 1
  const output = asList(runOutput)
  const answers = outputMessagesOf(output).filter((message, index) => {
    // A run adds to one message as long as it goes on, and only `runEvals` puts a thread next to a bare input.
    return message.role === 'assistant' && typeof asRecord(output[index]).threadId === 'string'
  })
  return Math.max(1, answers.length)
}
