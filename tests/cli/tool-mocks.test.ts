import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../src/evaluation.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/keyword-coverage.ts'
import { plan, plannedAgent } from '../support/planned-agent.ts'
import { command, project } from './support.ts'

const rows = [
  {
    id: 'mocked',
    input: plan([['search', { of: 'a' }]]),
    toolMocks: [{ toolName: 'search', args: {}, output: 'found', matchArgs: 'ignore' }],
  },
  { id: 'bare', input: plan([['send', {}]]) },
]

function commands(more: object = {}) {
  const { agent, called } = plannedAgent()
  const key = randomUUID()
  const scorers = [createKeywordCoverageScorer()]
  Object.assign(globalThis, { [key]: { target: agent, data: 'rows.jsonl', scorers, ...more } })
  const folder = project({
    'verdict.config.mjs': `export default globalThis['${key}']`,
    'rows.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
  })
  const verdict = async (...args: string[]) => {
    const ended = await command(folder, ['run', '--file', 'run.jsonl', ...args])
    const { items } = await readRun(join(folder, 'run.jsonl'))
    const failures = items.map(({ itemId, failure }) => [itemId, failure?.name])
    return { ...ended, failures: Object.fromEntries(failures) }
  }
  return { folder, called, verdict }
}

describe('verdict run with tool mocks', () => {
  it('serves them and calls what is not mocked', async () => {
    const { verdict, called } = commands()
    const { code, stdout, failures } = await verdict()
    expect([code, failures, called]).toEqual([0, { mocked: undefined, bare: undefined }, ['send {}']])
    expect(stdout).toContain('Tools were mocked or denied in 1 answer.')
  })

  it('denies what is not mocked where the configuration says so', async () => {
    const { verdict, called } = commands({ unmockedToolPolicy: 'deny' })
    const { code, stdout, failures } = await verdict()
    expect([failures, called]).toEqual([{ mocked: undefined, bare: 'TOOL_MOCK_NOT_DECLARED' }, []])
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('with {} without a declared mock. (first: bare)'),
    ])
  })
})
