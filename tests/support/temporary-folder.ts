import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives all tests one folder for what they write, which is removed after the last. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-tests-'))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
