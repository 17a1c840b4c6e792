import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitStatements } from '../../../src/text/statements/statements.ts'

const texts = (source: string) => splitStatements(source).map(({ text }) => text)
const letters = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).join('')

const review =
  'so basically i bought this last year and it worked fine for a while but then the battery started to die after a few minutes and i had to send it back and they sent me a new one which has been fine so far but i would not buy it again because the support took three weeks to answer my mails and nobody ever said sorry for it'

describe('a line of 300 characters without full stops', () => {
  it('is cut before "and", "but" and "so" where both sides have a verb', () => {
    expect(texts(review)).toEqual([
      'so basically i bought this last year',
      'and it worked fine for a while',
      'but then the battery started to die after a few minutes',
      'and i had to send it back',
      'and they sent me a new one which has been fine so far',
      'but i would not buy it again because the support took three weeks to answer my mails',
      'and nobody ever said sorry for it',
    ])
  })

  it('stays whole where it lists things, and where it is shorter', () => {
    const list = `the box contains ${Array.from({ length: 40 }, (_, index) => `part${index}`).join(' and ')}`
    expect(list.length).toBeGreaterThan(300)
    expect(texts(list)).toEqual([list])
    expect(texts(review.slice(0, 250))).toHaveLength(1)
  })

  it('is cut at semicolons and dashes, too', () => {
    const half =
      'the first pump that we ever bought was loud and heavy for its size and it never got the water warm'
    const long = `${half}; ${half} – ${half}; then it broke`
    expect(texts(long).join(' ')).toBe(long)
    expect(texts(long).length).toBeGreaterThan(3)
  })

  it('loses no letter, whatever its words are', () => {
    const word = fc.constantFrom(
      ...['and', 'but', 'so', 'it', 'i', 'was', 'is', 'broken', 'bought', 'the', 'pump', "don't", 'works'],
      ...[';', '–', '—', ' - ', ',', ', and', 'und', 'Oslo', '3', '3.5', 'no', 'said', 'x'],
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 60, maxLength: 160 }), (words) => {
        const text = words.join(' ')
        const pieces = texts(text)
        expect(letters(pieces.join(' '))).toBe(letters(text))
        for (const piece of pieces)
          if (pieces.length > 1) expect(piece.split(/\s+/).length).toBeGreaterThan(1)
      }),
    )
  })
})

describe('what ends no sentence', () => {
  it.each([
    ['In 2017, Shout! Factory released the film. It sold well.', 2],
    ['Yahoo! Inc. was founded in 1994 by Jerry Yang. It is in California.', 2],
    ['I saw Wham! in 1985. They were great.', 2],
    ['Jeopardy! is a game show.', 1],
    ['Der Zug fährt zum 3. Mai wieder. Danach nicht.', 2],
    ['Der 1. FC Köln spielt am Samstag. Er gewinnt.', 2],
    ['Butikken er åpen til 3. mai. Etterpå er den stengt.', 2],
    ['Am 24. Dezember ist geschlossen. Am 25. auch.', 2],
    ['Im 19. Jahrhundert gab es das nicht.', 1],
    ['The 2. Bundesliga starts in August. Fans wait.', 2],
    ['Heinrich VIII. war König. Er hatte sechs Frauen.', 2],
    ['Prof. Dr. Müller wohnt in der Hauptstr. 5. Er ist nett.', 2],
    ['Open Mon. to Fri. from 9 to 5. Closed on Sun.', 2],
    // And what does, beside it.
    ['It was no. 3. Then it rose.', 2],
    ['The answer is 42. Nothing else.', 2],
    ['Wait! Stop the pump first.', 2],
    ['i bought 3. they broke.', 2],
    ['It is great! We love it.', 2],
    ['this is fake.and when i told them they said no.these people are crooks.', 3],
    ['see shopvac.com or node.js for details.', 1],
  ])('in %j: %d sentences', (text, count) => {
    expect(texts(text)).toHaveLength(count)
  })
})
