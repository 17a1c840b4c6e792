import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareRuns, evaluate, readDataset, readRun, summarise } from '../../src/evaluation.ts'
import { runReport } from '../../src/report.ts'
import { openRun } from '../../src/run/file/open-run.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
import { heldEntries } from '../../src/run/lazy/lighten.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { folder, numberScorer } from '../evaluation/support.ts'
import { materialOf } from '../report/material-of.ts'
import { randomRun } from '../report/random-run.ts'

function written(run: EvaluationRun): string {
  const file = join(folder(), 'run.jsonl')
  writeFileSync(
    file,
    [run.header, ...run.items, run.end].map((record) => `${JSON.stringify(record)}\n`).join(''),
  )
  return file
}

const isLight = (value: object) => heldEntries(value).length < Object.keys(value).length
const someRuns = fc.integer({ min: 1, max: 1000 }).map((seed) => randomRun({ seed, items: 20, repeats: 2 }))

describe('a run file that is too large to be held', () => {
  it('reads as the same run', async () => {
    await fc.assert(
      fc.asyncProperty(someRuns, fc.integer({ min: 0, max: 20_000 }), async (run, lightFrom) => {
        const file = written(run)
        const [whole, light] = [await readRun(file), await readRun(file, { lightFrom })]
        expect(light.items.every(isLight)).toBe(true)
        expect(light).toEqual(whole)
        expect(JSON.stringify(light)).toBe(JSON.stringify(whole))
        expect(light.items.map((item) => ({ ...item }))).toEqual(whole.items)
      }),
      { numRuns: 20 },
    )
  })

  it('keeps the fields of a later version', async () => {
    const later = { later: [1] }
    const { header, items, end } = randomRun({ items: 3 })
    const withLater = {
      header: { ...header, ...later },
      items: items.map((item) => ({
        ...{ ...item, ...later },
        scores: Object.fromEntries(
          Object.entries(item.scores).map(([id, score]) => [
            id,
            { ...score, ...later, verdicts: score.verdicts?.map((verdict) => ({ ...verdict, ...later })) },
          ]),
        ),
      })),
    }
    const file = written({ ...withLater, end })
    const stored = JSON.parse(JSON.stringify(withLater))
    expect(await readRun(file)).toMatchObject(stored)
    expect(await readRun(file, { lightFrom: 0 })).toMatchObject(stored)
  })

  it('gives the same statistics and reports', async () => {
    const runs = [randomRun({ seed: 1, items: 40 }), randomRun({ seed: 2, items: 40, quality: 0.2 })].map(
      written,
    )
    const [before, after] = await Promise.all(runs.map((file) => readRun(file)))
    const [lightBefore, lightAfter] = await Promise.all(runs.map((file) => readRun(file, { lightFrom: 0 })))
    if (!before || !after || !lightBefore || !lightAfter) return expect.unreachable()
    expect(summarise(lightAfter)).toEqual(summarise(after))
    expect(compareRuns(lightBefore, lightAfter)).toEqual(compareRuns(before, after))
    for (const report of [runReport.json, runReport.markdown, runReport.terminal])
      expect(report(materialOf(lightBefore, lightAfter))).toBe(report(materialOf(before, after)))
  })

  it('holds no texts but short questions', async () => {
    const { items } = await readRun(written(randomRun({ items: 3 })), { lightFrom: 0 })
    for (const item of items) {
      const held = heldEntries(item).map(([field]) => field)
      expect(held.includes('input')).toBe(typeof item.input === 'string' && item.input.length <= 200)
      expect(held).not.toContain('answer')
      for (const score of Object.values(item.scores)) {
        const fields = heldEntries(score).map(([field]) => field)
        expect(fields).not.toContain('verdicts')
        expect(fields.includes('reason')).toBe(score.outcome === 'not scorable')
      }
    }
  })

  it('may grow meanwhile', async () => {
    const file = written(randomRun({ items: 3 }))
    const { items } = await readRun(file, { lightFrom: 0 })
    appendFileSync(file, '{"kind":"end","at":"2026-05-12T10:00:00.000Z","status":"complete"}\n')
    expect(items.map(({ input }) => input)).toEqual(randomRun({ items: 3 }).items.map(({ input }) => input))
  })

  it.each([
    ['removed', (file: string) => rmSync(file)],
    ['cut off', (file: string) => writeFileSync(file, '')],
    [
      'written over with the record of another item',
      (file: string) => {
        const other = (line: string) =>
          line.replace(/"itemId":"(.)/, (_, first) => `"itemId":"${first === 'x' ? 'y' : 'x'}`)
        writeFileSync(file, readFileSync(file, 'utf8').split('\n').map(other).join('\n'))
      },
    ],
  ])('says so where it was %s', async (_, change) => {
    const file = written(randomRun({ items: 3 }))
    const { items } = await readRun(file, { lightFrom: 0 })
    change(file)
    expect(() => JSON.stringify(items)).toThrow(/was changed or removed while it was in use/)
  })

  it('says so where another file has its name', async () => {
    const file = written(randomRun({ items: 500 }))
    const { items } = await readRun(file, { lightFrom: 0 })
    renameSync(written(randomRun({ seed: 2, items: 500 })), file)
    expect(() => JSON.stringify(items[499])).toThrow(/was changed or removed while it was in use/)
  })

  it('is held lightly while it is written, too, as soon as it is too large', async () => {
    const run = randomRun({ items: 10 })
    const file = join(folder(), 'run.jsonl')
    const opened = await openRun(file, run.header, false, 15_000)
    const light: ItemRecord[] = []
    const countAfter: number[] = []
    for (const item of run.items) {
      await opened.keep(item, (record) => light.push(record))
      countAfter.push(light.length)
    }
    await opened.close()
    const first = countAfter.findIndex((count) => count > 0)
    expect(first).toBeGreaterThan(0)
    expect(countAfter).toEqual(run.items.map((_, index) => (index < first ? 0 : index + 1)))
    expect(light.every(isLight)).toBe(true)
    expect(light).toEqual(JSON.parse(JSON.stringify(run.items)))
    expect((await readRun(file)).items).toEqual(light)
  })
})

describe('a dataset that is too large to be held', () => {
  const rows = [
    { id: 'a', input: 'What is it?', groundTruth: 'A pod', metadata: { tier: 'gold' } },
    { input: { topic: 'probes' }, expectedTrajectory: { steps: [] }, group: 7 },
    { input: { topic: 'probes' }, output: 'Said already' },
    { id: 4, input: 'Why?' },
    { inputs: ['one', 'two'], team: 'core' },
  ]
  const fileOf = (lines: readonly object[]) => {
    const file = join(folder(), 'data.jsonl')
    writeFileSync(file, `\uFEFF${lines.map((line) => JSON.stringify(line)).join('\r\n')}\n`)
    return file
  }

  it('reads as the same dataset, with fields renamed and others gathered', async () => {
    const file = fileOf(rows)
    const options = { otherFields: 'metadata', fields: {} } as const
    const whole = await readDataset(file, options)
    const light = await readDataset(file, { ...options, lightFrom: 0 })
    expect(light.items.every(isLight)).toBe(true)
    expect(light).toEqual(whole)
    expect(light.items.map(({ input }) => input)).toEqual(rows.map(({ input }) => input))
    expect(light.items.at(-1)?.metadata).toEqual({ team: 'core' })
  })

  it('is answered as any other', async () => {
    const file = fileOf(
      Array.from({ length: 30 }, (_, index) => ({ input: `question ${index}`, output: `${index / 30}` })),
    )
    const [whole, light] = await Promise.all(
      [undefined, 0].map(async (lightFrom) => {
        const data = await readDataset(file, { lightFrom })
        return evaluate({ target: 'recorded', data, scorers: [numberScorer()] })
      }),
    )
    const told = (run?: EvaluationRun) =>
      run?.items.map(({ itemId, input, answer, scores }) => ({
        itemId,
        input,
        answer,
        scores: Object.keys(scores),
      }))
    expect(told(light)).toEqual(told(whole))
    expect(light?.header.target).toEqual(whole?.header.target)
    expect(light?.header.dataset).toEqual(whole?.header.dataset)
  })
})
