import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText, textPrompt } from '../../src/judge/language-model/prompt.ts'
import {
  type ContextRelevanceOptions,
  createContextRelevanceScorerLLM,
} from '../../src/scorers/context-relevance.ts'
import {
  contextRelevanceTask,
  levelQuestion,
  missingTask,
  type RelevanceLevel,
  usedQuestion,
} from '../../src/scorers/relevance/context-relevance-questions.ts'
import { type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'

const run = { input: 'What causes eclipses?', output: 'The Moon blocks the Sun.' }
const piecesOf = (count: number) => Array.from({ length: count }, (_, index) => `Piece ${index + 1}.`)

interface Piece {
  readonly level: RelevanceLevel
  readonly used: boolean
  readonly share?: number
}
const answersFor = (pieces: readonly Piece[]): { [id: string]: GivenAnswer } =>
  Object.fromEntries(
    pieces.flatMap(({ level, used, share }, index) => [
      [`c${index + 1}`, { choice: level, ...(share === undefined ? {} : { share }) }],
      [`c${index + 1}-used`, { choice: used ? 'yes' : 'no' }],
    ]),
  )
/** 'H' high and used, 'h' high and unused; M m, L l, N n the same. */
const piecesIn = (pattern: string): Piece[] =>
  [...pattern].map((letter) => ({
    level: ({ h: 'high', m: 'medium', l: 'low', n: 'none' } as const)[letter.toLowerCase()] ?? 'none',
    used: letter === letter.toUpperCase(),
  }))

async function score(
  pieces: readonly Piece[],
  missing: readonly string[] | undefined = [],
  options: ContextRelevanceOptions = {},
) {
  const scorer = createContextRelevanceScorerLLM({
    model: judgeById(answersFor(pieces), { extract: missing }),
    options: { context: piecesOf(pieces.length), ...options },
  })
  const result = await scorer.run(run)
  return { ...result, score: result.score ?? Number.NaN }
}
const gaps = (count: number) => Array.from({ length: count }, (_, index) => `gap ${index + 1}`)

describe('the formula', () => {
  const strict = {
    unusedHighRelevanceContext: 0.2,
    missingContextPerItem: 0.25,
    maxMissingContextPenalty: 0.6,
  }
  it.each<[string, number, ContextRelevanceOptions, number]>([
    ['HHH', 0, {}, 1],
    ['HMLN', 0, {}, 2 / 4],
    ['h', 0, {}, 0.9],
    ['Hh', 1, {}, 1 - 0.1 - 0.15],
    ['H', 2, {}, 0.7],
    ['H', 3, {}, 0.55],
    ['H', 4, {}, 0.5],
    ['H', 20, {}, 0.5],
    ['mln', 0, {}, 1 / 3],
    ['NN', 1, {}, 0],
    ['Hh', 1, { penalties: strict }, 1 - 0.2 - 0.25],
    ['H', 9, { penalties: strict }, 0.4],
    ['h', 0, { penalties: { unusedHighRelevanceContext: 0 } }, 1],
    ['Hh', 1, { penalties: { maxMissingContextPenalty: 0 } }, 0.9],
    ['M', 0, { scale: 100 }, 70],
  ])('gives %s with %d missing and %j a score of %d', async (pattern, missing, options, expected) => {
    expect((await score(piecesIn(pattern), gaps(missing), options)).score).toBeCloseTo(expected, 12)
  })

  it('gives the mixed example: two high and used, one high and unused, two none', async () => {
    expect((await score(piecesIn('HHnnh'))).score).toBeCloseTo(3 / 5 - 0.1, 12)
  })

  it('counts shares where weighting is share, and uses by verdict', async () => {
    const pieces = [
      { level: 'high', used: false, share: 0.9 },
      { level: 'none', used: false, share: 0.1 },
    ] as const
    expect((await score(pieces, [], { weighting: 'share' })).score).toBeCloseTo(0.5 - 0.1, 12)
    expect((await score(pieces)).score).toBeCloseTo(0.5 - 0.1, 12)
  })
})

describe('over random verdicts', () => {
  const levels = ['high', 'medium', 'low', 'none'] as const
  const somePieces = fc.array(fc.record({ level: fc.constantFrom(...levels), used: fc.boolean() }), {
    minLength: 1,
    maxLength: 25,
  })
  const someOptions = fc.record({
    scale: fc.double({ min: 0.01, max: 1_000, noNaN: true }),
    penalties: fc.record({
      unusedHighRelevanceContext: fc.double({ min: 0, max: 1, noNaN: true }),
      missingContextPerItem: fc.double({ min: 0, max: 1, noNaN: true }),
      maxMissingContextPenalty: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  })

  it('the score is finite, in range, scaled by scale, and the same in any order', async () => {
    await check(
      fc.asyncProperty(somePieces, fc.nat(6), someOptions, async (pieces, missing, options) => {
        const { score: value } = await score(pieces, gaps(missing), options)
        expect(Number.isFinite(value) && value >= 0 && value <= options.scale).toBe(true)
        const reversed = await score(pieces.toReversed(), gaps(missing), options)
        expect(reversed.score).toBeCloseTo(value, 9)
        const plain = await score(pieces, gaps(missing), { ...options, scale: 1 })
        expect(plain.score * options.scale).toBeCloseTo(value, 9)
      }),
    )
  })

  it('an unused piece, a missing fact or no relevance never raises the score', async () => {
    await check(
      fc.asyncProperty(somePieces, fc.nat(), fc.nat(6), async (pieces, at, missing) => {
        const index = at % pieces.length
        const { level = 'none' } = pieces[index] ?? {}
        const { score: before } = await score(pieces, gaps(missing))
        const unused = await score(pieces.with(index, { level, used: false }), gaps(missing))
        const none = await score(pieces.with(index, { level: 'none', used: true }), gaps(missing))
        const fewer = await score(pieces, gaps(missing + 1))
        const useless = level === 'high' && !pieces[index]?.used && pieces.length > 10
        expect(unused.score).toBeLessThanOrEqual(before + 1e-12)
        expect(fewer.score).toBeLessThanOrEqual(before + 1e-12)
        // In a long list the penalty for an unused piece of high relevance outweighs what it adds.
        if (!useless) expect(none.score).toBeLessThanOrEqual(before + 1e-12)
      }),
    )
  })
})

describe('outcomes', () => {
  it('asks of an empty answer only the levels: it used nothing', async () => {
    const model = judgeById({ c1: 'high', c2: 'low' }, { extract: [] })
    const scorer = createContextRelevanceScorerLLM({ model, options: { context: piecesOf(2) } })
    expect((await scorer.run({ ...run, output: '' })).score).toBeCloseTo(0.65 - 0.1, 12)
    expect(Object.keys(model.requests[0]?.questions ?? {})).toEqual(['c1', 'c2'])
  })

  it('counts nothing as missing where the judge cannot list it, and says so', async () => {
    const scorer = createContextRelevanceScorerLLM({
      model: judgeById(answersFor(piecesIn('H'))),
      options: { context: piecesOf(1) },
    })
    const result = await scorer.run(run)
    expect(result.score).toBe(1)
    expect(result.reason).toMatch(/the judge cannot list what is missing, so nothing counts as missing/)
    expect(result.analyzeStepResult).not.toHaveProperty('missingContext')
  })

  it.each(['I don’t know.', 'I cannot help with that.', 'Hello!', 'Which eclipse do you mean?'])(
    '%j pays for the pieces of high relevance that it leaves unused',
    async (output) => {
      const scorer = createContextRelevanceScorerLLM({
        model: judgeById(answersFor(piecesIn('hh')), { extract: [] }),
        options: { context: piecesOf(2) },
      })
      expect((await scorer.run({ ...run, output })).score).toBeCloseTo(0.8, 12)
    },
  )
})

describe('the reason', () => {
  it('states counts, what is missing, and the pieces that cost points', async () => {
    const { reason } = await score(piecesIn('Hhn'), ['how long it takes'])
    expect(reason).toMatchInlineSnapshot(
      `"Of 3 pieces of context, 2 are highly relevant and 1 is not relevant; 1 highly relevant but not used; 1 missing: score 0.417. Points lost on “Piece 3.” (not relevant); “how long it takes” (missing from the context); “Piece 2.” (highly relevant, but not used)."`,
    )
  })

  it('begins with what cost most, pieces before many missing facts', async () => {
    const missing = Array.from({ length: 10 }, (_, index) => `fact ${index}`)
    const { reason } = await score(piecesIn('nn'), missing)
    expect(reason).toMatch(
      /Points lost on “Piece 1.” .*; “Piece 2.” .*; “fact 0” .*; “fact 5” .*; and 4 more\.$/,
    )
  })

  it('calls a piece what it is nearest to, not in doubt, and says that it was not used', async () => {
    const answers = { c1: { choice: 'high', share: 0.86 }, 'c1-used': 'no' }
    const model = judgeById(answers, { extract: [] })
    const { reason } = await createContextRelevanceScorerLLM({
      model,
      options: { context: piecesOf(1) },
    }).run(run)
    expect(reason).toMatch(/^The only piece of context is highly relevant; 1 highly relevant but not used; /)
    expect(reason).toContain('“Piece 1.” (highly relevant, 0.86, but not used)')
  })

  it('lists nothing where nothing was lost', async () => {
    expect((await score(piecesIn('HH'))).reason).not.toContain('Points lost')
  })
})

describe('options', () => {
  it.each<[object, RegExp]>([
    [{ penalties: { unusedHighRelevanceContext: -1 } }, /options\.penalties\.unusedHighRelevanceContext/],
    [{ penalties: { missingContextPerItem: 2 } }, /options\.penalties\.missingContextPerItem/],
    [{ penalties: { maxMissingContextPenalty: Number.NaN } }, /options\.penalties\.maxMissingContextPenalty/],
  ])('%j is a TypeError that names the option', (options, message) => {
    const create = () => createContextRelevanceScorerLLM({ model: judgeById({}), options })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })

  it('put a piece and its use into the same batch', async () => {
    const model = judgeById(answersFor(piecesIn('H'.repeat(45))), { extract: [] })
    await createContextRelevanceScorerLLM({ model, options: { context: piecesOf(45) } }).run(run)
    expect(model.requests.map(({ questions }) => Object.keys(questions).length)).toEqual([40, 40, 10])
    expect(model.extractions).toHaveLength(1)
  })
})

describe('the prompts', () => {
  const state = {
    question: 'How tall?',
    answer: '330 m.',
    context: { c1: 'It is 330 m tall.', c2: 'It is iron.' },
  }

  it('of context relevance, version 1', async () => {
    const questions = {
      c1: levelQuestion,
      'c1-used': usedQuestion,
      c2: levelQuestion,
      'c2-used': usedQuestion,
    }
    const prompt = decisionPrompt({ task: contextRelevanceTask, state, questions })
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/context-relevance.txt')
    expect(contextRelevanceTask.version).toBe(1)
  })

  it('of missing information, version 1', async () => {
    const prompt = textPrompt(
      { task: missingTask, state: { question: 'How tall?', context: { c1: 'It is iron.' } } },
      'Reply.',
    )
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/missing-information.txt')
    expect(missingTask.version).toBe(1)
  })
})
