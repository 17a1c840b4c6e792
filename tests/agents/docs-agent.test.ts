import { fileURLToPath } from 'node:url'
import { Mastra } from '@mastra/core'
import { createScorer } from '@mastra/core/evals'
import { RequestContext } from '@mastra/core/request-context'
import { InMemoryStore } from '@mastra/core/storage'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDocsAgent } from '../../src/agents/docs-agent.ts'

const repository = fileURLToPath(new URL('./repository', import.meta.url))

afterEach(() => {
  vi.unstubAllEnvs()
})

function agentInMastra(): ReturnType<typeof createDocsAgent> {
  const docsAgent = createDocsAgent({ repository })
  return new Mastra({ agents: { docsAgent }, storage: new InMemoryStore(), logger: false }).getAgent(
    'docsAgent',
  )
}

describe('createDocsAgent', () => {
  it('answers a question with a quote from the right page', async () => {
    vi.stubEnv('AGENT_MODEL', '')
    const { text, toolCalls, finishReason } = await createDocsAgent({ repository }).generate(
      'What is answer relevancy?',
    )
    expect(text).toBe(
      'Answer relevancy is the share of statements in the answer that bear on the question (docs/answer-relevancy.md).',
    )
    expect(toolCalls.map(({ payload }) => [payload.toolName, payload.args])).toEqual([
      ['searchDocs', { query: 'answer relevancy' }],
    ])
    expect(finishReason).toBe('stop')
  })

  it('streams the same answer in pieces', async () => {
    vi.stubEnv('AGENT_MODEL', '')
    const agent = createDocsAgent({ repository })
    const stream = await agent.stream('Why are cache keys hashes?')
    const pieces: string[] = []
    for await (const piece of stream.textStream) pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.join('')).toBe((await agent.generate('Why are cache keys hashes?')).text)
    expect(pieces.join('')).toContain('(docs/decisions/cache-keys.md)')
  })

  it('says that it does not know what the pages do not say', async () => {
    vi.stubEnv('AGENT_MODEL', '')
    const { text } = await createDocsAgent({ repository }).generate('How tall is the Eiffel tower?')
    expect(text).toBe('The documentation does not say: searching it for "tall eiffel tower" found no answer.')
  })

  it('answers the last message of a conversation, and knows what "it" is', async () => {
    vi.stubEnv('AGENT_MODEL', '')
    const agent = agentInMastra()
    const memory = { thread: 'thread', resource: 'user' }
    const ask = async (question: string) => (await agent.generate(question, { memory })).text
    expect(await ask('What is a panel judge?')).toContain('A panel asks several judges')
    expect(await ask('How do I use it?')).toContain('panelJudge([first, second, third])')
    expect(await ask('Are entries expired?')).toBe('Entries never expire (docs/judges.md).')
    expect(await ask('Are entries expired?')).toBe('Entries never expire (docs/judges.md).')
  })

  it('stops when aborted', async () => {
    vi.stubEnv('AGENT_MODEL', '')
    const controller = new AbortController()
    const stream = await createDocsAgent({ repository }).stream('What is a judge?', {
      abortSignal: controller.signal,
    })
    for await (const _ of stream.textStream) controller.abort()
    expect(await stream.finishReason).toBe('aborted')
  })

  it('uses the model that AGENT_MODEL names, unless it is given one', async () => {
    vi.stubEnv('AGENT_MODEL', 'openai/gpt-5-mini')
    vi.stubEnv('OPENAI_API_KEY', 'unused')
    expect(await createDocsAgent({ repository }).getModel()).toMatchObject({ modelId: 'gpt-5-mini' })
    vi.stubEnv('AGENT_MODEL', '')
    expect(await createDocsAgent({ repository }).getModel()).toMatchObject({ modelId: 'extractive' })
  })

  it('is scored live by the scorers it is given', async () => {
    vi.stubEnv('AGENT_MODEL', '')
    const seen = new Promise<string>((resolve) => {
      const scorer = createScorer({ id: 'seen', description: 'Sees.', type: 'agent' }).generateScore(
        ({ run }) => {
          resolve(JSON.stringify(run.output))
          return 1
        },
      )
      const docsAgent = createDocsAgent({
        repository,
        scorers: {
          seen: {
            scorer,
            sampling: { type: 'ratio', rate: 1 },
            filter: { op: 'eq', left: { path: 'requestContext.audience' }, right: { literal: 'public' } },
          },
        },
      })
      const mastra = new Mastra({ agents: { docsAgent }, storage: new InMemoryStore(), logger: false })
      const requestContext = new RequestContext([['audience', 'public']])
      void mastra.getAgent('docsAgent').generate('Are entries expired?', { requestContext })
    })
    expect(await seen).toContain('Entries never expire (docs/judges.md).')
  })
})
