import type { AgreementResult } from '../../agreement/index.ts'
import { terminalJson } from '../safe-text.ts'

/** The agreement with people as JSON on several lines, in the shape of {@link AgreementResult}, which stays within its version. */
export const jsonAgreementReport = (result: AgreementResult): string => terminalJson(result)
