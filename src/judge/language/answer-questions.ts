import { allOrNone } from '../call/all-or-none.ts'
import { excerpt } from '../call/failure.ts'
import type { Answer, Decision, DecisionRequest, JudgeTool, Questions } from '../contract.ts'
import { JudgeError, type JudgeErrorReason } from '../errors.ts'
import { answersSchema } from './answer-schema.ts'
import type { ModelReply } from './callable-model.ts'
import { decisionPrompt } from './prompt.ts'
import { type ReadAnswers, readAnswers } from './read-answers.ts'
import type { Session } from './session.ts'
import { askWithTools } from './use-tools.ts'

function failed(
  session: Session,
  reply: ModelReply,
  { readable, doubt, unanswered }: ReadAnswers,
): JudgeError {
  const list = unanswered.join(', ')
  let reason: JudgeErrorReason = 'unanswered'
  let what = `no usable answer for ${list}${doubt === undefined ? '' : ` (it ${doubt})`}`
  if (reply.text.trim() === '') {
    reason = 'empty'
    what = `it returned an empty message for ${list}`
  } else if (!readable) {
    reason = 'unreadable'
    what = `its reply about ${list} was not one JSON object and nothing else`
  }
  const attempts = session.calls()
  return new JudgeError({
    judge: session.judge,
    reason,
    ids: unanswered,
    attempts,
    received: excerpt(reply.text),
    message: `${what}, after ${attempts} calls. It said: ${excerpt(reply.text) || '(nothing)'}`,
  })
}

/** @throws JudgeError where the provider refused, or cut the reply off although there was nothing to split. */
export function checkFinished(
  session: Session,
  reply: ModelReply,
  ids: readonly string[],
  canSplit: boolean,
): void {
  const refused = reply.finishReason === 'content-filter'
  if (!refused && (reply.finishReason !== 'length' || canSplit)) return
  throw new JudgeError({
    judge: session.judge,
    reason: refused ? 'refused' : 'cut-off',
    ids,
    attempts: session.calls(),
    received: excerpt(reply.text),
    message: refused
      ? `it refused, or a content filter stopped it. It said: ${excerpt(reply.text) || '(nothing)'}`
      : `its reply was cut off at the limit of output tokens; raise maxOutputTokens. It said: ${excerpt(reply.text)}`,
  })
}

/** All that the model was shown, as text. */
const materialOf = (session: Session, { state }: DecisionRequest) =>
  JSON.stringify([state, session.evidence().toolCalls ?? []])

/**
 * Asks until every question has one answer from its list: what has none is asked again, what was cut off is
 * asked in halves.
 *
 * @param repairs How often the questions without a usable answer are asked again.
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
    // Not passed on below: what has to be asked again is asked as plainly as possible.
    tools: readonly JudgeTool[] = [],
  ): Promise<void> {
    const questions: Questions = Object.fromEntries(
      Object.entries(request.questions).filter(([id]) => ids.includes(id)),
    )
    const again = repairsLeft < repairs
    const prompt = decisionPrompt({ ...request, questions }, again)
    const reply = await askWithTools(session, {
      prompt,
      schema: answersSchema(questions),
      ids,
      tools,
      signal,
    })
    checkFinished(session, reply, ids, ids.length > 1)
    if (reply.finishReason === 'length') {
      const middle = Math.ceil(ids.length / 2)
      session.warn('a reply was cut off: asked again in smaller batches')
      const halves = [ids.slice(0, middle), ids.slice(middle)]
      await allOrNone(
        signal,
        halves.map((half) => (halfSignal) => ask(half, repairsLeft, halfSignal)),
      )
      return
    }
    const read = readAnswers(
      reply.text,
      questions,
      materialOf(session, request),
      request.shareRequired ?? false,
    )
    for (const [id, answer] of Object.entries(read.answers)) answers.set(id, answer)
    const missing = ids.filter((id) => !Object.hasOwn(read.answers, id))
    if (missing.length > 0 && repairsLeft === 0) throw failed(session, reply, read)
    session.warn(...read.warnings)
    if (missing.length > 0) await ask(missing, repairsLeft - 1, signal)
  }

  const ids = Object.keys(request.questions)
  if (ids.length > 0) await ask(ids, repairs, request.signal, request.tools)
  return Object.fromEntries(answers) as Decision<Q>['answers']
}
