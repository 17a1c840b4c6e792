import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { Surroundings } from '../../../src/cli/surroundings.ts'
import { answerTo } from '../../../src/features/mcp/call.ts'
import { project } from '../../cli/support.ts'
import { singleStatements } from '../labels/labelled-run.ts'

it('shows the answers of the first of several scorers, and says so, as verdict label does', async () => {
  const { header, items } = singleStatements([0.2, 0.9])
  const [scorer] = header.scorers
  const scorers = [scorer, { ...scorer, id: 'tone', name: 'Tone' }]
  const folder = project({
    'run.jsonl': [{ ...header, scorers }, ...items].map((line) => JSON.stringify(line)).join('\n'),
  })
  const stderr = new PassThrough()
  const around = { folder, environment: {}, features: [], stderr } as unknown as Surroundings
  expect(await answerTo({ tool: 'worst_answers', input: { run: 'run.jsonl' } }, around)).toMatchObject({
    structured: {
      exitCode: 0,
      notes: ['This is about relevancy, the first scorer of the run; --scorer names another (tone).'],
    },
  })
})
