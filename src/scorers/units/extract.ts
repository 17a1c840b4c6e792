import { checkedMethods } from '../../judge/check-outcome.ts'
import type { Evidence, JsonObject, Task } from '../../judge/contract.ts'
import { type JudgeCall, withJudgeSpan, withVote } from '../../judge/decide.ts'
import { JudgeError } from '../../judge/errors.ts'

interface ExtractionRequest extends JudgeCall {
  readonly task: Task
  readonly state: JsonObject
}

/** Texts that a judge lists. Undefined where it is one that cannot list. */
export async function listTexts({
  judge,
  task,
  state,
  signal,
  tracing = {},
}: ExtractionRequest): Promise<{ units: readonly string[]; evidence: Evidence } | undefined> {
  const { extract } = checkedMethods(judge)
  if (extract === undefined) return undefined
  return withJudgeSpan(tracing, judge, task, () => extract(withVote({ task, state, signal })))
}

/**
 * Texts that a judge lists.
 *
 * @param unable What a judge that cannot list is told, and what its user may do: "it cannot … : use …".
 * @throws JudgeError where the judge cannot, or fails to.
 */
export async function extractTexts(request: ExtractionRequest, unable: string) {
  const listed = await listTexts(request)
  if (listed !== undefined) return listed
  throw new JudgeError({ judge: request.judge.id, reason: 'configuration', message: unable })
}
