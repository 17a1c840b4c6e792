import fc from 'fast-check'
import * as stopword from 'stopword'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../../../src/shared/slices.ts'
import { englishFunctionWords, functionWordsFor } from '../../../src/text/words/function-words.ts'
import { listedContentWords } from '../../../src/text/words/listed-content-words.ts'
import { allParts, foldToken, jointParts, textWords, wordTokens } from '../../../src/text/words/text-words.ts'
import { foldWord, spaceless } from '../../../src/text/words/words.ts'
import { runs } from '../../support/random-runs.ts'
import { anyText } from '../../support/texts.ts'

const anyLetters = String.raw`[[\p{L}\p{M}\p{N}]--[${spaceless}]]+`

/** Latin letters, and all that may stand beside them in a word or look like a part of one. */
const latinText = fc
  .array(fc.constantFrom(...`aZé\xaa\xb2\xb5\xd7\u024f\u0250\u0301\u02b905.,'’_-+#\n \u2009→一`))
  .map((characters) => characters.join(''))

describe('tokens', () => {
  it.each([
    ["Don't use C++, C# or .NET.", ["Don't", 'use', 'C++', 'C#', 'or', '.NET']],
    ['React.js, Node.js; e.g. 3.14 or 1,000', ['React.js', 'Node.js', 'e.g', '3.14', 'or', '1,000']],
    ['_word_ max_tokens #tag', ['word', 'max_tokens', 'tag']],
    ['東京は日本の首都です。ABC株', ['東京', 'は', '日本', 'の', '首都', 'です', 'ABC', '株']],
    ['안녕 мир مرحبا', ['안녕', 'мир', 'مرحبا']],
    ['\ud800abc\udc00 👍🏽 …', ['abc']],
    ['', []],
  ])('of %j', (text, tokens) => {
    expect([...wordTokens(text)]).toEqual(tokens)
  })

  it('hold every letter and digit of a text once, in order', () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(anyText, (text) => {
        expect(letters([...wordTokens(text)].join(''))).toBe(letters(text))
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('are the same however many words came before, and in every script', () => {
    const pattern = new RegExp(
      String.raw`([[\p{L}\p{M}\p{N}]&&[${spaceless}]]+)|(?<![\p{L}\p{N}.])\.(?=\p{Lu})${anyLetters}|${anyLetters}(?:(?:['’._\-]|(?<=\p{N}),(?=\p{N}))${anyLetters})*(?:\+\+|#(?![\p{L}\p{N}]))?`,
      'gv',
    )
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
    const slowly = (text: string) =>
      [...text.matchAll(pattern)].flatMap(([match, unspaced]) =>
        unspaced ? Array.from(segmenter.segment(match), ({ segment }) => segment) : [match],
      )
    fc.assert(
      fc.property(anyText, fc.string({ unit: 'binary' }), latinText, (text, other, latin) => {
        for (const piece of [text, other, text + other, latin]) {
          const slow = slowly(piece)
          expect([...wordTokens(piece)]).toEqual(slow)
          const words = slow.filter((token) => /[\p{L}\p{N}]/u.test(foldToken(token)))
          expect(runAtOnce(textWords(piece))).toEqual({ tokens: words, folded: words.map(foldToken) })
        }
      }),
      { numRuns: runs(2_000) },
    )
    runAtOnce(textWords(Array.from({ length: 30_000 }, (_, index) => `w${index}`).join(' ')))
    expect(runAtOnce(textWords('W7 Café')).folded).toEqual(['w7', 'cafe'])
  })

  it('of a long run without spaces are those of its parts, and none is lost', () => {
    const run = '東京は日本の首都であり𠮷野家がある'.repeat(400)
    expect([...wordTokens(run)].join('')).toBe(run)
  })
})

describe('parts of a word', () => {
  it.each([
    ['getUserName', ['get', 'User', 'Name']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['max_output-tokens', ['max', 'output', 'tokens']],
    ['React.js', ['React', 'js']],
    ['3.14', ['3.14']],
    ['2024-05', ['2024-05']],
    ['iPhone', ['iPhone']],
    ["don't", ["don't"]],
    ['C++', ['C++']],
  ])('of %s', (word, parts) => {
    expect(allParts(word)).toEqual(parts)
  })

  it('that are joined by marks stay together inside', () => {
    expect(jointParts('state-of-the-artWork')).toEqual(['state', 'of', 'the', 'artWork'])
  })
})

describe('function words', () => {
  const contentOf = (text: string) => {
    const { folded } = runAtOnce(textWords(text))
    const list = functionWordsFor(folded)
    return folded.filter((word) => !list.has(word)).join(' ')
  }

  it.each([
    ['The cat is on the mat', 'cat mat'],
    ['Die Katze sitzt auf der Matte', 'katze sitzt matte'],
    ['Le chat est sur le tapis', 'chat tapis'],
    ['кошка сидит на коврике', 'кошка сидит коврике'],
    ['東京は日本の首都です', '東京 日本 首都'],
    ['die casting', 'die casting'],
    ['dog bites man', 'dog bites man'],
    ['React', 'react'],
    ['', ''],
  ])('are left out of %j in its language', (text, content) => {
    expect(contentOf(text)).toBe(content)
  })

  it.each([
    ['Die Garantie gilt zwei Jahre und ist gut.', 'garantie gilt zwei jahre gut'],
    ['Das ist auf Reisen nicht erlaubt.', 'reisen nicht erlaubt'],
    ['Il ne faut pas ouvrir la boîte avec les mains.', 'faut pas ouvrir boite mains'],
    ['O prazo é de dez dias para todos os pedidos que não são novos.', 'prazo dez dias pedidos nao novos'],
    ['Нет, это не она.', 'нет не'],
    ['Гарантия не действует два года.', 'гарантия не деиствует два года'],
    ['Det är inte bra att ha fem av sju dagar.', 'inte bra fem sju dagar'],
  ])('are no numbers, days, negations or judgements, which the lists have: %j', (text, content) => {
    expect(contentOf(text)).toBe(content)
  })

  it.each(Object.keys(listedContentWords))('of %s have the words that carry meaning', (code) => {
    const listed = (stopword as unknown as Record<string, string[]>)[code] ?? []
    const words = (listedContentWords[code] ?? '').trim().split(/\s+/)
    expect(words.filter((word) => !listed.includes(word))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
    const ofAll = functionWordsFor(listed.map(foldWord))
    expect(words.filter((word) => ofAll.has(foldWord(word)))).toEqual([])
  })

  it('of English are all of its list', () => {
    expect(functionWordsFor([])).toBe(englishFunctionWords)
  })
})
