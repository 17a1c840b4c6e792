import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyFinders } from '../../../src/text/redact/keys.ts'

/** As one would write it, in time that grows with the square of the text. */
const obvious = /(?<![A-Za-z\d])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+){0,3}/g

const find = keyFinders.find(({ find }) => find.name === 'jsonWebTokensIn')?.find

it('finds JSON Web Tokens where the obvious pattern does', () => {
  const piece = fc.constantFrom(
    'eyJ',
    'abcdefgh',
    'a',
    '-',
    '_',
    '.',
    '..',
    ' ',
    '"',
    '1',
    'eyJabcdefgh.ijklmnop',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const text = pieces.join('')
      const expected = Array.from(text.matchAll(obvious), ({ 0: { length }, index }) => [
        index,
        index + length,
      ])
      expect([...(find?.(text) ?? [])]).toEqual(expected)
    }),
    { numRuns: 5000 },
  )
})
