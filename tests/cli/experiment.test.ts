import { join } from 'node:path'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { expect, it } from 'vitest'
import { command, echoConfig, project } from './support.ts'

const from = (name: string) => JSON.stringify(import.meta.resolve(name))

it('verdict run says where an experiment is stored, and Studio finds it there', async () => {
  const url = `file:${join(project(), 'mastra.db')}`
  const store = `
import { Mastra } from ${from('@mastra/core/mastra')}
import { LibSQLStore } from ${from('@mastra/libsql')}
const storage = new LibSQLStore({ id: 'test', url: ${JSON.stringify(url)} })
const mastra = new Mastra({ storage, logger: false })`
  const config = `${store}\n${echoConfig([10, 20], 'experiment: { mastra },')}`
  const { code, stdout, stderr } = await command(project({ 'verdict.config.mjs': config }), ['run', '--json'])
  const [, experimentId = '', datasetId = ''] =
    /^Stored as experiment (\S+) of the dataset (\S+): Studio shows it/m.exec(stderr) ?? []
  expect([code, JSON.parse(stdout).run.id]).toEqual([0, experimentId])
  const mastra = new Mastra({ storage: new LibSQLStore({ id: 'test', url }), logger: false })
  const dataset = await mastra.datasets.get({ id: datasetId })
  const { results } = await dataset.listExperimentResults({ experimentId })
  expect(results).toHaveLength(2)
})
