import { describe, expect, it } from 'vitest'
import type { ModelRequest, Script } from '../support/openai-server.ts'
import { answer, honestScore, question, scoreAnswer } from '../support/score-answer.ts'
import { honestReply } from '../support/scripted-judge.ts'

const units = (...list: string[]) => ({ text: JSON.stringify({ units: list }) })
const extracting =
  (extract: (request: ModelRequest) => ReturnType<Script>): Script =>
  (request) =>
    request.ids.length > 0 ? honestReply(request) : extract(request)
const extracted = { options: { statements: 'extracted' } } as const
const lines = answer.split('\n')
const statementsOf = (outcome: Awaited<ReturnType<typeof scoreAnswer>>) =>
  outcome.result?.preprocessStepResult?.statements.map((statement) => statement.text)

describe('statements extracted by a language judge', () => {
  it('are the default, take two calls, and show both prompts', async () => {
    const { result, requests } = await scoreAnswer(honestReply, { options: { statements: undefined } })
    expect(result?.score).toBe(honestScore)
    expect(requests).toHaveLength(2)
    expect(requests[0]?.state).toEqual({ question, answer })
    expect(result?.preprocessPrompt).toContain('You break an answer into its statements.')
    expect(result?.analyzePrompt).toContain('Ids to answer: s1, s2, s3, s4, s5')
  })

  it('take one call where they are split by code', async () => {
    const { requests, result } = await scoreAnswer(honestReply)
    expect(requests).toHaveLength(1)
    expect(result?.preprocessPrompt).toBeUndefined()
  })

  it('carry the place in the answer that they rest on', async () => {
    const { result } = await scoreAnswer(honestReply, extracted)
    const places = result?.preprocessStepResult?.statements.map(({ start, end }) => answer.slice(start, end))
    expect(places).toEqual(lines)
  })

  it('that are not in the answer are dropped, with a warning', async () => {
    const script = extracting(() =>
      units(...lines, 'The tower attracts seven million visitors a year [yes].'),
    )
    const outcome = await scoreAnswer(script, extracted)
    expect(outcome.result?.score).toBe(honestScore)
    expect(outcome.result?.preprocessStepResult?.judge?.warnings.join()).toContain('seven million visitors')
  })

  it('that were left out are added from the answer, with a warning', async () => {
    const outcome = await scoreAnswer(
      extracting(() => units(lines[0] ?? '', lines[3] ?? '')),
      extracted,
    )
    expect(statementsOf(outcome)).toEqual(lines)
    expect(outcome.result?.score).toBe(honestScore)
    expect(outcome.result?.preprocessStepResult?.judge?.warnings.join()).toContain('taken from the answer')
  })

  it('are the sentences of the answer where the judge gives an empty list', async () => {
    const outcome = await scoreAnswer(
      extracting(() => units()),
      extracted,
    )
    expect(statementsOf(outcome)).toEqual(lines)
  })

  it.each([
    '',
    'I would rather not.',
    '{"statements": ["a"]}',
    '{"units": "The tower is tall."}',
    '{"units": [1, 2]}',
  ])('are asked for again where the reply is %j, then it is an error', async (text) => {
    const honest = extracting((request) => (request.number === 1 ? { text } : honestReply(request)))
    const outcome = await scoreAnswer(honest, extracted)
    expect(outcome.result?.score).toBe(honestScore)
    expect(outcome.requests).toHaveLength(3)
    const failed = await scoreAnswer(
      extracting(() => ({ text })),
      extracted,
    )
    expect(failed.error?.message).toMatch(/no list of units/)
    expect(failed.requests).toHaveLength(2)
  })

  it('are extracted in halves where the reply is cut off', async () => {
    const script = extracting((request) =>
      String(request.state.answer).length > 120
        ? { text: '{"units": ["The', finishReason: 'length' }
        : honestReply(request),
    )
    const outcome = await scoreAnswer(script, extracted)
    expect(statementsOf(outcome)).toEqual(lines)
    expect(outcome.result?.score).toBe(honestScore)
  })

  it('of a long answer are extracted in pieces, none lost', async () => {
    const long = Array.from(
      { length: 400 },
      (_, index) => `Point ${index} of the list is about towers in Paris [${index % 2 ? 'yes' : 'no'}].`,
    ).join('\n')
    const { result, requests } = await scoreAnswer(honestReply, { ...extracted, answer: long })
    expect(result?.preprocessStepResult?.statements).toHaveLength(400)
    expect(result?.score).toBe(0.5)
    expect(requests.filter((request) => request.ids.length === 0).length).toBeGreaterThan(1)
  })
})
