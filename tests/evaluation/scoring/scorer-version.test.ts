import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { evaluate } from '../../../src/evaluation/evaluate.ts'
import { readRun } from '../../../src/run/file/read-run.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { folder, numberScorer } from '../support.ts'

const scorer = (id = 'one') =>
  createAnswerRelevancyScorer({ model: fakeJudge({ id, answer: () => ({ choice: 'yes' }) }) })
const data = [{ input: 'How tall is it?', output: 'It is tall.' }]

it('a run keeps the version of each scorer that says it, which its judge is part of', async () => {
  const run = await evaluate({ target: 'recorded', data, scorers: [scorer(), numberScorer()] })
  const [relevancy, number] = run.header.scorers
  expect(relevancy?.version).toMatch(/^[0-9a-f]{12}$/)
  expect(number).not.toHaveProperty('version')
  const [same, other] = await Promise.all(
    [scorer(), scorer('other')].map((one) => evaluate({ target: 'recorded', data, scorers: [one] })),
  )
  expect(same?.header.scorers[0]?.version).toBe(relevancy?.version)
  expect(other?.header.scorers[0]?.version).not.toBe(relevancy?.version)
})

it('a run from before versions were kept is read and gone on with', async () => {
  const file = join(folder(), 'run.jsonl')
  const options = { target: 'recorded', data, scorers: [scorer()], file } as const
  await evaluate(options)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"version":"[0-9a-f]{12}",?/, ''))
  const [old] = (await readRun(file)).header.scorers
  expect(old).not.toHaveProperty('version')
  expect((await evaluate({ ...options, resume: true })).items).toHaveLength(1)
})

it('a run is not gone on with by another judge', async () => {
  const file = join(folder(), 'run.jsonl')
  const options = { target: 'recorded', data, file } as const
  await evaluate({ ...options, scorers: [scorer()] })
  await expect(evaluate({ ...options, scorers: [scorer('other')], resume: true })).rejects.toThrow(
    'holds a run with different judges or options of scorers: resume it with its original settings, or write to another file',
  )
  expect((await evaluate({ ...options, scorers: [scorer()], resume: true })).items).toHaveLength(1)
})
