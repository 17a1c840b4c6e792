import type { NotScorable } from '@mastra/core/evals'
import { isNotScorable, notScorable } from '../../shared/core-evals.ts'
import { isObject } from '../../shared/is-object.ts'
import { readAnswer, readQuestion } from '../../transcript/index.ts'
import { readInputMessages } from '../../transcript/messages-of-run.ts'
import { type AnyRun, requireAnswer } from './answer.ts'
import { asText } from './json-text.ts'
import { whySeveralQuestions } from './later-turns.ts'

/** Returns whether it is a message, or a record with only a text. Other records say more than their text. */
function isMessage(value: unknown): boolean {
  if (!isObject(value)) return false
  const [only, ...others] = Object.keys(value)
  return typeof value.role === 'string' || (others.length === 0 && (only === 'text' || only === 'content'))
}

function read(groundTruth: unknown): string {
  if (Array.isArray(groundTruth)) {
    const isConversation = groundTruth.length > 0 && groundTruth.every(isMessage)
    const said = isConversation ? readAnswer(groundTruth) : ''
    return said === '' ? groundTruth.map(asText).join('\n') : said
  }
  const said = isMessage(groundTruth) ? readAnswer(groundTruth) : ''
  return said === '' ? asText(groundTruth) : said
}

/**
 * Returns the ground truth of a run as text: a text or a message as it is, a list line by line, anything else as JSON.
 *
 * @throws TypeError if it cannot be read, for example a function.
 */
export function readGroundTruth({ groundTruth }: { readonly groundTruth?: unknown }): string | undefined {
  if (groundTruth === undefined || groundTruth === null) return undefined
  if (typeof groundTruth === 'function' || typeof groundTruth === 'symbol')
    throw new TypeError(`the groundTruth of a run must be data, not a ${typeof groundTruth}`)
  return read(groundTruth).trim() || undefined
}

/** Returns the ground truth of a run, undefined if it has none; not scorable if it is blank. */
export function readReference(run: AnyRun): string | undefined | NotScorable {
  const isGiven = run.groundTruth !== undefined && run.groundTruth !== null
  return readGroundTruth(run) ?? (isGiven ? notScorable('the ground truth is blank') : undefined)
}

export interface ComparedTexts {
  /** The ground truth; the last user turn if the run has none. May be empty. */
  readonly reference: string
  readonly referenceIs: 'ground truth' | 'input'
  /** Empty if the agent said nothing. */
  readonly answer: string
}

const noReference = 'there is no ground truth, and the input has no text'

/** Returns the answer of a run and its reference; not scorable if one of them cannot be read. */
export function readCompared(run: AnyRun): ComparedTexts | NotScorable {
  const answer = requireAnswer(run.output)
  if (isNotScorable(answer)) return answer
  const groundTruth = readReference(run)
  if (isNotScorable(groundTruth)) return groundTruth
  if (groundTruth !== undefined) return { reference: groundTruth, referenceIs: 'ground truth', answer }
  const several = whySeveralQuestions(run)
  if (several !== undefined) return notScorable(several)
  const question = readQuestion(run.input, run.output) ?? emptyText(run.input)
  return question === undefined
    ? notScorable(noReference)
    : { reference: question, referenceIs: 'input', answer }
}

export const explainEmpty = (reference: ComparedTexts['referenceIs'], isEmptyAnswer: boolean) => ({
  count: `the ${reference} is empty and the answer ${isEmptyAnswer ? 'is empty, too' : 'is not'}`,
})

/** Returns '' if the user sent an empty text; undefined for an input of another form, or a picture alone. */
function emptyText(input: unknown): '' | undefined {
  if (input === undefined || input === null) return undefined
  const saidNothing = readInputMessages(input).some(
    ({ role, parts }) => role === 'user' && parts.some(({ type }) => type === 'text'),
  )
  return saidNothing ? '' : undefined
}
