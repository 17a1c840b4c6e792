import { describe, expect, it } from 'vitest'
import { importOptional } from '../../src/shared/optional-package.ts'

describe('a package that users install themselves', () => {
  const load = (name: string) => importOptional(name, 'a queue of scores', () => import(bare(name)))
  /** As a value, so that neither TypeScript nor vitest looks for it. */
  const bare = (name: string) => name.replace(/(?<=.)@.*$/, '')

  it('is there', async () => {
    expect(await load('p-queue')).toHaveProperty('default')
  })

  it.each(['not-installed@~12.30.0', '@nobody/not-installed@^1.0.0', 'not-installed'])(
    'is missing: the error says what to install: %s',
    async (name) => {
      await expect(load(name)).rejects.toThrow(
        `a queue of scores needs a package that is not installed: npm install ${name}`,
      )
    },
  )

  it('is missing for one of its subpaths: the error names the package', async () => {
    for (const missing of ["package '@nobody/none'", "package '@nobody/none/sub'"]) {
      const error = Object.assign(new Error(`Cannot find ${missing} imported from x.js`), {
        code: 'ERR_MODULE_NOT_FOUND',
      })
      const imported = importOptional('@nobody/none/sub', 'expectEvals', () => Promise.reject(error))
      await expect(imported).rejects.toThrow(
        /^expectEvals needs a package that is not installed: npm install @nobody\/none$/,
      )
    }
    await expect(importOptional('not-installed/sub', 'It')).rejects.toThrow(/npm install not-installed$/)
  })

  it('is broken: its own error is thrown, and that of what it cannot find itself', async () => {
    const failing = (message: string, code: string) =>
      importOptional('pg-boss', 'a queue of scores', () =>
        Promise.reject(Object.assign(new Error(message), { code })),
      )
    await expect(failing('no such dialect', 'ERR_DIALECT')).rejects.toThrow('no such dialect')
    await expect(
      failing("Cannot find package 'pg' imported from pg-boss", 'ERR_MODULE_NOT_FOUND'),
    ).rejects.toThrow("Cannot find package 'pg'")
  })
})
