import { JudgeAbstainedError, JudgeError } from '../../errors.ts'
import { said } from '../ask-member.ts'

export interface Failure {
  /** The member's id. */
  readonly judge: string
  readonly error: unknown
}

/**
 * The error of a panel in which too few members are left. Where each of them knew that it could not judge the
 * material, the panel abstains, too.
 */
export function noQuorum(
  panel: string,
  failures: readonly Failure[],
  voters: number,
  quorum: number,
  ids: readonly string[],
): JudgeError {
  const abstained = failures.flatMap(({ error }) =>
    error instanceof JudgeAbstainedError ? [error.because] : [],
  )
  if (abstained.length === failures.length)
    return new JudgeAbstainedError(panel, [...new Set(abstained)].join('; '))
  const causes = failures.map(({ error }) => error).filter((error) => !(error instanceof JudgeAbstainedError))
  const errors = causes.filter((error) => error instanceof JudgeError)
  const what = failures.map(({ judge, error }) => `${judge}: ${said(error)}`).join('; ')
  return new JudgeError({
    judge: panel,
    reason: errors[0]?.reason ?? 'unanswered',
    ids,
    attempts: errors.reduce((total, { attempts }) => total + attempts, 0),
    message: `${failures.length} of its ${voters} votes failed, and ${quorum} are needed. ${what}`,
    cause: causes[0],
  })
}
