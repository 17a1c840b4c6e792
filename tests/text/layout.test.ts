import { expect, test } from 'vitest'
import { withoutLayout } from '../../src/text/layout.ts'
import { splitStatements } from '../../src/text/statements.ts'

const plain = (text: string) =>
  withoutLayout(text)
    .replaceAll(/\s+(?=[.!?]|$)/g, '')
    .trim()

test.each([
  'The tower is 330 metres tall (docs/tower.md).',
  'The tower is 330 metres tall [guide.pdf, p. 3].',
  'The tower is 330 metres tall (source: Guide to Paris).',
  'The tower is 330 metres tall (docs/tower.md#height).',
  'The tower is 330 metres tall [1].',
  '1. The tower is 330 metres tall (https://paris.example/tower).',
])('what names the source of a sentence is none of its words: %s', (text) => {
  expect(plain(text)).toBe('The tower is 330 metres tall.')
})

test.each([
  'The settings stand in a file (verdict.config.ts).',
  'The tower (docs/tower.md) is 330 metres tall.',
  'It is tall (330 metres).',
  'Read the guide (README.md) first.',
  '(docs/tower.md)',
])('what a sentence says in brackets stays: %s', (text) => {
  expect(plain(text)).toBe(text)
})

test.each([
  'It costs 12 euros. (Source: delivery.md)',
  'It costs 12 euros. [docs/delivery.md]',
  'It costs 12 euros. (docs/delivery.md#prices).',
])('a source behind a sentence is no statement: %s', (text) => {
  expect(splitStatements(text).map(({ text }) => text)).toEqual(['It costs 12 euros.'])
})

test('a source that is the whole answer is a statement', () => {
  expect(splitStatements('(Source: delivery.md)')).toHaveLength(1)
})
