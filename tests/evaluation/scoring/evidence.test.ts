import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate, readRun } from '../../../src/evaluation.ts'
import { pageData } from '../../../src/report/html/page-data.ts'
import { createFaithfulnessScorer } from '../../../src/scorers/faithfulness.ts'
import { createHallucinationScorer } from '../../../src/scorers/hallucination.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { folder } from '../support.ts'

const history = 'The tower was opened in 1889, for the World’s Fair. '.repeat(4)
const model = fakeJudge({
  answer: () => ({ choice: 'no', reason: 'c2: it says "opened in 1889"', share: 0 }),
})

async function evaluated(file: string) {
  return evaluate({
    target: 'recorded',
    data: [
      {
        id: 'q1',
        input: 'When was it opened?',
        output: 'It was opened in 1890.',
        context: [' ', 'It is in Paris.', history],
      },
    ],
    scorers: [
      createFaithfulnessScorer({ model }),
      createHallucinationScorer({ model, options: { context: ['It is tall.', history] } }),
    ],
    file,
  })
}

describe('the evidence of a score', () => {
  it('is the context that the judge saw, numbered as in its reason', async () => {
    const file = join(folder(), 'run.jsonl')
    const run = await evaluated(file)
    const { faithfulness, hallucination } = run.items[0]?.scores ?? {}
    expect(faithfulness?.context).toEqual(['It is in Paris.', history])
    expect(faithfulness?.verdicts?.[0]).toMatchObject({ verdict: 'no', restsOn: 'c2' })
    expect(hallucination?.context).toEqual(['It is tall.', history])
    expect(await readRun(file)).toEqual(JSON.parse(JSON.stringify(run)))
    const [item] = pageData('alone', [{ label: '', run }]).items
    expect(item?.answers[0]?.scores[0]?.context).toEqual(['It is in Paris.', history])
  })

  it('stands once in the file, however many scorers saw it; large files are read the same', async () => {
    const file = join(folder(), 'run.jsonl')
    await evaluated(file)
    const text = readFileSync(file, 'utf8')
    expect(text.split(history)).toHaveLength(2)
    const light = await readRun(file, { lightFrom: 0 })
    expect(JSON.parse(JSON.stringify(light))).toEqual(JSON.parse(JSON.stringify(await readRun(file))))
    // As earlier versions wrote it.
    const whole = await readRun(file)
    const old = join(folder(), 'old.jsonl')
    writeFileSync(
      old,
      [whole.header, ...whole.items, whole.end].map((one) => `${JSON.stringify(one)}\n`).join(''),
    )
    expect(await readRun(old)).toEqual(whole)
  })
})
