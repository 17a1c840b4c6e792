import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { formatNames, type ReportFormat } from '../report/report-formats.ts'
import { terminalText } from '../report/safe-text.ts'
import type { TerminalOptions } from '../report/terminal/options.ts'
import { toSentence } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import type { Plan } from './plan/plan.ts'
import { print, say } from './print.ts'
import { writeReport } from './report-files.ts'
import type { Surroundings } from './surroundings.ts'
import { readLooks } from './terminal/width-and-colours.ts'
import { writeText } from './write-file.ts'

/** The part of a plan that says how and where to show a result. */
export type ResultDisplay = Surroundings & Pick<Plan, 'files' | 'summary' | 'json' | 'details'>

/**
 * Prints a result as text or JSON, and writes the requested files. An output that fails is reported and does not stop
 * the others.
 *
 * @param code The exit code if everything is shown and written.
 * @param kept Other files that hold the result.
 * @returns The exit code: an error if an output is missing, unless a gate has failed.
 */
export async function showResult<Found>(
  report: {
    readonly [Name in Exclude<ReportFormat, 'json' | 'markdown'>]?: (found: Found) => string | Promise<string>
  } & {
    terminal(found: Found, options: TerminalOptions): string
    json(found: Found): string
    markdown(found: Found): string
  },
  found: Found,
  plan: ResultDisplay,
  code: number,
  kept: readonly string[] = [],
): Promise<number> {
  const { json, files, summary, details, stdout, stderr, folder } = plan
  let isWhole = true
  const attempt = async (what: string, work: () => unknown, file?: string) => {
    try {
      await work()
      return true
    } catch (error) {
      isWhole = false
      const kept = file !== undefined && existsSync(file) ? '; the earlier file is unchanged' : ''
      say(
        stderr,
        `verdict: ${what} was not written${kept}: ${isTooLong(error) ? tooLong : toSentence(error)}`,
      )
      return false
    }
  }
  await attempt('the result', () =>
    print(stdout, json ? report.json(found) : report.terminal(found, { ...readLooks(plan), details })),
  )
  plan.onResult?.(report.json(found))
  const written: string[] = []
  for (const format of formatNames) {
    const file = files[format]
    const render = report[format]
    if (file === undefined || render === undefined) continue
    const isWritten = await attempt(
      `the report ${relative(folder, file)}`,
      async () => writeReport(format, file, await render(found)),
      file,
    )
    if (isWritten) written.push(file)
  }
  if (summary !== undefined)
    await attempt('the summary', () => writeText(summary, `${report.markdown(found)}\n`, 'append'))
  written.push(...kept)
  if (!json && written.length > 0)
    print(stdout, `\nWritten: ${terminalText(written.map((file) => relative(folder, file)).join(', '))}`)
  return isWhole || ![exitCodes.passed, exitCodes.cannotTell].some((one) => one === code)
    ? code
    : exitCodes.error
}

const isTooLong = (error: unknown) =>
  error instanceof RangeError && /string length|string longer/i.test(error.message)
const tooLong = 'it would be longer than a text can be; the run file has all of it'
