import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { itemFields, itemSchema } from '../src/evaluation/dataset/item.ts'
import { formatsOf } from './report/golden/formats.ts'
import { goldenReports } from './report/golden/runs.ts'

const repository = join(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(join(repository, file), 'utf8'))
const row = read('schemas/row.json')
const ajv = new Ajv({ strict: false })

describe('the schema of rows', () => {
  const isRow = ajv.compile(row)

  it('has the fields that a dataset has', () => {
    expect(Object.keys(row.properties).sort()).toEqual([...itemFields].sort())
    for (const [field, { description }] of Object.entries<{ description?: string }>(row.properties))
      expect(description, field).toMatch(/\w/)
  })

  it.each([
    ...[{ input: 'Who?' }, { id: 7, input: ['a', { b: 1 }], groundTruth: null, group: 'g' }],
    ...[
      { inputs: ['a', 'b'], context: 'c' },
      { input: 'a', context: ['c', 'd'], metadata: { m: 1 } },
    ],
    { messages: [{ role: 'user', content: 'a' }], toolCalls: [{ toolName: 't', args: {}, error: 'e' }] },
    { input: 'a', output: 'b', expect: { tone: { min: 0.5 }, includes: 'b' }, requestContext: {} },
  ])('takes what a dataset takes: %j', (item) => {
    expect(itemSchema.safeParse(item).success).toBe(true)
    expect(isRow(item), JSON.stringify(isRow.errors)).toBe(true)
  })

  it.each([
    ...[{ input: 'a', groundtruth: 'b' }, { id: true, input: 'a' }, { inputs: 'a' }, { context: 1 }, 'a'],
    ...[{ messages: 'a' }, { toolCalls: [{ name: 't' }] }, { metadata: 'm' }, { expect: [] }],
  ])('refuses what a dataset refuses: %j', (item) => {
    expect(itemSchema.safeParse(item).success).toBe(false)
    expect(isRow(item)).toBe(false)
  })

  it('is the schema of each row of a file with a list', () => {
    const isDataset = ajv.compile(read('schemas/dataset.json'))
    expect(isDataset([{ input: 'a' }, { input: 'b' }])).toBe(true)
    expect(isDataset([{ input: 'a' }, { inptu: 'b' }])).toBe(false)
    expect(isDataset([])).toBe(false)
  })
})

describe('the schema of the report of a run', () => {
  const isReport = ajv.compile(read('schemas/report.json'))
  const reports = goldenReports.filter(({ runs }) => runs.length === 1)

  it.each(reports)('fits the report "$name"', async (report) => {
    const { written } = await formatsOf(report)
    expect(isReport(JSON.parse(written.json)), JSON.stringify(isReport.errors)).toBe(true)
  })

  it('does not fit another version, a missing part or a number that is a text', () => {
    const report = read('tests/report/golden/kept/run.json')
    const { cost: _, ...withoutCost } = report
    expect(isReport({ ...report, version: 2 })).toBe(false)
    expect(isReport(withoutCost)).toBe(false)
    expect(isReport({ ...report, answers: { total: '3', failed: 0 } })).toBe(false)
  })
})
