import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { onTestFinished } from 'vitest'

const packages = join(import.meta.dirname, '../../node_modules')
const { version } = JSON.parse(readFileSync(join(packages, '@electric-sql/pglite/package.json'), 'utf8'))

/** A database as PGlite begins it, which takes it seconds: done once, and copied. */
const begun = join(packages, `.cache/pglite-${version}`)
if (!existsSync(begun)) {
  const own = `${begun}-${process.pid}`
  mkdirSync(own, { recursive: true })
  await (await PGlite.create(join(own, 'data'))).close()
  try {
    renameSync(own, begun)
  } catch (error) {
    rmSync(own, { recursive: true })
    // Another process was first.
    if (!existsSync(begun)) throw error
  }
}

/** A queue of one's own in a folder, which goes with the test. */
export function pgliteStore(): { readonly pglite: string } {
  const pglite = mkdtempSync(join(tmpdir(), 'verdict-queue-'))
  cpSync(begun, pglite, { recursive: true })
  onTestFinished(() => rmSync(pglite, { recursive: true, force: true }))
  return { pglite }
}
