import { existsSync } from 'node:fs'
import { RunFileError } from '../../run/file/run-file-error.ts'

const endings = { 'as it was': '', probes: '.probes', options: '.options' } as const

/** The parts of an audit's work, in this order. */
export type PartName = keyof typeof endings

/** Returns a part's file: the named file for the first, others next to it such as 'audit.probes.jsonl'. */
export const fileOfPart = (file: string, part: PartName): string =>
  file.replace(/(?:\.jsonl)?$/, (ending) => (part === 'as it was' ? ending : `${endings[part]}.jsonl`))

export const filesOfAudit = (file: string): string[] =>
  (Object.keys(endings) as PartName[]).map((part) => fileOfPart(file, part))

/** @throws RunFileError if a part of another audit exists. Call it before the first part costs money. */
export function requireNoParts(file: string): void {
  const there = filesOfAudit(file).find((one) => existsSync(one))
  if (there === undefined) return
  throw new RunFileError({
    reason: 'exists',
    file: there,
    message:
      'already holds part of an audit: continue it with resume (--resume <file>), or name another file',
  })
}
