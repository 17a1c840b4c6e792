import { type NotScorable, notScorable } from '@mastra/core/evals'
import { countTurns, readAnswer, readQuestion } from '../../transcript/index.ts'
import { isReadableOutput } from '../../transcript/readable.ts'
import { inputMessagesOf } from '../../transcript/run.ts'
import { type AnyRun, unreadableOutput, whyNoQuestion } from './answer.ts'
import { readGroundTruth } from './ground-truth.ts'

/** What a code scorer compares. */
export interface Compared {
  /** The ground truth; the last user turn where the run has none. May be empty. */
  readonly reference: string
  readonly referenceIs: 'ground truth' | 'input'
  /** Empty where the agent said nothing. */
  readonly answer: string
}

export const noReference = 'there is neither a ground truth nor an input that has text'

/** The answer of a run and what it is compared with; not scorable where one of them cannot be read. */
export function readCompared(run: AnyRun): Compared | NotScorable {
  if (!isReadableOutput(run.output)) return notScorable(unreadableOutput)
  const answer = readAnswer(run.output)
  const groundTruth = readGroundTruth(run)
  if (groundTruth !== undefined) return { reference: groundTruth, referenceIs: 'ground truth', answer }
  if (countTurns(run.input, run.output) > 1) return notScorable(whyNoQuestion(run))
  const question = readQuestion(run.input, run.output) ?? emptyText(run.input)
  return question === undefined
    ? notScorable(noReference)
    : { reference: question, referenceIs: 'input', answer }
}

/** An empty text is a text; an input of another form, or a picture alone, is none. */
function emptyText(input: unknown): '' | undefined {
  if (input === undefined || input === null) return undefined
  const saidNothing = inputMessagesOf(input).some(
    ({ role, parts }) => role === 'user' && parts.some(({ type }) => type === 'text'),
  )
  return saidNothing ? '' : undefined
}
