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
      notes: ['This is about relevancy, the first scorer of the run; scorer names another (tone).'],
    },
  })
  const unknown = { run: 'run.jsonl', scorer: 'none' }
  const { error } = (await answerTo({ tool: 'worst_answers', input: unknown }, around)) as { error: string }
  expect(error).toContain('none')
  expect(error).not.toContain('--')
})

it('leaves the evidence of a run that keeps prompts in its file', async () => {
  const { header, items } = singleStatements([0.2, 0.9])
  const evidence = [
    {
      ...{ judge: 'model', task: 'support/1', calls: 1, durationInMs: 1, cached: false, warnings: [] },
      ...{ prompts: ['Is it true?'], replies: ['yes'], usage: { inputTokens: 1, outputTokens: 1 } },
    },
  ]
  const kept = items.map((item) => ({
    ...item,
    scores: Object.fromEntries(
      Object.entries(item.scores).map(([id, score]) => [id, { ...score, evidence }]),
    ),
  }))
  const lines = [header, ...kept].map((line) => JSON.stringify(line)).join('\n')
  const folder = project({ 'before.jsonl': lines, 'run.jsonl': lines })
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  const around = { folder, environment: {}, features: [], ...streams } as unknown as Surroundings
  const input = { baseline: 'before.jsonl', run: 'run.jsonl' }
  const answer = await answerTo({ tool: 'compare_runs', input }, around)
  expect(answer).toMatchObject({ structured: { result: { kind: 'mastra-verdict report' } } })
  expect(JSON.stringify(answer)).not.toContain('Is it true?')
})
