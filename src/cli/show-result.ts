import { relative } from 'node:path'
import { terminalText } from '../report/safe-text.ts'
import type { TerminalOptions } from '../report/terminal/options.ts'
import type { Plan } from './plan/plan.ts'
import { formats, writeReport } from './report-files.ts'
import { print, type Surroundings } from './surroundings.ts'
import { looksOf } from './terminal/looks.ts'
import { writeText } from './write-file.ts'

/** How something that was found is written in each format. */
interface Report<Found> {
  terminal(found: Found, options: TerminalOptions): string
  json(found: Found): string
  html(found: Found): string | Promise<string>
  markdown(found: Found): string
  junit?(found: Found): string
}

/** What of a plan says how something is shown, and where. */
export type Shown = Surroundings & Pick<Plan, 'files' | 'summary' | 'json' | 'details'>

/**
 * Prints what was found, as text or JSON, and writes the files that were asked for.
 *
 * @param kept Files that hold it besides.
 */
export async function showResult<Found>(
  report: Report<Found>,
  found: Found,
  plan: Shown,
  kept: readonly string[] = [],
): Promise<void> {
  const { json, files, summary, details, stdout, folder } = plan
  print(stdout, json ? report.json(found) : report.terminal(found, { ...looksOf(plan), details }))
  plan.onResult?.(report.json(found))
  // After that: where a file cannot be written, what was paid for has been shown.
  const written: string[] = []
  for (const format of formats) {
    const file = files[format]
    const text = file && (await report[format]?.(found))
    if (file === undefined || text === undefined) continue
    await writeReport(format, file, text)
    written.push(file)
  }
  if (summary !== undefined) await writeText(summary, `${report.markdown(found)}\n`, 'append')
  written.push(...kept)
  if (!json && written.length > 0)
    print(stdout, `\nWritten: ${terminalText(written.map((file) => relative(folder, file)).join(', '))}`)
}
