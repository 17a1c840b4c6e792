import { formatBeside } from '../evaluation/gates/format.ts'
import { shorten, terminalText } from '../report/safe-text.ts'
import type { Finding } from './outcome.ts'
import { type ReceivedResult, toLimit } from './received.ts'
import type { Side } from './score-limit.ts'

const longestReason = 1000

/**
 * One score against a limit; at the limit it passes. A result that is not scorable, or whose score is not a finite
 * number, cannot be told.
 *
 * @throws TypeError for a limit that is not a number.
 */
export function findResultScore(
  side: Side,
  matcher: string,
  { score, reason, notScorable }: ReceivedResult,
  limit: unknown,
): Finding {
  const number = toLimit(matcher, limit)
  if (notScorable)
    return cannotTell(`Not scorable: ${oneLine(notScorable.reason ?? 'the scorer gives no reason')}`)
  if (typeof score !== 'number' || !Number.isFinite(score))
    return cannotTell(`The score is ${String(score)}.`)
  const where = score < number ? 'below' : score > number ? 'above' : 'at'
  return {
    result: (side === 'at least' ? score >= number : score <= number) ? 'passed' : 'failed',
    describe: () => [
      `The score is ${formatBeside(score, number)}, ${where} the limit of ${number}.`,
      ...(typeof reason === 'string' ? [oneLine(reason)] : []),
    ],
  }
}

const oneLine = (text: string) => shorten(terminalText(text), longestReason)

const cannotTell = (line: string): Finding => ({ result: 'cannot tell', describe: () => [line] })
