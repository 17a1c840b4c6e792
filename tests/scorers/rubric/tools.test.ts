import { describe, expect, it } from 'vitest'
import { contextAnalyzerTool } from '../../../src/scorers/rubric/context-analyzer-tool.ts'
import {
  evaluationCalculatorTool,
  parseEvaluation,
} from '../../../src/scorers/rubric/evaluation-calculator-tool.ts'

const calculate = (evaluation: string, more: { hasContext?: boolean; unrelated?: boolean } = {}) =>
  Promise.resolve(evaluationCalculatorTool.execute?.({ evaluation, ...more } as never, {} as never))

describe('the evaluation calculator', () => {
  it.each([
    ['Accuracy: 5, Comprehensiveness: 4, Context Precision: 5', 0.5],
    ['Accuracy: 2, Comprehensiveness: 2, Context Precision: 2', 0.2],
    ['Accuracy: 8, Comprehensiveness: 7, Context Precision: 9', 0.8],
    ['Accuracy: 2, Comprehensiveness: 9, Context Precision: 9', 0.3],
    ['context precision: 9/10\naccuracy: 8/10\ncomprehensiveness: 7/10', 0.8],
    ['contextPrecision = 9; accuracy = 8; comprehensiveness = 7.', 0.8],
  ])('makes of %j a final of %d', async (evaluation, final) => {
    expect(await calculate(evaluation)).toMatchObject({ final })
  })

  it('applies the rules and says which', async () => {
    expect(
      await calculate('Accuracy: 2, Comprehensiveness: 9, Context Precision: 9', { hasContext: false }),
    ).toEqual({
      accuracy: 2,
      comprehensiveness: 4,
      contextPrecision: 0,
      final: 0.2,
      rules: [
        'there is no context, so context precision is 0',
        'accuracy is 2 or less, so the other two are at most 4',
      ],
    })
    const line = 'Accuracy: 9, Comprehensiveness: 9, Context Precision: 9'
    expect(await calculate(line, { unrelated: true })).toMatchObject({ final: 0 })
  })

  it.each([
    ['', /Accuracy is missing; Comprehensiveness is missing; Context Precision is missing/],
    ['Accuracy: 8, Comprehensiveness: 7', /Context Precision is missing/],
    ['Accuracy: 11, Comprehensiveness: 7, Context Precision: 9', /“Accuracy: 11” has no whole number/],
    ['Accuracy: 8.5, Comprehensiveness: 7, Context Precision: 9', /“Accuracy: 8.5” has no whole number/],
    ['Accuracy: -1, Comprehensiveness: 7, Context Precision: 9', /“Accuracy: -1” has no whole number/],
    ['Accuracy: 8, Accuracy: 3, Comprehensiveness: 7, Context Precision: 9', /given twice/],
    ['Accuracy: 8, Comprehensiveness: 7, Context Precision: 9, Style: 3', /“Style: 3” is not one of/],
    ['a fine answer', /must read like/],
  ])('refuses %j with a clear error', async (evaluation, message) => {
    expect(() => parseEvaluation(evaluation)).toThrow(message)
    await expect(calculate(evaluation)).rejects.toThrow(message)
  })
})

describe('the context analyzer', () => {
  const analyze = (input: { context: string | string[]; text: string; limit?: number }) =>
    Promise.resolve(contextAnalyzerTool.execute?.(input as never, {} as never))
  const context = ['Towers are tall. The tower opened in 1889.', 'Gustave Eiffel built the tower.']

  it('finds the sentences that share words with a question, the best first', async () => {
    expect(await analyze({ context, text: 'Who opened the tower?' })).toEqual({
      found: 3,
      sentences: [
        { text: 'The tower opened in 1889.', piece: 'c1', overlap: 1, sharedWords: ['tower', 'open'] },
        { text: 'Towers are tall.', piece: 'c1', overlap: 0.5, sharedWords: ['tower'] },
        { text: 'Gustave Eiffel built the tower.', piece: 'c2', overlap: 0.5, sharedWords: ['tower'] },
      ],
    })
  })

  it('takes one text as context, returns at most the limit, and nothing where nothing is shared', async () => {
    expect(await analyze({ context: context.join(' '), text: 'tower', limit: 1 })).toMatchObject({ found: 3 })
    expect(await analyze({ context, text: 'bread' })).toEqual({ found: 0, sentences: [] })
    expect(await analyze({ context, text: 'the of' })).toEqual({ found: 0, sentences: [] })
  })

  it('reads other scripts', async () => {
    expect(await analyze({ context: 'Париж красив. Рим стар.', text: 'Рим?' })).toMatchObject({
      found: 1,
      sentences: [{ text: 'Рим стар.' }],
    })
  })
})
