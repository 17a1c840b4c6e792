import { describe, expect, it } from 'vitest'
import { whyNoClaim } from '../../../src/judge/embedded/no-claim.ts'

describe('what makes no claim', () => {
  it.each([
    ['Hello there, dear reader!', 'is a greeting'],
    ["'Thanks'", 'is a courtesy'],
    ["You're very welcome, and have a nice day.", 'is a courtesy'],
    ["Sure, let's go through it step.", 'is a courtesy'],
    ['Thanks to the dam, the valley is dry.', undefined],
    ['Thanks, it opens at 9.', undefined],
    ['Welcomed guests get a free drink.', undefined],
    ['Thank you for asking, because the museum opens at nine and closes at ten.', undefined],
  ])('%s: %s', (text, why) => {
    expect(whyNoClaim(text)).toBe(why)
  })

  it.each([
    `Thanks ${"'".repeat(60)}1`,
    `Thank you, ${'谢谢你的问题'.repeat(10)}1`,
    `Hello ${'é'.repeat(100)}1`,
  ])('is told at once of %s', (text) => {
    expect(whyNoClaim(text)).toBeUndefined()
  })
})
