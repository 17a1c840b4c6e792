import { relative } from 'node:path'
import { terminalText } from '../report/safe-text.ts'
import type { TerminalOptions } from '../report/terminal/options.ts'
import type { Plan } from './plan/plan.ts'
import { writeReport } from './report-files.ts'
import { print } from './surroundings.ts'
import { looksOf } from './terminal/looks.ts'

/** How something that was found is written in each format. */
export interface Report<Found> {
  terminal(found: Found, options: TerminalOptions): string
  json(found: Found): string
  html(found: Found): string | Promise<string>
  markdown(found: Found): string
}

/** Prints what was found, as text or JSON, and writes the files that were asked for. */
export async function showResult<Found>(report: Report<Found>, found: Found, plan: Plan): Promise<void> {
  const { json, files, stdout, folder } = plan
  print(stdout, json ? report.json(found) : report.terminal(found, looksOf(plan)))
  // After that: where a file cannot be written, what was paid for has been shown.
  for (const kind of ['html', 'markdown'] as const) {
    const file = files[kind]
    if (file === undefined) continue
    await writeReport(kind, file, await report[kind](found))
    if (!json) print(stdout, `\nWritten: ${terminalText(relative(folder, file))}`)
  }
}
