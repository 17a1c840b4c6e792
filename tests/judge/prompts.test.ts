import { describe, expect, it } from 'vitest'
import { decisionPrompt, listsPrompt, promptText, textPrompt } from '../../src/judge/language-model/prompt.ts'
import { preferenceQuestion, preferenceTask } from '../../src/scorers/answer-preference.ts'
import { relevanceQuestion, relevanceTask } from '../../src/scorers/answer-relevancy.ts'
import { extractionTask } from '../../src/scorers/claims/statements.ts'
import { reasonTask } from '../../src/scorers/reason/explain.ts'

const state = { question: 'How tall is it?', statements: { s1: 'It is 330 m tall.', s2: 'Paris is nice.' } }
const relevance = { task: relevanceTask, state, questions: { s1: relevanceQuestion, s2: relevanceQuestion } }

/** A change here is a change of what judges are asked: raise the task's version with it. */
describe('the prompts', () => {
  it('of statement relevance, version 2', async () => {
    await expect(promptText(decisionPrompt(relevance))).toMatchFileSnapshot('prompts/statement-relevance.txt')
    expect(relevanceTask.version).toBe(2)
  })

  it('of statement relevance, asked again', async () => {
    await expect(promptText(decisionPrompt(relevance, true))).toMatchFileSnapshot(
      'prompts/statement-relevance-again.txt',
    )
  })

  it('of statement extraction, version 3', async () => {
    const state = { question: 'How tall?', pieces: { p1: 'It is 330 m tall.' } }
    const prompt = listsPrompt({ task: extractionTask, state, ids: ['p1'], least: 1, most: 6 })
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/statement-extraction.txt')
    expect(extractionTask.version).toBe(3)
  })

  it('of the preference between two answers, version 1', async () => {
    const material = { question: 'How tall is it?', 'first answer': '330 m.', 'second answer': 'Tall.' }
    const request = { task: preferenceTask, state: material, questions: { preference: preferenceQuestion } }
    await expect(promptText(decisionPrompt(request))).toMatchFileSnapshot('prompts/answer-preference.txt')
    expect(preferenceTask.version).toBe(1)
  })

  it('of the written reason, version 2', async () => {
    const prompt = textPrompt({ task: reasonTask, state: { score: 0.5 } }, 'Reply.')
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/written-reason.txt')
    expect(reasonTask.version).toBe(2)
  })

  it('ask questions that differ each for its ids', async () => {
    const questions = {
      a: { type: 'boolean', instructions: 'Is it so?' },
      b: { type: 'score', instructions: 'How well?', criteria: ['badly', 'well'] },
      c: { type: 'boolean', instructions: 'Is it so?' },
    } as const
    const prompt = decisionPrompt({
      task: { name: 't', version: 1, instructions: 'Judge.' },
      state: {},
      questions,
    })
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/mixed-questions.txt')
  })

  it('have less than 1,500 characters of fixed text for one answer', () => {
    expect(decisionPrompt(relevance).system.length).toBeLessThan(1_500)
  })
})
