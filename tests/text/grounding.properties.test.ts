import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groundUnits } from '../../src/text/grounding.ts'
import { isSameSpelling } from '../../src/text/informal.ts'
import { read } from '../../src/text/reading.ts'
import { splitStatements } from '../../src/text/statements.ts'

const vocabulary =
  `the a is are not dont never no it they women towers bridge soup garden paris 330 1889 tall goverment
  government recieve open opens idk gonna belong here nice really only few café не работает`.split(/\s+/)
const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...vocabulary) },
  fc.stringMatching(/^[a-z]{2,7}$/),
)
const sentence = fc
  .array(word, { minLength: 1, maxLength: 9 })
  .chain((words) => fc.constantFrom('.', '!', '?', '', ' 👍', '.[1]').map((end) => words.join(' ') + end))
const answer = fc
  .array(sentence, { minLength: 1, maxLength: 5 })
  .chain((sentences) => fc.constantFrom(' ', '\n', '\n- ').map((joint) => sentences.join(joint)))

/** What a judge may make of an answer: parts of it, joined, mended, turned round, repeated, or its own. */
const unitOf = (text: string) => {
  const words = text.split(/\s+/)
  return fc
    .record({
      from: fc.nat(words.length),
      length: fc.nat(words.length),
      drop: fc.nat(words.length),
      insert: fc.option(word, { nil: '' }),
      mended: fc.boolean(),
    })
    .map(({ from, length, drop, insert, mended }) => {
      const part = words.slice(from, from + length).filter((_, index) => index !== drop)
      return [...part, insert].map((word) => (mended ? word.replace('ie', 'ei') : word)).join(' ')
    })
}
const reply = (text: string) => fc.array(fc.oneof(unitOf(text), sentence), { maxLength: 8 })
const answerWithReply = answer.chain((text) => reply(text).map((units) => ({ text, units })))

it('each content word and each denial of a sentence is judged, whatever the judge replies', () => {
  fc.assert(
    fc.property(answerWithReply, fc.option(sentence, { nil: '' }), ({ text, units }, known) => {
      const sentences = splitStatements(text)
      const { statements, restored } = groundUnits(units, sentences, { known, written: text })
      for (const source of sentences) {
        if (restored.includes(source)) {
          expect(statements).toContain(source)
          continue
        }
        const judged = statements.map((statement) => read(statement.text))
        const here = statements.filter(({ start }) => start === source.start).map(({ text }) => read(text))
        const { stems, denials } = read(source.text)
        const said = (readings: typeof judged) =>
          readings.reduce((sum, reading) => sum + reading.denials, 0) >= denials &&
          [...stems].every(([stem, word]) =>
            readings.some((reading) =>
              [...reading.stems].some(([other, said]) => other === stem || isSameSpelling(said, word)),
            ),
          )
        // By its own units together, or by one that joins it with its neighbour.
        expect(said(here) || judged.some((reading) => said([reading]))).toBe(true)
      }
    }),
    { numRuns: 1_000 },
  )
})
