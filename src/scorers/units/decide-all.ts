import type { ChoiceAnswer, ChoiceQuestion, DecisionRequest, Evidence } from '../../judge/contract.ts'
import { decide, type JudgeCall } from '../../judge/decide.ts'
import { mergeEvidence } from '../../judge/evidence.ts'
import { allOrNone } from '../../shared/abort.ts'

type ChoiceRequest = DecisionRequest<{ readonly [id: string]: ChoiceQuestion }>

/** Several decisions of one task in parallel; each may ask several different questions. */
export interface DecisionsRequest extends JudgeCall {
  /** At least one. */
  readonly requests: readonly ChoiceRequest[]
}

/** What a judge chose, by the ids of all decisions. */
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

/** @throws JudgeError, the first of any decision; the others are cancelled, for they would only cost. */
export async function decideAll({
  judge,
  requests,
  signal,
  tracing = {},
}: DecisionsRequest): Promise<{ answers: ChoicesById; evidence: Evidence }> {
  const decisions = await allOrNone(
    signal,
    requests.map((request) => (signal: AbortSignal) => decide(judge, { ...request, signal }, tracing)),
  )
  return {
    answers: new ChoicesById(decisions.flatMap(({ answers }) => Object.entries(answers))),
    evidence: mergeEvidence(decisions.map(({ evidence }) => evidence)),
  }
}

export { batchesOf } from '../../judge/decide-in-batches.ts'
