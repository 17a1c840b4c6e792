import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OnProgress } from '../../src/evaluation/session/progress.ts'
import { evaluate, readRun, readStoredDataset, storeExperiment } from '../../src/evaluation.ts'
import { folder, numberScorer, questions, scorerOf } from './support.ts'

function newMastra(file = join(folder(), 'mastra.db')) {
  return {
    file,
    mastra: new Mastra({ storage: new LibSQLStore({ id: 'test', url: `file:${file}` }), logger: false }),
  }
}

/** Another process that writes to the database for two seconds. */
const holdLock = `
import { createClient } from '@libsql/client'
const transaction = await createClient({ url: 'file:' + process.argv[1] }).transaction('write')
console.log('locked')
setTimeout(() => transaction.commit(), 2000)`

const target = (input: string) => {
  if (input === '2') throw new Error('no answer')
  return input
}
const settings = {
  target,
  data: questions(4),
  scorers: [numberScorer(), scorerOf('long', (text) => text.length)],
}

async function resultsOf(mastra: Mastra, id: string) {
  const experiment = await mastra.datasets.getExperiment({ experimentId: id })
  const dataset = await mastra.datasets.get({ id: experiment?.datasetId ?? '' })
  const { results } = await dataset.listExperimentResults({ experimentId: id, perPage: 100 })
  const scores = await (await mastra.getStorage()?.getStore('scores'))?.listScoresByRunId({
    runId: id,
    pagination: { page: 0, perPage: 100 },
  })
  return { experiment, dataset, results, scores: scores?.scores ?? [] }
}

describe('an experiment', () => {
  it('holds every answer, failure and score of a run', async () => {
    const { mastra } = newMastra()
    const stored: object[] = []
    const onProgress: OnProgress = (event) => {
      if (event.kind === 'stored') stored.push(event)
    }
    const more = { name: 'baseline', repeats: 2, experiment: { mastra }, onProgress }
    const run = await evaluate({ ...settings, ...more })
    expect(run.warnings).toBeUndefined()
    const { experiment, results, scores } = await resultsOf(mastra, run.header.id)
    expect(stored).toEqual([
      { kind: 'stored', experimentId: run.header.id, datasetId: experiment?.datasetId },
    ])
    expect(experiment).toMatchObject({
      name: 'baseline',
      status: 'completed',
      totalItems: 4,
      succeededCount: 3,
      failedCount: 1,
      skippedCount: 0,
    })
    expect(results).toHaveLength(8)
    expect(results.filter(({ error }) => error).map(({ input, error }) => [input, error?.message])).toEqual([
      ['2', 'no answer'],
      ['2', 'no answer'],
    ])
    expect(scores).toHaveLength(12)
    const numbers = scores.filter(({ scorerId }) => scorerId === 'number').map(({ score }) => score)
    expect(numbers.sort()).toEqual([0.01, 0.01, 0.03, 0.03, 0.04, 0.04])
  })

  it('of another run on the same data is on the same dataset, where Mastra compares them', async () => {
    const { mastra } = newMastra()
    const [one, two] = [
      await evaluate({ ...settings, experiment: { mastra } }),
      await evaluate({ ...settings, experiment: { mastra } }),
    ]
    const { datasets } = await mastra.datasets.list()
    expect(datasets).toHaveLength(1)
    const ids = [one.header.id, two.header.id]
    const comparison = await mastra.datasets.compareExperiments({
      experimentIds: ids,
      baselineId: one.header.id,
    })
    expect(comparison.items).toHaveLength(4)
  })

  it('holds the context and the tool calls of recorded answers, and gives them back', async () => {
    const { mastra } = newMastra()
    const toolCalls = [{ toolName: 'search', args: { of: 'tower' }, result: '330 metres' }]
    const row = { input: 'How tall?', output: '330.', context: ['It is 330 metres tall.'], toolCalls }
    const settings = { target: 'recorded', scorers: [numberScorer()] } as const
    const run = await evaluate({
      ...settings,
      data: [{ ...row, metadata: { of: 'Paris' } }],
      experiment: { mastra },
    })
    const { experiment, results } = await resultsOf(mastra, run.header.id)
    expect(JSON.stringify(results[0]?.output)).toContain('"toolName":"search"')
    const data = await readStoredDataset(mastra, { id: experiment?.datasetId ?? '' })
    expect(data.items).toMatchObject([{ context: row.context, metadata: { of: 'Paris' } }])
    expect(Object.keys(data.items[0]?.metadata ?? {})).toEqual(['of'])
  })

  it('is filled from the run file later, and doing it twice changes nothing', async () => {
    const { mastra } = newMastra()
    const file = join(folder(), 'run.jsonl')
    await evaluate({ ...settings, file })
    const run = await readRun(file)
    const stored = await storeExperiment(run, { mastra })
    expect(stored).toMatchObject({ experimentId: run.header.id, results: 4 })
    expect(await storeExperiment(run, { mastra })).toMatchObject({ experimentId: run.header.id, results: 0 })
    const { results, scores } = await resultsOf(mastra, run.header.id)
    expect([results.length, scores.length]).toEqual([4, 6])
  })

  it('of a run that stopped stays open, and is closed when the run is complete', async () => {
    const { mastra } = newMastra()
    const file = join(folder(), 'run.jsonl')
    const controller = new AbortController()
    const stopping = (input: string) => {
      if (input === '3') controller.abort()
      return input
    }
    const named = (target: (input: string) => string) =>
      Object.defineProperty(target, 'name', { value: 'same' })
    const open = { ...settings, file, experiment: { mastra }, concurrency: 1 }
    const stopped = await evaluate({ ...open, target: named(stopping), signal: controller.signal })
    expect((await resultsOf(mastra, stopped.header.id)).experiment).toMatchObject({ status: 'running' })
    await expect(storeExperiment(await readRun(file), { mastra })).rejects.toThrow('2 of 4 items')
    const done = await evaluate({ ...open, target: named((input) => input), resume: true })
    const { experiment, results } = await resultsOf(mastra, done.header.id)
    expect(experiment).toMatchObject({ status: 'completed', succeededCount: 4 })
    expect(results).toHaveLength(4)
  })

  it('whose store is locked or broken is a warning, and the run is whole', async () => {
    const { mastra, file } = newMastra()
    await evaluate({ ...settings, experiment: { mastra } })
    const spoiled = join(folder(), 'mastra.db')
    writeFileSync(spoiled, 'this is no database')
    const run = await evaluate({ ...settings, experiment: newMastra(spoiled) })
    expect(run.items).toHaveLength(4)
    expect(run.end?.status).toBe('complete')
    expect(run.warnings?.[0]).toMatch(/^the experiment is not stored: ./)
    const lock = spawn(process.execPath, ['--input-type=module', '-e', holdLock, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: import.meta.dirname,
    })
    await once(lock.stdout, 'data')
    const locked = await evaluate({ ...settings, experiment: { mastra } })
    expect(locked.items).toHaveLength(4)
    if (lock.exitCode === null) await once(lock, 'exit')
    if (locked.warnings !== undefined) await storeExperiment(locked, { mastra })
    const { results, scores } = await resultsOf(mastra, locked.header.id)
    expect([results.length, scores.length]).toEqual([4, 6])
  })

  it('is stored though a connection to the store ends meanwhile', async () => {
    const { mastra } = newMastra()
    const { dataset } = await resultsOf(
      mastra,
      (await evaluate({ ...settings, experiment: { mastra } })).header.id,
    )
    const shared = Object.getPrototypeOf(dataset) as typeof dataset
    const submit = shared.submitExperimentResult
    onTestFinished(() => {
      shared.submitExperimentResult = submit
    })
    let submitted = 0
    shared.submitExperimentResult = function (...given) {
      submitted += 1
      if (submitted !== 2) return submit.apply(this, given)
      return Promise.reject(new Error('terminating connection due to administrator command'))
    }
    const run = await evaluate({ ...settings, experiment: { mastra } })
    expect(run.warnings).toBeUndefined()
    const { results, scores } = await resultsOf(mastra, run.header.id)
    expect([results.length, scores.length]).toEqual([4, 6])
  })

  it('of 200 answers is stored completely', async () => {
    const { mastra } = newMastra()
    const run = await evaluate({
      target: (input: string) => input,
      data: questions(200),
      scorers: [numberScorer()],
      experiment: { mastra },
    })
    expect(run.warnings).toBeUndefined()
    const { experiment } = await resultsOf(mastra, run.header.id)
    expect(experiment).toMatchObject({ status: 'completed', succeededCount: 200 })
  })
})

describe('a dataset in the storage', () => {
  it('is evaluated at the version that was asked for, and its experiment is on it', async () => {
    const { mastra } = newMastra()
    const stored = await mastra.datasets.create({ name: 'stored' })
    const [first] = await stored.addItems({
      items: [{ input: '1', groundTruth: 'one', metadata: { kind: 'x' } }, { input: '2' }],
    })
    const { version } = await stored.getDetails()
    await stored.updateItem({ itemId: first?.id ?? '', input: 'changed' })
    await stored.addItem({ input: '3' })
    const newest = await readStoredDataset(mastra, { id: stored.id })
    expect(newest.items.map(({ input }) => input).sort()).toEqual(['2', '3', 'changed'])
    const data = await readStoredDataset(mastra, { id: stored.id, version })
    expect(data.items.map(({ input }) => input).sort()).toEqual(['1', '2'])
    expect(data.items.find(({ id }) => id === first?.id)).toMatchObject({
      groundTruth: 'one',
      metadata: { kind: 'x' },
    })
    const run = await evaluate({
      target: (input: string) => input,
      data,
      scorers: [numberScorer()],
      experiment: { mastra },
    })
    expect(run.header.dataset).toMatchObject({ name: 'stored', version, storedId: stored.id, items: 2 })
    const { experiment } = await resultsOf(mastra, run.header.id)
    expect(experiment).toMatchObject({ datasetId: stored.id, datasetVersion: version, succeededCount: 2 })
  })
})
