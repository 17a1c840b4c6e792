import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { evaluate, readRun, summarise } from '../../src/evaluation.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/index.ts'

it('a replay in a run file of an earlier version is no answer of its own, and its cost counts', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'verdict-replays-')), 'run.jsonl')
  const data = [{ id: 'q1', input: 'How tall is it?', output: 'It is tall.' }]
  const run = await evaluate({ target: 'recorded', data, scorers: [createKeywordCoverageScorer()], file })
  const [head = '', item = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const replay = { ...JSON.parse(item), answer: 'Otherwise.', repeat: 2, replayOf: 1 }
  writeFileSync(file, `${JSON.stringify({ ...JSON.parse(head), replays: 2 })}\n${item}\n`)
  appendFileSync(file, `${[JSON.stringify(replay), ...rest].join('\n')}\n`)
  for (const lightFrom of [undefined, 0]) {
    const read = await readRun(file, lightFrom === undefined ? {} : { lightFrom })
    expect(read.items).toHaveLength(1)
    expect(read.items[0]?.answer).toBe(run.items[0]?.answer)
    expect(read.superseded).toHaveLength(1)
    expect(summarise(read)).toEqual(summarise(run))
  }
})
