import { expect, it } from 'vitest'
import { parsed } from '../../../../src/features/monitor/source/score-row.ts'

it.each([
  ['an object as LibSQL keeps it', '{"a":1}', { a: 1 }],
  ['an object as PostgreSQL keeps it, JSON within a text', JSON.stringify('{"a":1}'), { a: 1 }],
  ['a text', '"hello"', 'hello'],
  ['a text within a text', JSON.stringify('"hello"'), 'hello'],
  ['a number that is a text', '"42"', '42'],
  ['a text in brackets', '"[see below] yes"', '[see below] yes'],
  ['what is not JSON', 'hello', 'hello'],
  ['nothing', null, undefined],
])('reads %s', (_, stored, value) => {
  expect(parsed(stored)).toEqual(value)
})
