import { type NotScorable, notScorable } from '@mastra/core/evals'
import { isReadableOutput, readAnswer } from '../../transcript/index.ts'
import { unreadableOutput } from '../chain/not-scorable.ts'

/** The answer of a run as text, empty where it says nothing; not scorable where nobody can tell what it says. */
export function answerOf(output: unknown): string | NotScorable {
  const answer = readAnswer(output)
  return answer === '' && !isReadableOutput(output) ? notScorable(unreadableOutput) : answer
}
