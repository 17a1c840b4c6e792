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
  '-eyJ',
  '_eyJabcdefgh.',
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
  'cookie: a=b; ',
  'a=b; ',
  'authorization: basic ',
  'password is ',
  'key=',
  'https://a:',
  'aA1',
  'aA1/',
  'SG.aA1.',
  'GB82 WEST ',
  'passport 1 ',
  'xoxb-1-',
  'ghp_',
  'mysql://a:b',
  // Escapes, and escapes of them.
  '%41',
  '%2541',
  '%E4%BD',
  '&amp;',
  '&#x26;amp;',
  '\\u0041',
  '\\\\',
  '?a=b+',
  '?password%3Da',
  // What stands before passwords and codes, and never one.
  'password for ',
  'password = ',
  '"password": "a ',
  'pw: a',
  'curl -u ',
  ' --user=a:b',
  ' --password ',
  'redis-cli -a ',
  'a:1234:a:a:',
  'WIFI:a;',
  'jdbc:oracle:a:a/',
  'pin 1',
  'seed phrase: abc ',
  'abc ',
  'recovery code: a1-',
  'aA1=',
  'aA1/aA1-',
  'DE89 ',
  'DE89',
  'tel:1',
  'phone: ',
  '4111/',
  'account number 1 ',
  '0171 1234567, ',
  // Marks around labels.
  '**a:** ',
  '| a ',
  '|a',
  'a:\n```\n',
  '</td> ',
]

const repeated = (unit: string) => (length: number) => unit.repeat(length / unit.length)
const texts: [string, (length: number) => string][] = [
  ...units.map((unit): [string, (length: number) => string] => [unit, repeated(unit)]),
  [
    'different addresses, and their owners again',
    (length) =>
      Array.from(
        { length: length / 64 },
        (_, index) => `owner.number.${index}@example.com owner number ${index}`,
      ).join(' '),
  ],
]

it.each(texts)('reads 64 KB of %j in a time that grows with it', (_, textOf) => {
  /** Milliseconds of processor time, which does not depend on what else the machine does. */
  const timeOf = (length: number) => {
    const text = textOf(length)
    const before = process.threadCpuUsage()
    new Redactor().redact(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  timeOf(2 ** 12)
  // Quadratic time would be 256 times as long.
  expect(timeOf(2 ** 16)).toBeLessThan(100 * Math.max(timeOf(2 ** 12), 1))
})
