import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/features/monitor/source/database.ts'
import { watchScores } from '../../../src/mastra/watch-scores.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { writeScores } from './write-scores.ts'

it('the scheduled workflow tells what is new each time it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-workflow-'))
  const storage = new LibSQLStore({ id: 'test', url: `file:${join(folder, 'mastra.db')}` })
  const mastra = new Mastra({ workflows: { watchScores }, storage, logger: false })
  onTestFinished(async () => {
    await mastra.shutdown()
    rmSync(folder, { recursive: true, force: true })
  })
  const database = await openDatabase(mastra)
  const random = seededRandom(1)
  const write = (count: number, share: number, from: number) =>
    writeScores(
      database,
      Array.from({ length: count }, (_, index) => ({
        score: random() < share ? 1 : 0,
        time: Date.UTC(2026, 0, 1) + (from + index) * 60_000,
      })),
    )
  const run = async () => {
    const started = await mastra.getWorkflow('watchScores').createRun()
    const ended = await started.start({ inputData: {} })
    if (ended.status !== 'success') throw new Error(`the workflow ended as ${ended.status}`)
    return ended.result
  }
  await mastra.startWorkers?.()
  await write(2000, 0.9, 0)
  expect(await run()).toEqual({ alarms: [], news: [] })
  await write(500, 0.4, 2000)
  const { alarms, news } = await run()
  expect(alarms).toContain('quality')
  expect(news[0]).toMatch(/^quality.*: the mean went from 0\.9/)
  expect((await run()).news).toEqual([])
})
