import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { itemFields, itemSchema } from '../src/evaluation/dataset/item.ts'
import { reportMark } from '../src/report/formats.ts'

const repository = join(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(join(repository, file), 'utf8'))
const row = read('schemas/row.json')
const ajv = new Ajv({ strict: false }).addSchema(row, 'row.json')

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
  const reports = globSync('tests/report/golden/kept/*.json', { cwd: repository })
    .map((file) => [file, read(file)] as const)
    .filter(([, { kind, variants }]) => kind === reportMark && variants === undefined)

  it('fits every report of a run', () => {
    expect(reports.length).toBeGreaterThan(4)
    for (const [file, report] of reports)
      expect(isReport(report), `${file}: ${JSON.stringify(isReport.errors)}`).toBe(true)
  })

  it('does not fit another version, a missing part or a number that is a text', () => {
    const [, report] = reports[0] ?? []
    const { cost: _, ...withoutCost } = report
    expect(isReport({ ...report, version: 2 })).toBe(false)
    expect(isReport(withoutCost)).toBe(false)
    expect(isReport({ ...report, answers: { total: '3', failed: 0 } })).toBe(false)
  })
})
