import { describe, expect, it } from 'vitest'
import { isErrorText } from '../../src/text/error-text.ts'

describe('an error message', () => {
  it.each([
    'Error: request failed',
    'TypeError: x is not a function\n    at a.js:1:1\n    at b.js:2:2',
    'java.lang.NullPointerException: name is null',
    'Traceback (most recent call last):\n  File "a.py", line 1',
    'Error (503): overloaded. Try again later.',
    '503 Service Unavailable',
    'HTTP/1.1 404 Not Found',
    'Something went wrong. Please try again later.',
    'An unexpected error occurred!',
    'undefined',
    '[object Object]',
  ])('is told: %j', (text) => {
    expect(isErrorText(text)).toBe(true)
  })

  it.each([
    '',
    'Error handling in Go works like this: functions return an error.',
    'The TypeError: what it means',
    'It is null.',
    'Not found in the archive is a letter of 1871.',
    'Not found. The page is gone. Buy our book. Follow us.',
    '404 means that the page was not found.',
    `TypeError: this is thrown for a value of the wrong type.\n\nTo fix it, check the type first.`,
    `Error: ${'a long explanation of what errors are. '.repeat(20)}`,
  ])('is told from an answer: %j', (text) => {
    expect(isErrorText(text)).toBe(false)
  })

  it.each([
    '500 AaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!',
    `${' '.repeat(200_000)}x`,
    `Error: x${'\n'.repeat(300_000)}`,
    'a'.repeat(200_000),
  ])('is told without backtracking over a long text', (text) => {
    expect(isErrorText(text)).toBe(false)
  })
})
