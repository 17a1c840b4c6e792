import { beforeAll, describe, expect, it } from 'vitest'
import type { Material } from '../../research/stability/material.ts'
import { measureStability, type Scored, type Stability, scoreAll } from '../../research/stability/measure.ts'
import { measured } from '../../research/stability/scorers.ts'
import { transformations } from '../../research/stability/transformations.ts'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import { createFactualityScorer, createFaithfulnessScorer } from '../../src/scorers/index.ts'

const written = ['bullets', 'blank lines and trailing blanks', 'emphasis']

/** What changes nothing at all. Answers of the third are one sentence, and have no context. */
const exactly: Readonly<Record<string, readonly string[]>> = {
  'answer relevancy': [...written, 'numbered list'],
  faithfulness: [...written, 'numbered list', 'context in reverse', 'courtesies'],
  factuality: written,
}

/** A fixed part of the data: every fifteenth answer. */
const sampleOf = (materials: readonly Material[]) => materials.filter((_, index) => index % 15 === 0)

describe.each(Object.entries(measured))('%s by the embedded judge', (name, { materials, score }) => {
  const sample = sampleOf(materials())
  let before: ReadonlyMap<Material, Scored> = new Map()
  beforeAll(async () => {
    before = await scoreAll(sample, score)
  })
  const measure = (kind: string): Promise<Stability> =>
    measureStability(sample, kind, transformations[kind] as never, score, before)

  it.each(exactly[name] ?? [])('has the same verdicts and scores: %s', async (kind) => {
    const { answers, flipped, otherwise, changes } = await measure(kind)
    expect(answers).toBeGreaterThan(2)
    expect({ flipped, largest: Math.max(0, ...changes) < 1e-9 }).toEqual({ flipped: 0, largest: true })
    expect(otherwise).toBe(0)
  })

  // Answer relevancy judges against nothing but the question.
  const judgedAgainst = name === 'answer relevancy' ? [] : ['emphasis in context and ground truth']
  it.each(judgedAgainst)('does not look at %s', async (kind) => {
    const { answers, changes } = await measure(kind)
    expect(answers).toBeGreaterThan(10)
    expect(Math.max(...changes)).toBeLessThan(1e-9)
  })

  it('keeps the verdicts of the other statements where the answer is polite', async () => {
    const { flipped, verdicts } = await measure('courtesies')
    expect(verdicts).toBeGreaterThan(10)
    expect(flipped).toBe(0)
  })

  it('flips at most one verdict of ten where a name is replaced by another', async () => {
    const { flipped, verdicts, answers } = await measure('another name')
    expect(answers).toBeGreaterThan(3)
    expect(flipped / verdicts).toBeLessThanOrEqual(0.1)
  })
})

describe('Markdown within a word', () => {
  it('does not part the words of a fact', async () => {
    const scorer = createFactualityScorer({ model: embeddedJudge() })
    const run = { input: 'What is the theme of the song?', groundTruth: 'self-empowerment' }
    const plain = await scorer.run({ ...run, output: 'The theme of the song is self-empowerment.' })
    const marked = await scorer.run({ ...run, output: 'The theme of the song is self-**empowerment**.' })
    expect(marked.score).toBe(plain.score)
    expect(plain.score).toBeGreaterThan(0.5)
  })

  it('does not part the words of a context', async () => {
    const claim = { output: 'The state-of-the-art terminal offers self-service.' }
    const scoreIn = async (piece: string) => {
      const options = { context: [piece] }
      return (await createFaithfulnessScorer({ model: embeddedJudge(), options }).run(claim)).score
    }
    expect(await scoreIn('The **state**-of-the-art terminal offers self-**service**.')).toBe(
      await scoreIn('The state-of-the-art terminal offers self-service.'),
    )
  })
})
