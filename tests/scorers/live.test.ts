import { runEvals } from '@mastra/core/evals'
import { describe, expect, it, vi } from 'vitest'
import { languageJudge } from '../../src/judge/language-model/language-judge.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/answer-relevancy.ts'
import { eventually } from '../support/eventually.ts'
import { openaiServer } from '../support/openai-server.ts'
import { say, scripted, stage, thread } from '../support/scripted-agent.ts'
import { honestReply } from '../support/scripted-judge.ts'

const question = 'How tall is the tower?'
const lines = ['It is 330 metres tall [yes].', 'It is made of iron [unsure].', 'Paris is nice [no].']
const answer = lines.join('\n\n')

async function stageWith(script = honestReply, said = lines) {
  const server = await openaiServer(script)
  const scorer = createAnswerRelevancyScorer({ model: languageJudge(server.chat, { retries: 0 }) })
  const agent = stage(scripted([say(...said), say(...said)]), {
    traces: true,
    scorers: { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } },
  })
  const scores = async () => {
    const store = await agent.storage.getStore('scores')
    const page = await store?.listScoresByScorerId({
      scorerId: scorer.id,
      pagination: { page: 0, perPage: 10 },
    })
    return page?.scores ?? []
  }
  return { ...agent, scorer, server, scores }
}

describe('scoring a live agent', () => {
  it('stores the score with a reason that stands alone, and the prompt', async () => {
    const { agent, scores, server } = await stageWith()
    await agent.generate(question, thread)
    const [row] = await eventually(async () => {
      const rows = await scores()
      expect(rows).toHaveLength(1)
      return rows
    })
    expect(row).toMatchObject({ score: 0.5, source: 'LIVE', scorer: { id: 'answer-relevancy' } })
    expect(row?.reason).toMatchInlineSnapshot(
      `"Of 3 statements, 1 answers the question, 1 does not, and 1 is in doubt (0.5): score 0.5. Points lost on “Paris is nice [no].” (does not answer the question: because it is no); “It is made of iron [unsure].” (in doubt: because it is unsure)."`,
    )
    expect(row?.analyzePrompt).toContain('Ids to answer: s1, s2, s3')
    expect(row?.analyzeStepResult).toMatchObject({ judge: { calls: 1, task: 'statement-relevance/2' } })
    await server[Symbol.asyncDispose]()
  })

  it('stores four digits, which Studio shows', async () => {
    const three = ['It is 330 metres tall [yes].', 'Paris is nice [no].', 'London is nice [no].']
    const { agent, scores, server } = await stageWith(honestReply, three)
    await agent.generate(question, thread)
    await eventually(async () => expect(await scores()).toMatchObject([{ score: 0.3333 }]))
    await server[Symbol.asyncDispose]()
  })

  it('records every call to the judge as a span below the scorer’s', async () => {
    const { agent, storage, server } = await stageWith()
    await agent.generate(question, thread)
    const observability = await storage.getStore('observability')
    const spans = await eventually(async () => {
      const { spans: found = [] } =
        (await observability?.listTraces({ filters: { entityId: 'answer-relevancy' } })) ?? {}
      const trace = await observability?.getTrace({ traceId: found[0]?.traceId ?? '' })
      const judged = trace?.spans.filter((span) => span.name.startsWith('judge:')) ?? []
      expect(judged).toHaveLength(1)
      return judged
    })
    expect(spans.map((span) => span.name).sort()).toEqual([
      expect.stringMatching(/on statement-relevance\/2$/),
    ])
    expect(spans[0]).toMatchObject({ spanType: 'model_generation', parentSpanId: expect.any(String) })
    await server[Symbol.asyncDispose]()
  })

  it('leaves the answer alone where the judge fails, and stores no score', async () => {
    const { agent, scorer, scores, runs, server } = await stageWith(() => ({ status: 401, error: 'no' }))
    const run = vi.spyOn(scorer, 'run')
    expect((await agent.generate(question, thread)).text).toContain('330')
    // Only then could a score have been stored.
    await eventually(() => expect(run.mock.settledResults.map(({ type }) => type)).toEqual(['rejected']))
    await eventually(() => expect(runs).toHaveLength(1))
    expect(await scores()).toEqual([])
    await server[Symbol.asyncDispose]()
  })
})

describe('one answer', () => {
  it('has the same score live, in runEvals, as a string and as messages', async () => {
    const { agent, scorer, scores, server } = await stageWith()
    await agent.generate(question, thread)
    const live = await eventually(async () => {
      const rows = await scores()
      expect(rows).toHaveLength(1)
      return rows.map((row) => row.score)
    })
    const { scores: means } = await runEvals({
      target: agent,
      scorers: [scorer],
      data: [{ input: question }],
    })
    const shapes: [unknown, unknown][] = [
      [question, answer],
      [{ text: question }, { text: answer }],
      [{ prompt: question }, { role: 'assistant', content: answer }],
      [
        [{ role: 'user', content: question }],
        [{ role: 'assistant', content: [{ type: 'text', text: answer }] }],
      ],
      [
        [{ id: 'u', role: 'user', parts: [{ type: 'text', text: question }] }],
        [{ id: 'a', role: 'assistant', parts: lines.map((text) => ({ type: 'text', text })) }],
      ],
    ]
    const plain = await Promise.all(
      shapes.map(async ([input, output]) => (await scorer.run({ input, output })).score),
    )
    expect([...live, means['answer-relevancy'], ...plain]).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    await server[Symbol.asyncDispose]()
  })

  it('of a conversation over several turns is not scorable as a whole, and says what to do', async () => {
    const { agent, scorer, server } = await stageWith()
    const { summary } = await runEvals({
      target: agent,
      scorers: [scorer],
      data: [{ inputs: [question, 'And how old?'] }],
    })
    expect(summary.notScorable).toEqual({ 'answer-relevancy': 1 })
    await server[Symbol.asyncDispose]()
  })
})
