import { expect, it } from 'vitest'
import { agreementInShort, gainSentence } from '../../../../src/features/agreement/report/sentences.ts'
import type { AgreementResult } from '../../../../src/features/agreement/result.ts'

const result = {
  scorer: { name: 'Support' },
  reading: { kind: 'class', positive: ['good'], negative: ['bad'] },
  figures: {
    agreement: { value: 0.825 },
    truePositiveRate: { value: 1 },
    trueNegativeRate: { value: 6 / 13 },
  },
} as unknown as AgreementResult

it('leads with what a scorer finds of each kind: a judge that finds few bad answers agrees on most rows', () => {
  expect(agreementInShort(result)).toMatch(
    /^Support finds 100 % of the rows that people call “good” and 46\.2 % of those they call “bad” \(agreement 82\.5 %\);/,
  )
})

it('says below where a figure is lower than that of a baseline', () => {
  const sentence = (value: number) => gainSentence(result, { name: 'length', gain: { value } } as never)
  expect(sentence(-0.36)).toBe(
    'Its area under the curve is 0.36 below that of length (too few rows for an interval).',
  )
  expect(sentence(0.36)).toBe(
    'Its area under the curve is 0.36 above that of length (too few rows for an interval).',
  )
})
