import { createTool } from '@mastra/core/tools'
import { jsonSchema } from 'ai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dateOfRun } from '../../src/scorers/material/answer.ts'
import { readParameters } from '../../src/scorers/material/available-tools.ts'
import { describeCall } from '../../src/scorers/material/tool-calls.ts'

describe('the parameters of a tool', () => {
  const schema = z.object({ city: z.string().describe('where'), unit: z.enum(['c', 'f']).optional() })
  const expected = {
    properties: {
      city: { type: 'string', description: 'where' },
      unit: { type: 'string', enum: ['c', 'f'] },
    },
    required: ['city'],
  }
  const plain = { type: 'object', ...expected } as const

  it.each([
    [
      'a Mastra tool',
      createTool({ id: 'w', description: '', inputSchema: schema, execute: async () => 1 }).inputSchema,
    ],
    ['zod', schema],
    ['the AI SDK', jsonSchema({ ...plain, required: ['city'] } as Parameters<typeof jsonSchema>[0])],
    ['JSON schema', plain],
  ])('of %s are shown as JSON schema, required ones marked', (_, given) => {
    expect(readParameters(given)).toEqual(expected)
  })

  it.each([[undefined], [z.object({ at: z.date() })], [{}], ['text'], [null], [7], [z.string()]])(
    'are not shown where there are none: %j',
    (given) => expect(readParameters(given)).toBeUndefined(),
  )
})

it.each([
  [[{ role: 'assistant', createdAt: new Date('2026-05-04T23:00:00Z') }], '2026-05-04 (UTC)'],
  [
    { messages: [{ createdAt: '2026-05-04T01:00:00+02:00' }, { createdAt: 1_700_000_000_000 }] },
    '2026-05-03 (UTC)',
  ],
  [[{ createdAt: 'yesterday' }, null, 7, {}], undefined],
  ['text', undefined],
  [undefined, undefined],
])('the day of a run is the latest of its messages', (output, expected) => {
  expect(dateOfRun(output)).toBe(expected)
})

it.each([
  ['ok', 'answered', {}],
  [{ success: true }, 'answered', {}],
  [undefined, 'failed', { outcome: 'failed' }],
  ['ok', 'no result', { outcome: 'no result' }],
  [[], 'answered', { result: '[]' }],
  ['not ok', 'answered', { result: 'not ok' }],
] as const)(
  'result and outcome of a call are shown where they say something: %j',
  (result, outcome, shown) => {
    expect(describeCall({ toolName: 'mail', args: undefined, outcome, result })).toEqual({
      tool: 'mail',
      ...shown,
    })
  },
)
