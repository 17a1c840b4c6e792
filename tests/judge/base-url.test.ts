import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAnswerRelevancyScorer, judgeErrorIn, languageJudge } from '../../src/index.ts'
import type { LanguageModelConfig } from '../../src/judge/language-model/callable-model.ts'
import { openaiServer } from '../support/openai-server.ts'
import { untilTestEnds } from '../support/until-test-ends.ts'

const run = { input: 'How tall is it?', output: 'It is 330 metres tall.' }

/** The only statement is an answer. */
const yes = () => ({
  text: JSON.stringify({ s1: { reason: 'It gives the height.', share: 97, verdict: 'yes' } }),
})

/** The ways of docs/guide/choose-a-judge.md, in its section "A model behind a base URL". */
describe('a model behind a base URL', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['openai/my-deployment', 'OPENAI', 'my-deployment'],
    ['openrouter/openai/gpt-5-mini', 'OPENROUTER', 'openai/gpt-5-mini'],
    ['lmstudio/llama3.2', 'LMSTUDIO', 'llama3.2'],
  ])('judges as %s, by the variables of %s', async (model, vendor, asked) => {
    const server = untilTestEnds(await openaiServer(yes))
    vi.stubEnv(`${vendor}_BASE_URL`, server.url)
    vi.stubEnv(`${vendor}_API_KEY`, 'none')
    const { score } = await createAnswerRelevancyScorer({ model }).run(run)
    expect([score, server.requests[0]?.body.model]).toEqual([1, asked])
  })

  it.each([{}, { apiKey: 'key', headers: { 'x-team': 'search' } }])(
    'judges by an id and its address, with %j',
    async (more) => {
      const server = untilTestEnds(await openaiServer(yes))
      const model = { id: 'ollama/llama3.2', url: server.url, ...more } as const
      const { score } = await createAnswerRelevancyScorer({ model }).run(run)
      expect([score, server.requests[0]?.body.model]).toEqual([1, 'llama3.2'])
    },
  )

  // Mastra's own clients, which are older than the one of the other tests.
  it.each<[string, (url: string) => LanguageModelConfig]>([
    ['the responses API', () => 'openai/gpt-5-mini'],
    ['chat completions', (url) => ({ id: 'ollama/refusing', url })],
  ])('is named where it refuses by %s, and not asked again', async (_, modelAt) => {
    const server = untilTestEnds(await openaiServer(() => ({ refusal: 'I cannot help with that.' })))
    vi.stubEnv('OPENAI_BASE_URL', server.url)
    vi.stubEnv('OPENAI_API_KEY', 'none')
    const model = languageJudge(modelAt(server.url), { retryDelayInMs: 1 })
    const error = await createAnswerRelevancyScorer({ model }).run(run).catch(judgeErrorIn)
    expect(error).toMatchObject({ reason: 'refused', received: 'I cannot help with that.' })
    expect(server.requests).toHaveLength(1)
  })

  it('is named where Mastra has no such provider', async () => {
    const failed = createAnswerRelevancyScorer({ model: 'ollama/llama3.2' }).run(run)
    await expect(failed).rejects.toThrow(
      /provider ollama .*\{ id: 'ollama\/<model>', url, apiKey \}.* LMSTUDIO_BASE_URL .*choose-a-judge\.md/,
    )
  })
})
