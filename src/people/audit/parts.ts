import { existsSync } from 'node:fs'
import { RunFileError } from '../../run/file/run-file-error.ts'

const endings = {
  'as it was': '',
  probes: '.probes',
  options: '.options',
} as const

/** The parts that an audit's work has, in this order. */
export type PartName = keyof typeof endings

/** The first part is in the file that is named, and the others stand beside it: 'audit.probes.jsonl'. */
export const fileOfPart = (file: string, part: PartName): string =>
  file.replace(/(?:\.jsonl)?$/, (ending) => (part === 'as it was' ? ending : `${endings[part]}.jsonl`))

/** All files that an audit with this file may write. */
export const filesOfAudit = (file: string): string[] =>
  (Object.keys(endings) as PartName[]).map((part) => fileOfPart(file, part))

/** @throws RunFileError where a part of another audit is there: to be known before the first part is paid for. */
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
