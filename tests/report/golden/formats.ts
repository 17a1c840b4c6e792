import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { checkAndReport } from '../../../src/cli/check-and-report.ts'
import { formatNames, type ReportFormat } from '../../../src/report/report-formats.ts'
import type { GoldenReport } from './runs.ts'

class Screen extends Writable {
  readonly isTTY = true
  readonly columns: number
  text = ''
  constructor(columns: number) {
    super()
    this.columns = columns
  }
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

/** Everything that a command prints and writes of these runs. */
export async function formatsOf({
  runs,
  by = [],
  passAt,
  acrossJudges = false,
  details = false,
}: GoldenReport) {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-golden-'))
  const outputs = { json: false, details, acrossJudges, by, passAt, isByGiven: true, isByPeople: false }
  const files = Object.fromEntries(formatNames.map((name) => [name, join(folder, name)]))
  const shown = async (columns: number, written: Record<string, string>) => {
    const stdout = new Screen(columns)
    const surroundings = {
      ...{ stdout, stderr: new Screen(columns), stdin: Readable.from([]), folder },
      features: [],
      ...{ environment: { NO_COLOR: '1' }, signal: new AbortController().signal },
    }
    const code = await checkAndReport(runs, { ...outputs, files: written, ...surroundings })
    return `${stdout.text.replace(/\n\nWritten: .*\n$/, '\n')}exit ${code}\n`
  }
  const wide = await shown(140, files)
  const written = Object.fromEntries(
    formatNames.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  return { wide, narrow: await shown(80, {}), written: written as Record<ReportFormat, string> }
}
