import { describe, expect, it } from 'vitest'
import { retryAfterInMs } from '../../../src/judge/call/retry-call.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

describe('the wait that a provider asks for', () => {
  it.each<[Record<string, string> | undefined, number | undefined]>([
    [undefined, undefined],
    [{}, undefined],
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after-ms': 'x', 'retry-after': '3' }, 3_000],
  ])('in %j is %s ms', (headers, expected) => {
    expect(retryAfterInMs(headers, now)).toBe(expected)
  })
})
