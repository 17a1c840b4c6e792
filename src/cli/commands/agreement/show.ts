import { resolve } from 'node:path'
import type { AgreementResult } from '../../../people/agreement/index.ts'
import { htmlAgreementReport, jsonAgreementReport, terminalAgreementReport } from '../../../report/index.ts'
import { terminalText } from '../../../report/safe-text.ts'
import { exitCodes } from '../../ending.ts'
import { writeReport } from '../../report-files.ts'
import { print, type Surroundings } from '../../surroundings.ts'
import { looksOf } from '../../terminal/looks.ts'

/** Where agreement with people is shown. */
export interface ShownAs {
  readonly html?: string
  readonly json?: boolean
}

export async function showAgreement(
  result: AgreementResult,
  { json, html }: ShownAs,
  surroundings: Surroundings,
): Promise<void> {
  const { stdout, folder } = surroundings
  print(stdout, json ? jsonAgreementReport(result) : terminalAgreementReport(result, looksOf(surroundings)))
  // After that: where the page cannot be written, what was paid for has been shown.
  if (html !== undefined) await writeReport('html', resolve(folder, html), await htmlAgreementReport(result))
  if (html !== undefined && !json) print(stdout, `\nWritten: ${terminalText(html)}`)
}

export function codeOfAgreement({ end, counts }: AgreementResult): number {
  if (end.status === 'cancelled') return exitCodes.interrupted
  if (end.status !== 'complete') return exitCodes.cannotTell
  return counts.scored === 0 || counts.failed > 0 ? exitCodes.failed : exitCodes.passed
}
