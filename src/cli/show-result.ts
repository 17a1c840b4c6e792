import { relative } from 'node:path'
import { terminalText } from '../report/safe-text.ts'
import type { Plan } from './plan/plan.ts'
import { writeReport } from './report-files.ts'
import { print } from './surroundings.ts'

/** How something that was found is written in each format. */
export interface Writers {
  readonly terminal: () => string
  readonly json: () => string
  readonly html: () => string | Promise<string>
  readonly markdown: () => string
}

/** Prints what was found, as text or JSON, and writes the files that were asked for. */
export async function showResult(writers: Writers, { json, files, stdout, folder }: Plan): Promise<void> {
  print(stdout, json ? writers.json() : writers.terminal())
  // After that: where a file cannot be written, what was paid for has been shown.
  for (const kind of ['html', 'markdown'] as const) {
    const file = files[kind]
    if (file === undefined) continue
    await writeReport(kind, file, await writers[kind]())
    if (!json) print(stdout, `\nWritten: ${terminalText(relative(folder, file))}`)
  }
}
