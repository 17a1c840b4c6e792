import type { AgreementResult } from '../../../people/agreement/index.ts'
import { agreementReport } from '../../../report/index.ts'
import { exitCodes } from '../../ending.ts'
import type { Plan } from '../../plan/plan.ts'
import { showResult } from '../../show-result.ts'

export const showAgreement = (result: AgreementResult, plan: Plan): Promise<void> =>
  showResult(agreementReport, result, plan)

export function codeOfAgreement({ end, counts }: AgreementResult): number {
  if (end.status === 'cancelled') return exitCodes.interrupted
  if (end.status !== 'complete') return exitCodes.cannotTell
  return counts.scored === 0 || counts.failed > 0 ? exitCodes.failed : exitCodes.passed
}
