import { expect, it } from 'vitest'
import { Redactor } from '../../../src/text/redact/redact.ts'

const units = [
  'a',
  '1',
  '1 ',
  '+1',
  '+49 30 ',
  '0 ',
  'a@',
  '@a.',
  'a.',
  'eyJ',
  'eyJa.',
  'sk-',
  'bearer ',
  '4 ',
  '(415) ',
  '\\n',
  '{"a":',
  '[',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  'tel. 1 ',
  '{"a":"b@example.com"} ',
]

it.each(units)('reads a megabyte of %j in a time that grows with it', { timeout: 120_000 }, (unit) => {
  const timeOf = (length: number) => {
    const text = unit.repeat(length / unit.length)
    const start = performance.now()
    new Redactor().redact(text)
    return performance.now() - start
  }
  timeOf(2 ** 16)
  // Quadratic time would be 256 times as long.
  expect(timeOf(2 ** 20)).toBeLessThan(100 * Math.max(timeOf(2 ** 16), 20))
})
