import { createOpenAI } from '@ai-sdk/openai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { excerpt } from '../../../src/judge/call/failure.ts'
import type { LanguageModelConfig } from '../../../src/judge/language-model/callable-model.ts'
import { languageJudge } from '../../../src/judge/language-model/language-judge.ts'
import type { LanguageJudgeSettings } from '../../../src/judge/language-model/settings.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'

const task = { name: 'test', version: 1, instructions: 'Judge.' }
const questions = { a: { type: 'boolean', instructions: 'Is it so?' } } as const

/** Everything that an error says, its causes too. */
function saidBy(error: unknown): string {
  const texts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    texts.push(cause.message, cause.stack ?? '', JSON.stringify(cause))
  return texts.join('\n')
}

/** What a judge says whose provider repeats the key that it was sent. */
async function refusal(
  model: (url: string) => LanguageModelConfig,
  said: string,
  settings: LanguageJudgeSettings = {},
): Promise<string> {
  const server = untilTestEnds(
    await openaiServer(() => ({ status: 401, error: `${said} is no key of ours` })),
  )
  const judge = languageJudge(model(server.url), settings)
  const error = await judge.decide({ task, state: {}, questions }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'JudgeError', reason: 'rejected' })
  return saidBy(error)
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a key that a provider repeats', () => {
  it.each(['mk_live_abcdef', 'team/alpha/one', 'correcthorsebattery', 'a b c d e f', 'q+w/e=r&t'])(
    'is in no error: %s',
    async (apiKey) => {
      const config = (url: string) => ({ id: 'custom/keyed' as const, url, apiKey })
      const instance = (baseURL: string) => createOpenAI({ baseURL, apiKey }).chat('keyed')
      for (const model of [config, instance]) {
        for (const form of [apiKey, encodeURIComponent(apiKey), apiKey.replaceAll('/', '\\/')]) {
          const said = await refusal(model, form)
          expect(said).toContain('[key removed] is no key of ours')
          expect(said).not.toContain(form)
        }
      }
    },
  )

  it('is in no error where it was sent in a header', async () => {
    const headers = { 'x-team-token': 'teamtokenwithoutdigits', authorization: 'Custom lettersonlysecret' }
    const config = (url: string) => ({ id: 'custom/headed' as const, url, apiKey: 'x', headers })
    for (const secret of ['teamtokenwithoutdigits', 'lettersonlysecret']) {
      expect(await refusal(config, secret)).not.toContain(secret)
      const plain = (url: string) => ({ id: 'custom/plain' as const, url, apiKey: 'x' })
      expect(await refusal(plain, secret, { headers })).not.toContain(secret)
    }
  })

  it('is in no text where it comes from the environment', () => {
    vi.stubEnv('ACME_API_KEY', 'lettersonlyfromtheenvironment')
    expect(excerpt('lettersonlyfromtheenvironment is no key')).toBe('[key removed] is no key')
  })

  it('is taken out before the text is shortened', async () => {
    const said = await refusal(
      (url) => ({ id: 'custom/long', url, apiKey: 'lettersonlyforthelongone' }),
      `${'x '.repeat(140)}lettersonlyforthelongone`,
    )
    expect(said).not.toContain('lettersonly')
  })
})
