import { runEvals } from '@mastra/core/evals'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMeasure } from '../../src/scorers/common/measure.ts'
import {
  createCompletenessScorer,
  createContentSimilarityScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
  createToolCallAccuracyScorerCode,
} from '../../src/scorers/index.ts'
import { check, expectInRange, someScale } from '../support/score-properties.ts'
import { scripted, stage, weatherRun } from '../support/scripted-agent.ts'
import { anyText } from '../support/texts.ts'

const comparing = {
  completeness: createCompletenessScorer,
  'content-similarity': createContentSimilarityScorer,
  'keyword-coverage': createKeywordCoverageScorer,
  'textual-difference': createTextualDifferenceScorer,
}
const graded = { ...comparing, tone: createToneScorer }

describe.each(Object.entries(graded))('%s', (id, create) => {
  it('has its metric as id, another where one is given, and says how to read its numbers', () => {
    expect(create().id).toBe(id)
    const other = create({ id: 'mine', name: 'Mine', scale: 10 })
    expect([other.id, other.name]).toEqual(['mine', 'Mine'])
    expect(readMeasure(other)).toMatchObject({ scale: 10, lowerIsBetter: false, deterministic: true })
    expect(readMeasure(create({ id: 'mine', name: 'Mine', scale: 10 }))).toEqual(readMeasure(other))
    expect(readMeasure(create())?.version).not.toBe(readMeasure(other)?.version)
  })

  it.each([{ scale: 0 }, { scale: Number.NaN }, { id: '' }, { threshold: 1 }])(
    '%j is a TypeError that names the option',
    (config) => {
      const [option = ''] = Object.keys(config)
      expect(() => create(config)).toThrow(TypeError)
      expect(() => create(config)).toThrow(new RegExp(option))
    },
  )

  it('is in range for any texts, and the same again', async () => {
    await check(
      fc.asyncProperty(anyText, anyText, someScale, async (input, output, scale) => {
        const scorer = create({ scale })
        const result = await scorer.run({ input, output })
        if (!result.notScorable) expectInRange(result.score, scale)
        expect((await scorer.run({ input, output })).score).toBe(result.score)
      }),
    )
  })

  it.each([42, true, { answer: 'Paris' }, [{ role: 'narrator', content: 'Paris' }]])(
    'cannot score the output %j',
    async (output) => {
      const { score, notScorable } = await create().run({ input: 'Where?', output })
      expect(score).toBeUndefined()
      expect(notScorable?.reason).toMatch(/no answer can be read from the output/)
    },
  )
})

describe.each(Object.entries(comparing))('%s', (_, create) => {
  const scoreOf = async (run: { input?: unknown; output: unknown; groundTruth?: unknown }) =>
    (await create().run(run)).score

  it('compares with the ground truth where there is one, else with the input', async () => {
    const output = 'Paris lies on the Seine'
    expect(await scoreOf({ input: 'unrelated words', output, groundTruth: output })).toBe(1)
    expect(await scoreOf({ input: output, output })).toBe(1)
    expect(await scoreOf({ input: output, output, groundTruth: 'unrelated words' })).toBe(0)
  })

  it.each(['', '  ', [], ['']])(
    'compares with nothing else where the ground truth is %j',
    async (groundTruth) => {
      for (const output of ['Paris', '']) {
        const { score, notScorable } = await create().run({ input: 'Paris', output, groundTruth })
        expect([score, notScorable?.reason]).toEqual([undefined, 'the ground truth is blank'])
      }
    },
  )

  it('reads ground truths that are numbers, lists and objects', async () => {
    expect(await scoreOf({ input: 'How many?', output: '42', groundTruth: 42 })).toBe(1)
    expect(await scoreOf({ input: '?', output: 'red\nblue', groundTruth: ['red', 'blue'] })).toBe(1)
    const output = '{"city":"Paris"}'
    expect(await scoreOf({ input: '?', output, groundTruth: { city: 'Paris' } })).toBe(1)
  })

  it('gives a perfect answer the whole scale, whatever the rounding', async () => {
    // 0.1 · 3 / 3 is 0.10000000000000002.
    const run = { input: 'Name them.', output: 'Paris Berlin Madrid', groundTruth: 'Paris Berlin Madrid' }
    expect((await create({ scale: 0.1 }).run(run)).score).toBe(0.1)
  })

  it('scores two empty texts as the same, and 0 where only one of them is empty', async () => {
    expect(await scoreOf({ input: '', output: '' })).toBe(1)
    expect(await scoreOf({ input: ' \n', output: [] })).toBe(1)
    expect(await scoreOf({ input: 'Paris', output: '' })).toBe(0)
    expect(await scoreOf({ input: 'Paris', output: [] })).toBe(0)
    expect(await scoreOf({ input: '', output: 'Paris' })).toBe(0)
  })

  it.each([undefined, null, { city: 'Paris' }, [{ role: 'system', content: 'Be kind.' }]])(
    'cannot score without a reference: %j',
    async (input) => {
      const { notScorable } = await create().run({ input, output: 'Paris' })
      expect(notScorable?.reason).toBe('there is no ground truth, and the input has no text')
    },
  )

  it('reads messages as the text in them', async () => {
    const run = createAgentTestRun({
      inputMessages: [createTestMessage({ id: 'i', role: 'user', content: 'red apples' })],
      output: [createTestMessage({ id: 'o', role: 'assistant', content: 'red apples' })],
    })
    expect(await scoreOf(run)).toBe(1)
  })

  it('scores an agent by the ground truth of an item in runEvals', async () => {
    const { agent } = stage(scripted(weatherRun))
    const result = await runEvals({
      target: agent,
      scorers: [create({ id: 'measured' })],
      data: [{ input: 'Weather?', groundTruth: 'zebra crossing' }],
    })
    expect(result.scores).toEqual({ measured: 0 })
  })
})

it('every code scorer stores what JSON can hold', async () => {
  const scorers = [...Object.values(graded).map((create) => create())]
  for (const scorer of scorers) {
    const { preprocessStepResult, analyzeStepResult } = (await scorer.run({
      input: 'red apples',
      output: 'Red pears.',
    })) as { preprocessStepResult?: unknown; analyzeStepResult?: unknown }
    const stored = JSON.stringify({ preprocessStepResult, analyzeStepResult })
    expect(stored).not.toContain('{}')
  }
  const tool = createToolCallAccuracyScorerCode({ expectedTool: 'search' })
  expect(readMeasure(tool)).toMatchObject({ scale: 1, lowerIsBetter: false, deterministic: true })
})
