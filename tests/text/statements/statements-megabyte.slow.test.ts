import { describe, expect, it } from 'vitest'
import { splitStatements } from '../../../src/text/statements/statements.ts'

describe('splitStatements, on a megabyte', () => {
  const megabyte = 1_000_000
  const shapes: Array<[name: string, unit: string, statements: number]> = [
    ['one word', 'a', 1],
    ['words without marks', 'word ', 1],
    ['sentences', 'It is so. ', megabyte / 10],
    ['line breaks', '\n', 0],
    ['list items', '- item\n', Math.floor(megabyte / 7)],
    ['headings', '# a\n', megabyte / 4],
    ['quotation marks', '> ', 1],
    ['brackets', '(', 1],
    ['broken links', '[a](b "', 1],
    ['full stops', '.', 1],
    ['stars', '**a ', 1],
    ['backticks', '`a``b', 1],
    ['combining marks', '\u0301', 1],
    ['lone surrogates', '\ud800', 0],
  ]
  it.each(shapes)('of %s', (_, unit, statements) => {
    expect(splitStatements(unit.repeat(megabyte / unit.length))).toHaveLength(statements)
  })
})
