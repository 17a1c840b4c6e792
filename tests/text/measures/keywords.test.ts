import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../../../src/shared/slices.ts'
import { compareKeywords } from '../../../src/text/measures/keywords.ts'
import { foldToken, inflectionless, jointParts, textWords } from '../../../src/text/words/text-words.ts'
import { runs } from '../../support/random-runs.ts'
import { anyText } from '../../support/texts.ts'

const compare = (reference: string, output: string, compounds?: string[]) =>
  runAtOnce(compareKeywords(reference, output, compounds))

describe('keywords', () => {
  it('are words without function words, and compounds as one', () => {
    const { referenceKeywords } = compare(
      'Machine learning models require data preprocessing with React.js and state-of-the-art C++.',
      '',
    )
    expect([...referenceKeywords]).toEqual([
      'machine learning',
      'models',
      'require',
      'data preprocessing',
      'react.js',
      'state-of-the-art',
      'c++',
    ])
  })

  it.each([
    ['React.js', 'I like REACT.JS', true],
    ['React', 'React.js', true],
    ['React.js', 'React', false],
    ['machine learning', 'machine-learning', true],
    ['machine learning', 'learning about a machine', false],
    ['state-of-the-art', 'state of the art', true],
    ['model', 'models', true],
    ['Café', 'cafe', true],
    ['1000', '1,000', true],
    ['1,000', '1000', true],
    ['1,000', '1,000.Paris', true],
    ['1,000.Paris', '1000.Paris', true],
    ['JavaScript', 'javascript', true],
    ['not', 'anything', true],
  ])('%s in %j: %s', (reference, output, found) => {
    expect(compare(reference, output).missingKeywords.length === 0).toBe(found)
  })

  it('of several words can be added', () => {
    expect([...compare('the golden master test', '', ['golden master']).referenceKeywords]).toEqual([
      'golden master',
      'test',
    ])
  })

  it('are not marks without a letter', () => {
    const { referenceKeywords, missingKeywords } = compare('Paris.\u0301 \u0301\u0301', 'Paris')
    expect([[...referenceKeywords], missingKeywords]).toEqual([['paris.'], []])
  })

  it('are found where looking through the whole answer for each finds them', () => {
    fc.assert(
      fc.property(anyText, anyText, (reference, output) => {
        const { referenceKeywords, missingKeywords } = compare(reference, output)
        const given = partsOf(output)
        const wholes = runAtOnce(textWords(output)).folded.map(inflectionless)
        const expected = [...referenceKeywords].filter((keyword) => {
          const parts = partsOf(keyword).slice(0, 5)
          const stands = given.some((_, start) => parts.every((part, index) => given[start + index] === part))
          return !stands && !wholes.includes(parts.join(' '))
        })
        expect(missingKeywords).toEqual(expected)
      }),
      {
        numRuns: runs(1_000),
        examples: [
          ['1,000', '1,000.Paris'],
          ['\u0301_\u0301', 'Paris'],
        ],
      },
    )
  })
})

function partsOf(text: string): string[] {
  return runAtOnce(textWords(text)).tokens.flatMap((token) =>
    jointParts(token)
      .map((part) => inflectionless(foldToken(part)))
      .filter((part) => part !== ''),
  )
}
