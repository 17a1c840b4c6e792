import { describe, expect, it } from 'vitest'
import type { ModelRequest, Script } from '../support/openai-server.ts'
import { answer, honestScore, question, scoreAnswer } from '../support/score-answer.ts'
import { honestLists, honestReply } from '../support/scripted-judge.ts'

type Lists = { readonly [id: string]: readonly string[] }

/** An honest judge but for its lists. */
const listing =
  (change: (lists: Lists, request: ModelRequest) => unknown): Script =>
  (request) =>
    request.lists.length > 0
      ? { text: JSON.stringify(change(honestLists(request), request)) }
      : honestReply(request)
const extracted = { options: { statements: 'extracted' } } as const
const lines = answer.split('\n')
const statementsOf = (outcome: Awaited<ReturnType<typeof scoreAnswer>>) =>
  outcome.result?.preprocessStepResult?.statements.map((statement) => statement.text)
const warningsOf = (outcome: Awaited<ReturnType<typeof scoreAnswer>>) =>
  outcome.result?.preprocessStepResult?.judge?.warnings.join()

describe('statements', () => {
  it('are the sentences of the answer by default, judged in one call', async () => {
    const outcome = await scoreAnswer(honestReply, { options: { statements: undefined } })
    expect(statementsOf(outcome)).toEqual(lines)
    expect(outcome.requests).toHaveLength(1)
    expect(outcome.result?.preprocessPrompt).toBeUndefined()
  })

  it('of a long answer are shown together in every call, and each is asked about once', async () => {
    const long = Array.from({ length: 45 }, (_, index) => `Point ${index} is about towers [yes].`).join('\n')
    const { requests } = await scoreAnswer(honestReply, { answer: long })
    expect(requests).toHaveLength(3)
    for (const { state } of requests) expect(Object.keys(state.statements as object)).toHaveLength(45)
    expect(requests.flatMap(({ ids }) => ids)).toHaveLength(45)
  })

  it('of an answer too long for one call are shown with those before them', async () => {
    const long = Array.from(
      { length: 45 },
      (_, index) => `Point ${index} is ${'very '.repeat(200)}long [yes].`,
    ).join('\n')
    const { requests } = await scoreAnswer(honestReply, { answer: long })
    for (const { ids, state } of requests) {
      const shown = Object.keys(state.statements as object)
      expect(shown.slice(-ids.length)).toEqual(ids)
      expect(JSON.stringify(state).length).toBeLessThan(30_000)
    }
    expect(requests.flatMap(({ ids }) => ids)).toHaveLength(45)
  })
})

describe('extracted statements', () => {
  it('take two calls, by the pieces of the answer, and show both prompts', async () => {
    const { result, requests } = await scoreAnswer(honestReply, extracted)
    expect(result?.score).toBe(honestScore)
    expect(requests).toHaveLength(2)
    const pieces = Object.fromEntries(lines.map((line, index) => [`p${index + 1}`, line]))
    expect(requests[0]?.state).toEqual({ question, pieces })
    expect(requests[0]?.lists).toEqual(Object.keys(pieces))
    expect(result?.preprocessPrompt).toContain('You list the statements in each piece of an answer.')
    expect(result?.analyzePrompt).toContain('Ids to answer: s1, s2, s3, s4, s5')
  })

  it('stand at the place of their piece, in the order of the pieces', async () => {
    const split = ['The tower is tall [yes].', 'It has 330 metres [yes].']
    const outcome = await scoreAnswer(
      listing((lists) => ({ ...lists, p1: split })),
      extracted,
    )
    expect(statementsOf(outcome)).toEqual([...split, ...lines.slice(1)])
    const places = outcome.result?.preprocessStepResult?.statements.map(({ start, end }) =>
      answer.slice(start, end),
    )
    expect(places).toEqual([lines[0], ...lines])
  })

  it('with a number or a name that is nowhere in the run are asked for once more', async () => {
    let told = 0
    const script = listing((lists, request) => {
      told += 1
      return told === 1 ? { ...lists, p3: ['Gustave Eiffel bakes 7 loaves [no].'] } : honestLists(request)
    })
    const outcome = await scoreAnswer(script, extracted)
    expect(outcome.requests.map(({ lists }) => lists)).toEqual([['p1', 'p2', 'p3', 'p4', 'p5'], ['p3'], []])
    expect(statementsOf(outcome)).toEqual(lines)
    expect(warningsOf(outcome)).toBe('')
  })

  it('give way to their piece where such a number stays, which the evidence says', async () => {
    const invented = (lists: Lists) =>
      'p3' in lists ? { ...lists, p3: ['Paris has 7,000 bakeries [yes].'] } : lists
    const outcome = await scoreAnswer(listing(invented), extracted)
    expect(statementsOf(outcome)).toEqual(lines)
    expect(outcome.result?.score).toBe(honestScore)
    expect(warningsOf(outcome)).toContain('was kept as it is: the judge added 7,000')
  })

  it('are as the judge words them where nothing is added, however few words they keep', async () => {
    const reworded = (lists: Lists) => ({ ...lists, p2: ['People liked iron back then [unsure].'] })
    const outcome = await scoreAnswer(listing(reworded), extracted)
    expect(statementsOf(outcome)?.[1]).toBe('People liked iron back then [unsure].')
    expect(warningsOf(outcome)).toBe('')
  })

  it.each<[string, (lists: Lists) => unknown]>([
    ['a list too few', ({ p2: _, ...others }) => others],
    ['a list too many', (lists) => ({ ...lists, p9: ['More.'] })],
    ['an empty list', (lists) => ({ ...lists, p2: [] })],
    ['a blank statement', (lists) => ({ ...lists, p2: [' '] })],
    ['more than six of a piece', (lists) => ({ ...lists, p2: Array(7).fill('Iron.') })],
    ['a text in place of a list', (lists) => ({ ...lists, p2: 'Iron.' })],
    ['numbers', (lists) => ({ ...lists, p2: [1, 2] })],
    ['a bare list', () => lines],
    ['prose', () => 'I would rather not.'],
  ])('are asked for again where the reply has %s, then it is an error', async (_, change) => {
    let told = 0
    const once = listing((lists, request) => {
      told += 1
      return told === 1 ? change(lists) : honestLists(request)
    })
    const outcome = await scoreAnswer(once, extracted)
    expect(outcome.result?.score).toBe(honestScore)
    expect(outcome.requests).toHaveLength(3)
    expect(warningsOf(outcome)).toContain('no usable list')
    const failed = await scoreAnswer(listing(change), extracted)
    expect(failed.error?.message).toMatch(/no usable list for/)
    expect(failed.requests).toHaveLength(2)
  })

  it('are extracted in halves where the reply is cut off', async () => {
    const script: Script = (request) =>
      request.lists.length > 2 ? { text: '{"p1": ["The', finishReason: 'length' } : honestReply(request)
    const outcome = await scoreAnswer(script, extracted)
    expect(statementsOf(outcome)).toEqual(lines)
    expect(outcome.result?.score).toBe(honestScore)
    expect(warningsOf(outcome)).toContain('smaller parts')
  })

  it('of a long answer are extracted in several calls, none lost', async () => {
    const long = Array.from(
      { length: 400 },
      (_, index) => `Point ${index} of the list is about towers in Paris [${index % 2 ? 'yes' : 'no'}].`,
    ).join('\n')
    const { result, requests } = await scoreAnswer(honestReply, { ...extracted, answer: long })
    expect(result?.preprocessStepResult?.statements).toHaveLength(400)
    expect(result?.score).toBe(0.5)
    expect(requests.filter((request) => request.lists.length > 0)).toHaveLength(10)
  })
})
