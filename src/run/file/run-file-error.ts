import type { EvaluationRun } from '../record.ts'

/** A run file that cannot be read, written or resumed. */
export class RunFileError extends Error {
  override readonly name = 'RunFileError'
  readonly reason:
    | 'unreadable'
    | 'empty'
    | 'invalid'
    | 'damaged'
    | 'unwritable'
    | 'in-use'
    | 'exists'
    | 'different-run'
  readonly file: string
  /** From 1. */
  readonly line: number | undefined
  /** The work done before the file failed; all of it is in here. */
  run?: EvaluationRun

  constructor(details: {
    reason: RunFileError['reason']
    /** The problem and the remedy. */
    message: string
    file: string
    line?: number
    cause?: unknown
  }) {
    const { reason, message, file, line, cause } = details
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${message}`, { cause })
    this.reason = reason
    this.file = file
    this.line = line
  }
}

const meanings: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user is not allowed to read or write it',
  EPERM: 'this user is not allowed to read or write it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than the system allows',
  EISDIR: 'it is a folder',
  ENOTDIR: 'there is a file where a folder should be',
  EEXIST: 'there is a file where a folder should be',
}

/** Explains an error of the file system, as a phrase. */
export function explainError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const meaning = code === undefined ? undefined : meanings[code]
  return meaning === undefined ? String(message) : `${meaning} (${code})`
}

export const unwritable = (file: string, cause: unknown, advice = '') =>
  new RunFileError({
    reason: 'unwritable',
    file,
    message: `cannot be written: ${explainError(cause)}${advice}`,
    cause,
  })
