import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareTexts, withoutSharedTexts } from '../../src/shared/shared-texts.ts'

const long = (word: string) => `${word} `.repeat(60)
const viaJson = (value: unknown) => JSON.parse(JSON.stringify(value))

it('texts that repeat are kept once, and come back', () => {
  const values = fc.jsonValue({ maxDepth: 4 }).map((value) => ({ value }))
  const planted = fc.record({
    first: fc.constantFrom(long('one'), long('two'), 'short'),
    list: fc.array(fc.constantFrom(long('one'), long('two'), 'short'), { maxLength: 5 }),
    other: values,
  })
  fc.assert(
    fc.property(planted, (value) => {
      const shared = shareTexts(value)
      const json = JSON.stringify(shared)
      for (const text of [long('one'), long('two')]) expect(json.split(text).length).toBeLessThanOrEqual(2)
      expect(withoutSharedTexts(viaJson(shared))).toEqual(viaJson(value))
    }),
    { seed: 5 },
  )
})

it.each([
  { tool: { $text: 0 }, again: [long('one'), long('one')] },
  { texts: ['mine'], again: [long('one'), long('one')] },
  { again: ['short', 'short'] },
])('a value that looks like one with shared texts is left as it is', (value) => {
  expect(shareTexts(value)).toBe(value)
  expect(viaJson(shareTexts(value))).toEqual(value)
})
