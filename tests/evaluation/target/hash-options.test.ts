import { RequestContext } from '@mastra/core/request-context'
import { expect, it } from 'vitest'
import { hashOptions } from '../../../src/evaluation/target/hash-options.ts'

it('is the same for the same options, in any order, with other times and instances', () => {
  const options = (since: Date) => ({
    maxSteps: 3,
    requestContext: new RequestContext(),
    context: `At ${since}`,
  })
  const { maxSteps, ...rest } = options(new Date(0))
  expect(hashOptions({ ...rest, maxSteps })).toBe(hashOptions(options(new Date(1e12))))
  expect(hashOptions({ at: 1_764_400_000_000 })).toBe(hashOptions({ at: 1_764_500_000_000 }))
})

it('differs for other options, and is none where there are none or they refer to themselves', () => {
  expect(hashOptions({ maxSteps: 3 })).not.toBe(hashOptions({ maxSteps: 4 }))
  const self: Record<string, unknown> = {}
  self.self = self
  expect([hashOptions(), hashOptions({}), hashOptions(self)]).toEqual([undefined, undefined, undefined])
})
