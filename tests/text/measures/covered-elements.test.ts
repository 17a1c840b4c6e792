import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../../../src/shared/slices.ts'
import { coverElements } from '../../../src/text/measures/covered-elements.ts'
import { functionWordsFor } from '../../../src/text/words/function-words.ts'
import { allParts, inflectionless, textWords } from '../../../src/text/words/text-words.ts'
import { foldWord } from '../../../src/text/words/words.ts'
import { runs } from '../../support/random-runs.ts'
import { anyText } from '../../support/texts.ts'

const cover = (reference: string, output: string) => runAtOnce(coverElements(reference, output))

describe('elements', () => {
  it('are the content words of the reference, each once, and missing where nothing covers them', () => {
    expect(cover('The café opened; the cafe closed in 1,999.', 'A CAFE opens')).toEqual({
      referenceElements: ['cafe', 'opened', 'closed', '1999'],
      outputElements: ['cafe', 'opens'],
      missingElements: ['closed', '1999'],
    })
  })

  it.each([
    ['photosynthesis', 'photosynthetic', true],
    ['car', 'card', false],
    ['cards', 'card', true],
    ['international', 'internet', false],
    ['getUserName', 'the name of the user to get', true],
    ['GitHub', 'github', true],
    ['github', 'GitHub', true],
    ['React.js', 'React and js', true],
    ['作る', '作り', true],
    ['кошка', 'кошки', true],
    ['31.12.2024', '31.12.2023', false],
    ['1989', '1988', false],
    ['1000', '1,000', true],
    ['ABC-1042', 'ABC-1043', false],
    ['22.13.0', '22.13.1', false],
    ['DE89370400440532013000', 'DE89370400440532013001', false],
    ['x'.repeat(70), `${'x'.repeat(69)}y`, false],
  ])('%s by %s: %s', (reference, output, covered) => {
    expect(cover(reference, output).missingElements.length === 0).toBe(covered)
  })

  it('are those that comparing each word with each finds', () => {
    fc.assert(
      fc.property(anyText, anyText, (reference, output) => {
        expect(cover(reference, output).missingElements).toEqual(missingByComparison(reference, output))
      }),
      { numRuns: runs(3_000) },
    )
  })
})

interface Word {
  readonly key: string
  readonly shown: string
  readonly wholes: string[]
}

/** Every pair of words is looked at. */
function missingByComparison(reference: string, output: string): string[] {
  const list = functionWordsFor(runAtOnce(textWords(reference)).folded)
  const [wanted, given] = [reference, output].map((text) => wordsOf(text, list)) as [Word[], Word[]]
  return wanted.filter((one) => !given.some((other) => covers(one, other))).map(({ shown }) => shown)
}

function wordsOf(text: string, list: ReadonlySet<string>): Word[] {
  const found: Word[] = []
  const { tokens, folded } = runAtOnce(textWords(text))
  for (const [index, word] of folded.entries()) {
    if (list.has(word)) continue
    const parts = allParts(tokens[index] as string)
    for (const part of parts) {
      const shown = parts.length === 1 ? word : foldWord(part)
      if (list.has(shown)) continue
      const key = inflectionless(shown)
      const whole = parts.length === 1 ? [] : [inflectionless(word)]
      const known = found.find((other) => other.key === key)
      if (known) known.wholes.push(...whole)
      else found.push({ key, shown, wholes: whole })
    }
  }
  return found
}

function covers(one: Word, other: Word): boolean {
  if ([one.key, ...one.wholes].some((word) => [other.key, ...other.wholes].includes(word))) return true
  const lengths = [one.key.length, other.key.length]
  if ([one, other].some(({ key }) => /\d/.test(key))) return false
  if (Math.min(...lengths) <= 3 || Math.max(...lengths) > 64) return false
  let common = 0
  while (common < one.key.length && one.key[common] === other.key[common]) common++
  return common > 0.6 * Math.max(...lengths)
}
