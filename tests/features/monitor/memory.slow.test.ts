import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PostgresStore } from '@mastra/pg'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/features/monitor/source/database.ts'
import { peakMemoryIn, tellPeakMemory } from '../../support/peak-memory.ts'
import { databaseUrl, hasPostgres, query } from '../../support/queues.ts'
import { writeScores } from './write-scores.ts'

const root = join(import.meta.dirname, '../../..')
const config = join(import.meta.dirname, 'fixtures/verdict.config.ts')
const kinds = ['LibSQL', ...(hasPostgres ? ['PostgreSQL'] : [])]
const scores = Array.from({ length: 20_000 }, (_, index) => ({
  score: (index * 7919) % 100 < 80 ? 1 : 0,
  time: Date.UTC(2026, 0, 1) + index * 1000,
  threadId: `thread-${Math.floor(index / 4)}`,
  output: 'It is 330 metres tall, and it is made of iron. '.repeat(100),
}))

it.runIf(existsSync('/proc/self/status')).each(kinds)(
  'the process of verdict monitor is at no time larger than 200 MB, with %s',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'verdict-memory-'))
    const schemaName = `verdict_memory_${randomUUID().slice(0, 8)}`
    const place = kind === 'LibSQL' ? `file:${join(folder, 'mastra.db')}` : schemaName
    const storage =
      kind === 'LibSQL'
        ? new LibSQLStore({ id: 'test', url: place })
        : new PostgresStore({ id: 'test', connectionString: databaseUrl, schemaName, max: 3 })
    onTestFinished(async () => {
      await storage.close()
      rmSync(folder, { recursive: true, force: true })
      if (kind !== 'LibSQL') await query(`drop schema if exists ${schemaName} cascade`)
    })
    await writeScores(await openDatabase(new Mastra({ storage, logger: false })), scores)
    const argv = ['src/command/main.ts', 'monitor', config, '--once', '--json', '--by', 'agent']
    const child = spawn(process.execPath, ['--import', tellPeakMemory, ...argv], {
      cwd: root,
      env: { ...process.env, STORE: place, DATABASE_URL: databaseUrl, WEBHOOK: 'http://127.0.0.1:1/' },
    })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(JSON.parse(stdout).rows).toBe(scores.length)
    expect(peakMemoryIn(stderr)).toBeLessThan(200)
  },
)
