import { describe, expect, it } from 'vitest'
import { readGroundTruth } from '../../src/scorers/material/ground-truth.ts'

describe('the ground truth of a run', () => {
  it.each<[unknown, string | undefined]>([
    [undefined, undefined],
    [null, undefined],
    [' ', undefined],
    ['  Paris. ', 'Paris.'],
    [0, '0'],
    [false, 'false'],
    [10n, '10'],
    [['Paris', 'Lyon'], 'Paris\nLyon'],
    [['Paris', 1889], 'Paris\n1889'],
    [[{ text: 'Height', value: 330 }], '{"text":"Height","value":330}'],
    [{ text: 'Paris', year: 1889 }, '{"text":"Paris","year":1889}'],
    [{ error: 'boom', code: 5 }, '{"error":"boom","code":5}'],
    [{ large: 10n }, '{"large":"10"}'],
    [{ text: 'Paris.' }, 'Paris.'],
    [{ role: 'assistant', content: 'Paris.' }, 'Paris.'],
    [[{ role: 'assistant', content: [{ type: 'text', text: 'Paris.' }] }], 'Paris.'],
  ])('reads as text, and nothing of it is lost (%#)', (groundTruth, text) => {
    expect(readGroundTruth({ groundTruth })).toBe(text)
  })

  it('is an error where it is no data', () => {
    expect(() => readGroundTruth({ groundTruth: () => 'Paris' })).toThrow(/groundTruth .* must be data/)
  })
})
