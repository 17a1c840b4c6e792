import { checkedMethods } from '../../judge/check-outcome.ts'
import type {
  ChoiceAnswer,
  ChoiceQuestion,
  DecisionRequest,
  Evidence,
  Extraction,
  ListsRequest,
} from '../../judge/contract.ts'
import { decide, type JudgeCall, withJudgeSpan, withVote } from '../../judge/decide.ts'
import { JudgeError } from '../../judge/errors.ts'
import { mergeEvidence } from '../../judge/evidence.ts'
import { allOrNone } from '../../shared/abort.ts'

/** The judge's choices, by the ids of all decisions. */
export class ChoicesById {
  readonly #answers: ReadonlyMap<string, ChoiceAnswer>

  constructor(answers: Iterable<readonly [string, ChoiceAnswer]>) {
    this.#answers = new Map(answers)
  }

  get all(): readonly ChoiceAnswer[] {
    return [...this.#answers.values()]
  }

  of(id: string): ChoiceAnswer {
    const answer = this.#answers.get(id)
    if (answer === undefined) throw new TypeError(`${id} was not asked`)
    return answer
  }
}

/**
 * Makes several decisions of one task in parallel.
 *
 * @param decisionsRequest The decisions; each may ask several different questions.
 * @throws JudgeError, the first of any decision; the others are cancelled, because they would only cost.
 */
export async function decideAll(
  asked: JudgeCall & {
    /** At least one. */
    readonly requests: readonly DecisionRequest<{ readonly [id: string]: ChoiceQuestion }>[]
  },
): Promise<{ answers: ChoicesById; evidence: Evidence }> {
  const { judge, requests, signal, tracing = {} } = asked
  const decisions = await allOrNone(
    signal,
    requests.map((request) => (signal: AbortSignal) => decide(judge, { ...request, signal }, tracing)),
  )
  return {
    answers: new ChoicesById(decisions.flatMap(({ answers }) => Object.entries(answers))),
    evidence: mergeEvidence(decisions.map(({ evidence }) => evidence)),
  }
}

/** Returns lists that a judge makes, by id. Undefined if the judge cannot list. */
async function listsIfAble({ judge, tracing = {}, ...request }: JudgeCall & ListsRequest) {
  const { extract } = checkedMethods(judge)
  if (extract === undefined) return undefined
  return withJudgeSpan(tracing, judge, request.task, () => extract(withVote(request)))
}

/**
 * Returns lists that a judge makes, by id.
 *
 * @param unable The error for a judge that cannot list, with what its user may do: "it cannot … : use …".
 * @throws JudgeError if the judge cannot, or fails to.
 */
export async function requireLists(request: JudgeCall & ListsRequest, unable: string): Promise<Extraction> {
  const listed = await listsIfAble(request)
  if (listed !== undefined) return listed
  throw new JudgeError({ judge: request.judge.id, reason: 'configuration', message: unable })
}

/** Returns one list of texts that a judge makes. Undefined if the judge cannot list. */
export async function listTexts(request: JudgeCall & Pick<ListsRequest, 'task' | 'state'>) {
  const listed = await listsIfAble({ ...request, ids: ['list'] })
  return listed && { texts: listed.lists.list ?? [], evidence: listed.evidence }
}
