import { allOrNone } from '../../shared/abort.ts'
import { hasReasoning } from '../../shared/reasoning.ts'
import { excerpt } from '../call/failure.ts'
import { idsWithoutList } from '../check-outcome.ts'
import type {
  Answer,
  ChoiceAnswer,
  Decision,
  DecisionRequest,
  Extraction,
  ListsRequest,
  Questions,
} from '../contract.ts'
import { JudgeError, type JudgeErrorReason } from '../errors.ts'
import type { ModelReply } from './callable-model.ts'
import { answersSchema, decisionPrompt, listsPrompt, listsSchema } from './prompt.ts'
import { readAnswers } from './read-answers.ts'
import { findJson, readLists } from './read-json.ts'
import type { Session } from './session.ts'

/**
 * Asks until every question has one answer from its list: asks again for missing answers, and asks in halves if the
 * reply was cut off.
 *
 * @param repairs How often to ask again about questions without a usable answer.
 */
export async function answerQuestions<Q extends Questions>(
  session: Session,
  request: DecisionRequest<Q>,
  repairs: number,
): Promise<Decision<Q>['answers']> {
  const answers = new Map<string, Answer>()

  async function ask(
    ids: readonly string[],
    repairsLeft: number,
    signal = request.signal,
    firstDoubt?: string,
  ): Promise<void> {
    const questions: Questions = Object.fromEntries(
      Object.entries(request.questions).filter(([id]) => ids.includes(id)),
    )
    const prompt = decisionPrompt({ ...request, questions }, repairsLeft < repairs)
    const reply = await session.ask(prompt, answersSchema(questions), ids, signal)
    checkFinished(session, reply, ids, ids.length > 1)
    if (isCutOff(reply)) {
      const middle = Math.ceil(ids.length / 2)
      session.warn('a reply was cut off: asked again in smaller batches')
      const halves = [ids.slice(0, middle), ids.slice(middle)]
      await allOrNone(
        signal,
        halves.map((half) => (halfSignal) => ask(half, repairsLeft, halfSignal, firstDoubt)),
      )
      return
    }
    const material = JSON.stringify(request.state)
    const read = readAnswers(reply.text, questions, material, request.shareRequired ?? false)
    for (const [id, answer] of Object.entries(read.answers)) answers.set(id, answer)
    // Questions that were asked again only for their share have an answer.
    const missing = ids.filter((id) => !answers.has(id))
    if (missing.length > 0 && repairsLeft === 0)
      throw unanswered(
        session,
        reply,
        read.unanswered.filter((id) => missing.includes(id)),
        read,
        firstDoubt,
      )
    session.warn(...read.warnings)
    const without = request.shareRequired === undefined ? withoutShare(questions, ids, answers) : []
    if (missing.length + without.length === 0) return
    if (repairsLeft > 0)
      return ask([...missing, ...without], repairsLeft - 1, signal, firstDoubt ?? read.doubt)
    session.warn(`no usable share for ${without.join(', ')}, so verdicts count`)
    for (const id of without) answers.set(id, { ...(answers.get(id) as ChoiceAnswer), shareIsLost: true })
  }

  const ids = Object.keys(request.questions)
  if (ids.length > 0) await ask(ids, repairs)
  return Object.fromEntries(answers) as Decision<Q>['answers']
}

/** Returns the ids whose question asks for a share that bears on the answer, and whose answer has none. */
const withoutShare = (questions: Questions, ids: readonly string[], answers: ReadonlyMap<string, Answer>) =>
  ids.filter((id) => {
    const question = questions[id]
    const answer = answers.get(id)
    if (question?.type !== 'choice' || question.share === undefined) return false
    if (answer?.type !== 'choice' || answer.share !== undefined) return false
    return question.line === undefined || answer.choice in question.line
  })

/**
 * Asks for lists of texts, and once more for each repair if a list is missing, unrequested or malformed.
 *
 * @throws JudgeError of reason 'cut-off' if the lists did not fit: ask for fewer at once.
 */
export async function extractLists(
  session: Session,
  request: ListsRequest,
  repairs: number,
): Promise<Extraction['lists']> {
  const { ids } = request
  for (let repairsLeft = repairs; ; repairsLeft -= 1) {
    const prompt = listsPrompt(request, repairsLeft < repairs)
    const reply = await session.ask(prompt, listsSchema(ids), ids)
    checkFinished(session, reply, ids, false)
    const lists = readLists(reply.text)
    const wrong = lists === undefined ? [...ids] : idsWithoutList(lists, request)
    if (lists !== undefined && wrong.length === 0) return lists
    if (repairsLeft === 0) {
      const reason = isEmpty(reply) ? 'empty' : lists === undefined ? 'unreadable' : 'unanswered'
      const message = `it gave no usable list for ${wrong.join(', ')}${advice(reply)}, after ${session.calls()} calls. ${remedy(reply)}${quote(reply)}`
      throw replyError(session, reply, reason, wrong, message)
    }
    session.warn(`no usable list for ${wrong.join(', ')}: all asked again`)
  }
}

/** @throws JudgeError if the provider refused, or cut the reply off although there was nothing to split. */
export function checkFinished(
  session: Session,
  reply: ModelReply,
  ids: readonly string[],
  canSplit: boolean,
): void {
  if (reply.finishReason === 'content-filter') {
    const message = `it refused, or a content filter stopped it. ${quote(reply)}`
    throw replyError(session, reply, 'refused', ids, message)
  }
  if (isCutOff(reply) && !canSplit) {
    const what = 'its reply was cut off at the output token limit; raise maxOutputTokens'
    throw replyError(session, reply, 'cut-off', ids, `${what}. ${quote(reply)}`)
  }
}

/** Complete JSON is a reply: the limit can fall right after it. */
const isCutOff = ({ finishReason, text }: ModelReply) =>
  finishReason === 'length' && findJson(text) === undefined

function unanswered(
  session: Session,
  reply: ModelReply,
  ids: readonly string[],
  read: ReturnType<typeof readAnswers>,
  firstDoubt: string | undefined,
): JudgeError {
  const list = ids.join(', ')
  const doubts = [...new Set([firstDoubt, read.doubt])].filter((doubt) => doubt !== undefined)
  const why = doubts.length === 0 ? '' : ` (it ${doubts.join('; asked again, it ')})`
  const [reason, what]: [JudgeErrorReason, string] = isEmpty(reply)
    ? ['empty', `it returned an empty message for ${list}${advice(reply)}`]
    : read.readable
      ? ['unanswered', `no usable answer for ${list}${why}`]
      : ['unreadable', `its reply about ${list} was not just one JSON object${advice(reply)}`]
  const message = `${what}, after ${session.calls()} calls. ${remedy(reply)}${quote(reply)}`
  return replyError(session, reply, reason, ids, message)
}

function replyError(
  session: Session,
  reply: ModelReply,
  reason: JudgeErrorReason,
  ids: readonly string[],
  message: string,
): JudgeError {
  const received = excerpt(reply.text)
  return new JudgeError({ judge: session.judge, reason, ids, attempts: session.calls(), received, message })
}

/** Returns the remedy for a model that does not always keep to the form. */
const remedy = (reply: ModelReply) =>
  advice(reply) === ''
    ? 'If this happens often, raise `repairs` of the language judge, or use a model that follows a JSON schema. '
    : ''

/** Returns advice for a model whose reasoning is in its reply, or that wrote nothing but reasoning. */
const advice = ({ text, isOnlyThought }: ModelReply) =>
  isOnlyThought
    ? '; what it wrote is in its reasoning, which may hold a draft of a verdict and is never scored: turn off the thinking of the model, or the reasoning parser of its server'
    : hasReasoning(text)
      ? '; its reply contains its reasoning: wrap the model with wrapLanguageModel and extractReasoningMiddleware from the package ai, with startWithReasoning if the reasoning has no opening tag'
      : ''
const isEmpty = ({ text }: ModelReply) => text.trim() === ''
const quote = ({ text }: ModelReply) => `It said: ${excerpt(text) || '(nothing)'}`
