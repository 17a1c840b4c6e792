import { describe, expect, it } from 'vitest'
import { modelName } from '../../../src/judge/language-model/callable-model.ts'
import { promptText } from '../../../src/judge/language-model/prompt.ts'
import { type AuditOptions, audit } from '../../../src/people/audit/index.ts'
import type { TranslateFunction } from '../../../src/people/audit/translation/translator.ts'
import { translationPrompt, translationTask } from '../../../src/people/audit/translation/translator.ts'
import { auditReport } from '../../../src/report/index.ts'
import { createTextualDifferenceScorer } from '../../../src/scorers/index.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { auditedRun, type ScriptedJudge, scriptedScorer } from './judges.ts'

const run = auditedRun(12)

/** What a sentence is about stays, so that the scripted judge knows it again. */
const german: TranslateFunction = async (text) =>
  text.startsWith('What')
    ? text.replace(/What is (topic \d+) about\?/, 'Worum geht es denn eigentlich bei $1?')
    : text.replaceAll(
        /The answer is to be found in (topic \d+ of \d+) and nowhere else\./g,
        'Die Antwort steht in $1 und ist nirgendwo sonst zu finden.',
      )

async function inGerman(judge: ScriptedJudge, more: Partial<AuditOptions> = {}) {
  const result = await audit({
    ...{ run, scorer: scriptedScorer(judge), resamples: 1000, probes: [] },
    ...{ translator: german, languages: ['de'] },
    ...more,
  })
  return { result, probe: result.probes.at(-1) }
}

describe('answers in another language', () => {
  it('are scored beside those that they were made of: a judge that is harder on them is found', async () => {
    const asked: string[] = []
    const { result, probe } = await inGerman({
      noise: 0.05,
      bias: ({ text, question }) => {
        if (text.startsWith('Die')) asked.push(question)
        return text.startsWith('Die') ? -0.2 : 0
      },
    })
    expect(probe).toMatchObject({
      ...{ name: 'language-de', title: 'In German', result: 'found', answers: 12, written: 12, leftOut: 0 },
      finding: 'scores the same content lower in German than as it was',
    })
    expect(probe?.direction.value).toBeCloseTo(-0.2, 1)
    expect(asked[0]).toBe('Worum geht es denn eigentlich bei topic 0?')
    expect(probe).not.toHaveProperty('notWritten')
    expect(result.translation).toEqual({ translator: 'translator', languages: ['de'] })
  })

  it('are as good to a fair judge', async () => {
    expect((await inGerman({ noise: 0.05 })).probe?.result).toBe('not found')
  })

  it('are left out where the translation cannot be used, with reason and number', async () => {
    const translator: TranslateFunction = async (text, language, context) => {
      if (/topic 0 and/.test(text)) return ' '
      if (/of 1 and/.test(text)) return text
      if (/of 2 and/.test(text)) return `In English it is: ${text}`
      if (/of 3 and/.test(text)) throw new Error('no word for it')
      return german(text, language, context)
    }
    const answers = auditedRun(12, (index) =>
      index === 0 ? { answer: 'The answer is topic 0 and nothing else in the world.' } : {},
    )
    const { result, probe } = await inGerman({ noise: 0 }, { run: answers, translator, attempts: 1 })
    expect(probe).toMatchObject({ written: 8 })
    const reasons = Object.fromEntries((probe?.notWritten ?? []).map(({ reason, count }) => [reason, count]))
    expect(reasons).toEqual({
      'Answer: the translation is empty': 1,
      'Answer: the translation is the same as the text': 1,
      'Answer: the translation is not in German': 1,
      'Answer: it failed: no word for it': 1,
    })
    expect(result.warnings.join(' ')).toContain(
      'In German: not compared: 1 × Answer: the translation is empty',
    )
  })

  it('come from a model, whose calls, tokens and money are those of the audit', async () => {
    await using server = await openaiServer(async ({ state }) => ({
      text: await german(String(state.text), 'de', {}),
    }))
    const translator = server.chat
    const { result, probe } = await inGerman(
      { noise: 0 },
      { translator, prices: { [modelName(server.chat)]: { inputPerMillion: 10, outputPerMillion: 100 } } },
    )
    expect(probe).toMatchObject({ answers: 12 })
    // Of 12 answers, each with a question.
    expect(result.cost.calls).toBe(24)
    expect(result.cost.money).toBeCloseTo(24 * ((100 * 10 + 20 * 100) / 1e6), 9)
    expect(result.translation).toEqual({
      ...{ translator: modelName(server.chat), prompt: 'audit-translation/1', languages: ['de'] },
    })
    for (const text of [auditReport.terminal(result), auditReport.html(result)])
      expect(text.replace(/\s+/g, ' ')).toContain(
        `Translated by ${modelName(server.chat)} (prompt audit-translation/1)`,
      )
  })

  it('end with the budget: a function counts as one call a text', async () => {
    const { result, probe } = await inGerman({ noise: 0 }, { budget: { calls: 5 }, concurrency: 1 })
    expect(result.end).toMatchObject({ status: 'budget', reason: '5 of 5 calls are made' })
    expect(result.cost.calls).toBe(5)
    expect(probe?.result).toBe('not looked at')
    const whole = await inGerman(
      { noise: 0 },
      { prices: { translator: { inputPerMillion: 0, outputPerMillion: 0 } } },
    )
    expect(whole.result.cost).toMatchObject({ calls: 24, money: 0 })
  })

  it('are refused before anything is paid for', async () => {
    const refused = (more: Partial<AuditOptions>) =>
      audit({ run, scorer: createTextualDifferenceScorer(), probes: [], ...more })
    await expect(refused({ languages: ['de'] })).rejects.toThrow(/languages need a translator/)
    await expect(refused({ languages: ['xx'], translator: german })).rejects.toThrow(
      /no language "xx".*am, ar/,
    )
    await expect(refused({ languages: ['de'], translator: 3 as never })).rejects.toThrow(
      /translator must be a function, a router string or a language model/,
    )
  })
})

it('the prompt of the translation is short and plain', async () => {
  expect(translationTask.version).toBe(1)
  const prompt = promptText(translationPrompt('How tall is the tower?', 'de'))
  await expect(prompt).toMatchFileSnapshot('prompts/translation.txt')
})
