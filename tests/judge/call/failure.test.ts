import { describe, expect, it } from 'vitest'
import { excerpt, isTransient } from '../../../src/judge/call/failure.ts'

const error = (fields: object, cause?: unknown) => Object.assign(new Error('it failed', { cause }), fields)

describe('what is worth another try', () => {
  it.each<[object, boolean]>([
    [{ statusCode: 429 }, true],
    [{ statusCode: 500 }, true],
    [{ statusCode: 503 }, true],
    [{ statusCode: 408 }, true],
    [{ statusCode: 400 }, false],
    [{ statusCode: 401, isRetryable: true }, false],
    [{ statusCode: 404 }, false],
    [{ isRetryable: true }, true],
    [{ code: 'ECONNRESET' }, true],
    [{ code: '57P01', message: 'terminating connection due to administrator command' }, true],
    [{ message: 'terminating connection due to administrator command' }, true],
    [{ message: 'Connection terminated unexpectedly' }, true],
    [{ name: 'TimeoutError' }, true],
    [{}, false],
  ])('an error with %j: %s', (fields, expected) => {
    expect(isTransient(error(fields))).toBe(expected)
    expect(isTransient(error({}, error(fields)))).toBe(expected)
  })
})

describe('an excerpt', () => {
  it.each([
    'Incorrect API key provided: sk-proj-abcdef123456.',
    'Authorization: Bearer abc.def.ghi',
    'token 0123456789abcdef0123456789abcdef is invalid',
    'Incorrect API key provided: xoxb-abcdef123456.',
    'not authorized: pplx-abcdef123456',
    '{"detail":"nvapi-abcdef123456 has expired"}',
  ])('holds no key: %s', (text) => {
    expect(excerpt(text)).toContain('[key removed]')
    expect(excerpt(text)).not.toMatch(/abcdef123456|abc\.def|0123456789abcdef/)
  })

  it('keeps words that only sound like keys', () => {
    const text = 'API key provided is wrong; the key-value store has a bearer of news, ask-questions first.'
    expect(excerpt(text)).toContain('API key provided is wrong')
    expect(excerpt(text)).toContain('ask-questions')
    expect(excerpt('The template test_greeting has no field rnd_answer.')).not.toContain('removed')
  })

  it('is one line, shortened', () => {
    expect(excerpt(`a\n${'b '.repeat(500)}`)).toMatch(/^a b b .*…$/)
    expect(excerpt('x '.repeat(500)).length).toBeLessThan(310)
  })

  it.each([
    ['spaces', ' '],
    ['line breaks', '\n'],
    ['hyphens', 'a-'],
    ['letters', 'a'],
    ['beginnings of keys', 'sk-'],
    ['names of keys', 'token: '],
    ['addresses', '://'],
  ])('of a million characters of %s takes no time', (_, unit) => {
    const startedAt = performance.now()
    expect(excerpt(unit.repeat(1_000_000 / unit.length)).length).toBeLessThan(320)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  it('holds no part of a key that stands where it is cut', () => {
    for (let before = 250; before < 1_000; before += 7) {
      expect(excerpt(`${'word '.repeat(before / 5)}sk-abcdefghijklmnopqrstuvwxyz0123456789`)).not.toContain(
        'abc',
      )
    }
    for (let spaces = 1; spaces < 1_500; spaces += 50) {
      expect(excerpt(`a${' '.repeat(spaces)}sk-abcdefghijklmnopqrstuvwxyz0123456789`)).toBe('a [key removed]')
    }
  })
})
