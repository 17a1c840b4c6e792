import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { evaluate, readRun } from '../../../src/evaluation.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { verdictJudge } from '../../support/fake-judge.ts'
import { folder } from '../support.ts'

it('keeps both readings of each score in the run file, and checks them when it reads it', async () => {
  const judge = verdictJudge([
    { choice: 'yes', share: 0.75 },
    { choice: 'no', share: 0.25 },
  ])
  const file = join(folder(), 'run.jsonl')
  const scorer = createAnswerRelevancyScorer({ model: judge, options: { scale: 10, statements: 'split' } })
  const data = [
    { id: 'both', input: 'Why?', output: 'It rains. It pours.' },
    { id: 'one', input: 'Why?', output: 'It rains.' },
    { id: 'none', input: 'Why?', output: '' },
  ]
  await evaluate({ target: 'recorded', data, scorers: [scorer], file })
  const run = await readRun(file)
  const readings = run.items.map(({ itemId, scores }) => {
    const record = scores['answer-relevancy']
    return [itemId, record?.outcome === 'scored' ? record.readings : 'not scored']
  })
  expect(Object.fromEntries(readings)).toEqual({
    both: { verdict: 5, share: 5 },
    one: { verdict: 10, share: 7.5 },
    none: undefined,
  })
  writeFileSync(file, readFileSync(file, 'utf8').replace('"share":7.5', '"share":75'))
  await expect(readRun(file)).rejects.toThrow(/score of 75 .* from 0 to 10: the file was changed/)
})
