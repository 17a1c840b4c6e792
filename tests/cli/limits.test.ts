import { expect, test } from 'vitest'
import { parseAllowedLoss, parseLimits, parseShare } from '../../src/cli/settings/limits.ts'

test('reads limits, repeated or with commas', () => {
  expect(parseLimits('--fail-under', ['relevancy=0.8', 'a=b=.5, bias = 1e-2'])).toEqual({
    relevancy: 0.8,
    'a=b': 0.5,
    bias: 0.01,
  })
})

test.each([
  'relevancy',
  'relevancy=',
  '=0.8',
  'relevancy=high',
  'relevancy=0x1',
  'relevancy=80%',
  '',
  'a=1,',
])('refuses the limit "%s" and shows how it is written', (spelling) => {
  expect(() => parseLimits('--fail-under', [spelling])).toThrow(/--fail-under: .*relevancy=0\.8/)
})

test('refuses two limits for one scorer', () => {
  expect(() => parseLimits('--fail-under', ['a=1', 'a=2'])).toThrow(/two limits for a/)
})

test('reads shares', () => {
  expect(parseShare('--max-failed', '1%')).toBe(0.01)
  expect(parseShare('--max-failed', '0.01')).toBe(0.01)
  expect(parseShare('--max-failed', ' 12.5 % ')).toBe(0.125)
  expect(parseShare('--max-failed', '0')).toBe(0)
})

test.each(['1', '100%'])('reads %s as everything', (spelling) => {
  expect(parseShare('--max-failed', spelling)).toBe(1)
})

test.each(['5', '-1%', '101%', '%', '', 'few', 'NaN'])('refuses the share "%s"', (spelling) => {
  expect(() => parseShare('--max-failed', spelling)).toThrow(/--max-failed: .*as in --max-failed 1%/)
})

test('reads an allowed loss for all scorers or for some', () => {
  expect(parseAllowedLoss('--allowed-loss', ['0.05'])).toBe(0.05)
  expect(parseAllowedLoss('--allowed-loss', ['relevancy=0.05', 'bias=0'])).toEqual({
    relevancy: 0.05,
    bias: 0,
  })
  expect(() => parseAllowedLoss('--allowed-loss', ['-0.1'])).toThrow(/0 or more/)
  expect(() => parseAllowedLoss('--allowed-loss', ['0.1', '0.2'])).toThrow(/--allowed-loss/)
})
