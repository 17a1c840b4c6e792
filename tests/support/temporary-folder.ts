import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'verdict-tests-'

/** Gives all tests one folder for what they write, which is removed after the last. */
export default function setup(): (() => void) | undefined {
  // Called for each project. The path of a browser's socket must stay short.
  if (basename(tmpdir()).startsWith(prefix)) return undefined
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // Some tests act as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
