import { RequestContext } from '@mastra/core/request-context'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { hashOptions } from '../../../src/evaluation/target/hash-options.ts'

it('is the same for the same options, in any order, in another process and at another time', () => {
  const options = (since: Date) => ({
    maxSteps: 3,
    memory: { thread: `thread ${since}`, options: { lastMessages: 5 } },
    requestContext: new RequestContext([['since', since]]),
    system: `It is ${since.toISOString()}.`,
  })
  const { maxSteps, ...rest } = options(new Date(0))
  expect(hashOptions({ ...rest, maxSteps })).toBe(hashOptions(options(new Date(1e12))))
  expect([hashOptions(), hashOptions({}), hashOptions({ maxSteps: undefined })]).toEqual(
    Array(3).fill('none'),
  )
})

const circular = (temperature: number) => {
  const options: Record<string, unknown> = { temperature, big: 1n }
  options.self = options
  return options
}
const model = (modelId: string) => ({ model: new MockLanguageModelV4({ modelId }) })
const schema = (shape: z.ZodRawShape) => ({ structuredOutput: { schema: z.object(shape) } })

it.each([
  ['a number', { maxSteps: 3 }, { maxSteps: 4 }],
  ['a name with a date', { model: 'gpt-4o-2024-08-06' }, { model: 'gpt-4o-2024-11-20' }],
  ['what stands beside what JSON cannot hold', circular(0), circular(1)],
  ['the model of an instance', model('small'), model('large')],
  ['a schema', schema({ a: z.string() }), schema({ b: z.string() })],
])('differs by %s', (_, one, other) => {
  expect(hashOptions(one)).not.toBe(hashOptions(other))
})
