import { describe, expect, it } from 'vitest'
import {
  createCompletenessScorer,
  createContentSimilarityScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
} from '../../src/scorers/index.ts'
import { answerScorers } from '../support/every-scorer.ts'
import { fakeJudge } from '../support/fake-judge.ts'

const image = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=', filename: 'tower.png' }
const parts = (...list: object[]) => ({ format: 2, parts: list })
const input = [{ role: 'user', content: 'Draw the tower.' }]
const codeScorers = {
  completeness: createCompletenessScorer,
  'keyword coverage': createKeywordCoverageScorer,
  'content similarity': createContentSimilarityScorer,
  'textual difference': createTextualDifferenceScorer,
  tone: createToneScorer,
}
/** About the context, whatever is answered. */
const ofContext = ['context relevance', 'context precision', 'context recall']

describe('an answer of a picture alone', () => {
  const ofCode = Object.entries(codeScorers).map(([name, create]) => [name, () => create()] as const)
  it.each([...Object.entries(answerScorers), ...ofCode])(
    'is not scorable, and no 0: %s',
    async (name, create) => {
      if (ofContext.includes(name)) return
      const judge = fakeJudge({ extract: [] })
      const output = [{ role: 'assistant', content: parts(image) }]
      const groundTruth = 'It is tall. It is made of iron.'
      const { score, notScorable } = await create(judge).run({ input, output, groundTruth })
      expect([score ?? undefined, notScorable?.reason]).toEqual([
        undefined,
        expect.stringContaining('image tower.png'),
      ])
      expect(judge.requests).toHaveLength(0)
    },
  )
})

describe('what is attached to a question', () => {
  const asked = async (...attached: object[]) => {
    const judge = fakeJudge({ answer: () => 'yes' })
    const content = parts({ type: 'text', text: 'What is on it?' }, ...attached)
    const scorer = answerScorers['answer relevancy']?.(judge)
    const result = await scorer?.run({ input: [{ role: 'user', content }], output: 'It is a tower.' })
    return { result, question: (judge.requests.at(-1)?.state as { question?: string } | undefined)?.question }
  }
  it.each([
    [image, 'image tower.png'],
    [
      { type: 'image', image: 'https://example.com/a/photo.jpg?size=2', mimeType: 'image/jpeg' },
      'image photo.jpg',
    ],
    [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }, 'image'],
    [
      { type: 'file', mediaType: 'application/pdf', url: 'https://example.com/contract.pdf' },
      'PDF contract.pdf',
    ],
    [{ type: 'input_file', filename: 'table.xlsx' }, 'file table.xlsx'],
    [{ type: 'document', title: 'Terms', source: { media_type: 'application/pdf' } }, 'PDF Terms'],
    [{ type: 'file', mimeType: 'audio/mpeg', data: 'AAAA' }, 'audio'],
  ])('is told to the judge: %j', async (part, told) => {
    expect((await asked(part)).question).toBe(`What is on it?\n[attached: ${told}]`)
  })

  it('alone is no question, and the reason says what there is', async () => {
    const scorer = answerScorers['answer relevancy']?.(fakeJudge())
    const result = await scorer?.run({ input: [{ role: 'user', content: parts(image) }], output: 'A tower.' })
    expect(result?.notScorable?.reason).toBe('the question has no text, only attachments: image tower.png')
  })
})
