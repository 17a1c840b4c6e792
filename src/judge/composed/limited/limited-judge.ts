import { orAborted } from '../../../shared/abort.ts'
import type { Evidence, Judge, TextRequest } from '../../contract.ts'
import { JudgeError } from '../../errors.ts'
import { withWarnings } from '../with-warnings.ts'
import { wrapJudge } from '../wrap-judge.ts'
import { reserve } from './budget.ts'
import { type LimitedJudgeOptions, readLimits } from './limit-options.ts'
import { expectedSpending, realSpending } from './spending.ts'

/**
 * A judge with a budget for a window of time. Past it, it abstains with "budget: …", so that scorers end in not
 * scorable. Its id, weighting and settings are those of the other judge.
 *
 * What a request is expected to take is reserved before the judge is asked, and put right by the evidence afterwards;
 * what is reserved and what it can miss: docs/judges/limited.md.
 *
 * @throws TypeError for an option out of range. Its methods reject as those of the other judge do, and with a
 *   `JudgeError` of reason 'unreachable' where the store fails before the judge is asked.
 */
export function limitedJudge(judge: Judge, options: LimitedJudgeOptions): Judge {
  const { price, ...budget } = readLimits(judge, options)

  async function limit<Request extends TextRequest, Outcome extends { readonly evidence: Evidence }>(
    request: Request,
    ask: (request: Request) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { signal } = request
    signal?.throwIfAborted()
    const reservation = await orAborted(reserve(expectedSpending(request, price), budget), signal)
    try {
      const outcome = await orAborted(ask(request), signal)
      const warning = await orAborted(reservation.settle(realSpending(outcome.evidence, price)), signal)
      return withWarnings(outcome, [warning])
    } catch (error) {
      if (error instanceof JudgeError && !signal?.aborted) {
        const unasked = error.reason === 'abstained' || error.reason === 'configuration'
        await reservation.settle(
          unasked ? { calls: 0, tokens: 0, money: 0 } : { calls: Math.max(1, error.attempts) },
        )
      }
      throw error
    }
  }

  return wrapJudge(judge, {
    decide: (request) => limit(request, (asked) => judge.decide(asked)),
    extract: limit,
    write: limit,
  })
}
