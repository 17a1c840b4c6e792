import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvaluationRun, RunHeader } from '../../../src/run/record.ts'
import { randomRun } from '../../report/random-run.ts'

export const newFolder = () => mkdtempSync(join(tmpdir(), 'verdict-view-'))

/** A run file's lines: header, answers, end, and the outcome of its gates. */
export function linesOf(run: EvaluationRun, outcome?: 'passed' | 'failed'): string[] {
  const at = run.header.startedAt
  const told = outcome === undefined ? [] : [{ kind: 'outcome', at, result: outcome, isCompared: false }]
  return [run.header, ...run.items, run.end ?? [], ...told].flat().map((line) => JSON.stringify(line))
}

/** A run on a day of May. */
export function runOn(day: number, header: Partial<RunHeader> = {}, items = 8): EvaluationRun {
  const run = randomRun({ seed: day, items })
  const startedAt = `2026-05-${String(day).padStart(2, '0')}T09:30:00.000Z`
  return { ...run, header: { ...run.header, startedAt, ...header } }
}

export function writeRun(folder: string, file: string, run: EvaluationRun, outcome?: 'passed' | 'failed') {
  writeFileSync(join(folder, file), `${linesOf(run, outcome).join('\n')}\n`)
}
