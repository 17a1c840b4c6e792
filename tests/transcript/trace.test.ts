import { describe, expect, it } from 'vitest'
import { dateOfRun } from '../../src/scorers/material/answer.ts'
import { readTrace } from '../../src/transcript/index.ts'

const agentRun = (times: { readonly startedAt?: unknown; readonly endedAt?: unknown }) => ({
  spans: [{ spanId: 'run', spanType: 'agent_run', input: 'Hello?', output: { text: 'Hello.' }, ...times }],
})

describe('a run read out of a trace', () => {
  it.each([
    [
      'of when it ended',
      { startedAt: '2026-05-04T23:59:59Z', endedAt: '2026-05-05T00:00:01Z' },
      '2026-05-05',
    ],
    [
      'of when it began, where the end is lost',
      { startedAt: new Date('2026-05-04T08:00:00Z'), endedAt: null },
      '2026-05-04',
    ],
  ])('has the day %s', (_, times, day) => {
    expect(dateOfRun(readTrace(agentRun(times)).output)).toBe(`${day} (UTC)`)
  })

  it.each([{}, { startedAt: null }, { startedAt: 'yesterday' }])(
    'has no day where the trace has none: %o',
    (times) => {
      const [message] = readTrace(agentRun(times)).output
      expect(message).toEqual({ role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] })
    },
  )
})
