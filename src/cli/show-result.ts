import { resolve } from 'node:path'
import type { ReportFiles } from '../config/index.ts'
import { terminalText } from '../report/safe-text.ts'
import type { PageFlags } from './options/outputs.ts'
import { writeReport } from './report-files.ts'
import { print, type Surroundings } from './surroundings.ts'

/** How something that was found is written in each format. */
export interface Writers {
  readonly terminal: () => string
  readonly json: () => string
  readonly html: () => string | Promise<string>
  readonly markdown: () => string
}

/** The files that flags ask for, with whole paths. */
export const filesOf = ({ html, markdown }: PageFlags, folder: string): ReportFiles => ({
  html: html && resolve(folder, html),
  markdown: markdown && resolve(folder, markdown),
})

/** Prints what was found, as text or JSON, and writes the files that were asked for. */
export async function showResult(
  writers: Writers,
  flags: PageFlags,
  { stdout, folder }: Surroundings,
): Promise<void> {
  print(stdout, flags.json ? writers.json() : writers.terminal())
  // After that: where a file cannot be written, what was paid for has been shown.
  const files = filesOf(flags, folder)
  for (const kind of ['html', 'markdown'] as const) {
    const file = files[kind]
    if (file === undefined) continue
    await writeReport(kind, file, await writers[kind]())
    if (!flags.json) print(stdout, `\nWritten: ${terminalText(flags[kind] ?? '')}`)
  }
}
