import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findRepository } from '../../src/agents/repository.ts'

describe('findRepository', () => {
  it('finds this repository from its source', () => {
    expect(join(findRepository(), 'tests', 'agents', 'repository.test.ts')).toBe(
      fileURLToPath(import.meta.url),
    )
  })

  it('passes over the package of a bundle inside the repository', () => {
    const repository = mkdtempSync(join(tmpdir(), 'verdict-'))
    const bundle = join(repository, '.mastra', 'output')
    mkdirSync(bundle, { recursive: true })
    writeFileSync(join(repository, 'package.json'), '{ "name": "mastra-verdict" }')
    writeFileSync(join(bundle, 'package.json'), '{ "name": "server" }')
    expect(findRepository([tmpdir(), bundle])).toBe(repository)
  })

  it('says where it looked when there is none', () => {
    expect(() => findRepository([tmpdir()])).toThrow(
      `No package.json named mastra-verdict in or above ${tmpdir()}`,
    )
  })
})
