import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InMemoryServerCache } from '@mastra/core/cache'
import Keyv from 'keyv'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { surroundCalls } from '../../../../src/judge/call/call-context.ts'
import { libsqlCache } from '../../../../src/judge/composed/cached/libsql-cache.ts'
import type { DecisionRequest } from '../../../../src/judge/contract.ts'
import { decide } from '../../../../src/judge/decide.ts'
import {
  type CacheStore,
  cachedJudge,
  JudgeAbstainedError,
  JudgeError,
  languageJudge,
  memoryCache,
} from '../../../../src/judge/index.ts'
import { eventually } from '../../../support/eventually.ts'
import { choice, deafJudge, gradedJudge, relevance, requestOf, yesNo } from '../../../support/graded-judge.ts'
import { openaiServer } from '../../../support/openai-server.ts'
import { firstAnswers } from '../../../support/scripted-judge.ts'
import { untilTestEnds } from '../../../support/until-test-ends.ts'

const folder = mkdtempSync(join(tmpdir(), 'verdict-cache-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `${++files}.db`)
const honest = (extras = {}) => gradedJudge('honest', () => choice('yes', { share: 0.9 }), extras)
const request = requestOf({ s1: yesNo, s2: yesNo })

describe.each<[string, () => CacheStore]>([
  ['a LibSQL file', () => libsqlCache({ file: newFile() })],
  ['memory', () => memoryCache()],
  ['a Keyv', () => new Keyv()],
  ['a server cache of Mastra', () => new InMemoryServerCache()],
])('a judge cached in %s', (_, makeStore) => {
  it('makes no call for what it was asked before', async () => {
    const store = makeStore()
    const [first, second] = [honest(), honest()]
    const fresh = await decide(cachedJudge(first, { store }), request)
    const found = await decide(cachedJudge(second, { store }), request)
    expect(second.requests).toEqual([])
    expect(found.answers).toEqual(fresh.answers)
    expect(fresh.evidence).toMatchObject({ cached: false, calls: 1, cachedAnswers: 0 })
    expect(found.evidence).toMatchObject({
      judge: 'honest',
      cached: true,
      calls: 0,
      usage: { inputTokens: 0, outputTokens: 0 },
      cachedAnswers: 2,
      prompts: ['prompt of honest'],
      warnings: [],
    })
  })

  it('keeps nothing longer than it may', async () => {
    const store = makeStore()
    const judge = honest()
    const cached = cachedJudge(judge, { store, maxAgeInMs: 40 })
    await cached.decide(request)
    await new Promise((resolve) => setTimeout(resolve, 60))
    await cached.decide(request)
    expect(judge.requests).toHaveLength(2)
  })
})

describe('what an answer is found by', () => {
  const questionsAbout = (id: string) => requestOf({ [id]: yesNo })
  it.each<[string, DecisionRequest]>([
    ['another state', { ...request, state: { question: 'Who?' } }],
    ['other questions', requestOf({ s1: yesNo, s2: relevance })],
    ['another order of the questions', requestOf({ s2: yesNo, s1: yesNo })],
    ['fewer questions', questionsAbout('s1')],
    ['another name of the task', { ...request, task: { ...request.task, name: 'other' } }],
    ['another version of the task', { ...request, task: { ...request.task, version: 2 } }],
    ['other instructions', { ...request, task: { ...request.task, instructions: 'Judge well.' } }],
    ['shares that are required', { ...request, shareRequired: true }],
    ['another vote', { ...request, vote: 2 }],
  ])('counts %s', async (_, other) => {
    const judge = honest()
    const cached = cachedJudge(judge, { store: memoryCache() })
    await cached.decide(request)
    await cached.decide(other)
    expect(judge.requests).toHaveLength(2)
    await cached.decide(other)
    expect(judge.requests).toHaveLength(2)
  })

  it('counts the id and the settings of the judge, whatever the order of their names', async () => {
    const store = memoryCache()
    const judges = [
      honest({ settings: { temperature: 0, seed: 1 } }),
      honest({ settings: { seed: 1, temperature: 0 } }),
      honest({ settings: { temperature: 1, seed: 1 } }),
      honest({ id: 'other', settings: { temperature: 0, seed: 1 } }),
    ]
    for (const judge of judges) await cachedJudge(judge, { store }).decide(request)
    expect(judges.map(({ requests }) => requests.length)).toEqual([1, 0, 1, 1])
  })

  it('has no key, header or credential of a language model', () => {
    const judge = languageJudge(
      {
        id: 'openai/gpt-5-mini',
        url: 'https://user:hush@example.org/v1?key=hush#hush',
        apiKey: 'sk-hush',
        headers: { authorization: 'hush' },
      },
      { seed: 3, headers: { 'x-key': 'hush' }, providerOptions: { openai: { safety: 'hush' } } },
    )
    expect(JSON.stringify(judge.settings)).not.toContain('hush')
    expect(judge.settings).toMatchObject({
      model: 'openai/gpt-5-mini',
      temperature: 0,
      seed: 3,
      address: 'https://example.org/v1',
    })
  })
})

describe('what is not kept', () => {
  it.each([
    ['an error', new JudgeError({ judge: 'honest', reason: 'refused', message: 'no' })],
    ['an abstention', new JudgeAbstainedError('honest', 'not English')],
  ])('%s', async (_, error) => {
    let fails = true
    const judge = gradedJudge('honest', () => {
      if (fails) throw error
      return choice('yes')
    })
    const cached = cachedJudge(judge, { store: memoryCache() })
    await expect(cached.decide(request)).rejects.toBe(error)
    fails = false
    expect((await cached.decide(request)).answers.s1).toMatchObject({ choice: 'yes' })
  })

  it('a decision that breaks the contract', async () => {
    const judge = gradedJudge('half', (_, key) => (key === 's1' ? choice('yes') : undefined))
    const store = memoryCache()
    const set = vi.spyOn(store, 'set')
    await expect(cachedJudge(judge, { store }).decide(request)).rejects.toThrow(/broke the judge contract/)
    expect(set).not.toHaveBeenCalled()
  })
})

describe('a store that does harm', () => {
  const withEntry = (change: (entry: string) => unknown): CacheStore => {
    const kept = new Map<string, string>()
    return {
      get: async (key) => (kept.has(key) ? change(kept.get(key) as string) : undefined),
      set: async (key, value) => kept.set(key, value),
    }
  }
  it.each<[string, (entry: string) => unknown]>([
    ['cut off', (entry) => entry.slice(0, -5)],
    ['changed', (entry) => entry.replace('"yes"', '"no"')],
    ['empty', () => ''],
    ['no text', () => ({ answers: {} })],
    ['other JSON', () => '{"outcome":{}}'],
  ])('an entry that is %s is asked again, with a warning', async (_, change) => {
    const judge = honest()
    const cached = cachedJudge(judge, { store: withEntry(change) })
    await cached.decide(request)
    const { answers, evidence } = await cached.decide(request)
    expect(judge.requests).toHaveLength(2)
    expect(answers.s1).toMatchObject({ choice: 'yes' })
    expect(evidence.warnings).toEqual(['cache: a damaged entry was ignored and asked again'])
  })

  it('does not take the entry of another key for its own', async () => {
    let entry: string | undefined
    const store: CacheStore = {
      get: async () => entry,
      set: async (_, value) => {
        entry = value
      },
    }
    const judge = honest()
    const cached = cachedJudge(judge, { store })
    await cached.decide(request)
    await cached.decide({ ...request, state: { question: 'Who?' } })
    expect(judge.requests).toHaveLength(2)
  })

  it('one that is down costs the cache, not the answer', async () => {
    const down = async () => {
      throw new Error('connection refused, key sk-123456789')
    }
    const { answers, evidence } = await cachedJudge(honest(), { store: { get: down, set: down } }).decide(
      request,
    )
    expect(answers.s1).toMatchObject({ choice: 'yes' })
    expect(evidence.warnings).toEqual([
      'cache: the store could not be read: connection refused, key [key removed]',
      'cache: the answer could not be stored: connection refused, key [key removed]',
    ])
  })

  it('one that never answers is gone without', async () => {
    const hangs = () => new Promise<never>(() => {})
    const cached = cachedJudge(honest(), { store: { get: hangs, set: hangs }, storeTimeoutInMs: 20 })
    const { evidence } = await cached.decide(request)
    expect(evidence.warnings[0]).toBe('cache: the store could not be read: no answer within 20 ms')
  })

  it('a file that is no database costs the cache, not the answer', async () => {
    const file = newFile()
    writeFileSync(file, 'this is no database at all, '.repeat(200))
    const { evidence } = await cachedJudge(honest(), { file }).decide(request)
    expect(evidence.warnings[0]).toContain('cache: the store could not be read')
  })
})

describe('the same request at the same time', () => {
  const slow = () => {
    let finish: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const base = honest()
    const signals: (AbortSignal | undefined)[] = []
    const decideSlowly: typeof base.decide = async (asked) => {
      signals.push(asked.signal)
      await gate
      return base.decide(asked)
    }
    return { judge: { ...base, decide: decideSlowly }, finish, signals }
  }

  it('is one call, that only one of the callers is billed for', async () => {
    const { judge, finish, signals } = slow()
    const cached = cachedJudge(judge, { store: memoryCache() })
    const work = [cached.decide(request), cached.decide(request), cached.decide(request)]
    await eventually(() => expect(signals).toHaveLength(1))
    finish()
    const calls = (await Promise.all(work)).map(({ evidence }) => evidence.calls)
    expect(calls.sort()).toEqual([0, 0, 1])
    expect(signals).toHaveLength(1)
  })

  it('goes on for the others where one is cancelled', async () => {
    const { judge, finish, signals } = slow()
    const cached = cachedJudge(judge, { store: memoryCache() })
    const controller = new AbortController()
    const cancelled = cached.decide({ ...request, signal: controller.signal })
    const kept = cached.decide(request)
    await eventually(() => expect(signals).toHaveLength(1))
    controller.abort(new Error('enough'))
    await expect(cancelled).rejects.toThrow('enough')
    expect(signals[0]?.aborted).toBe(false)
    finish()
    expect((await kept).evidence).toMatchObject({ calls: 1 })
  })

  it('is cancelled where all are, and begun anew by who comes later', async () => {
    const { judge, finish, signals } = slow()
    const cached = cachedJudge(judge, { store: memoryCache() })
    const controller = new AbortController()
    const cancelled = cached.decide({ ...request, signal: controller.signal })
    await eventually(() => expect(signals).toHaveLength(1))
    controller.abort(new Error('enough'))
    await expect(cancelled).rejects.toThrow('enough')
    expect(signals[0]?.aborted).toBe(true)
    const later = cached.decide(request)
    await eventually(() => expect(signals).toHaveLength(2))
    finish()
    expect((await later).answers.s1).toMatchObject({ choice: 'yes' })
  })

  it('goes on where the evaluation of the item that began it runs out of time', async () => {
    let asked = () => {}
    const wasAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const server = untilTestEnds(
      await openaiServer(async (received) => {
        asked()
        await gate
        return firstAnswers(received)
      }),
    )
    const cached = cachedJudge(languageJudge(server.chat), { store: memoryCache() })
    const item = new AbortController()
    const begun = surroundCalls({ signal: item.signal }, () => cached.decide(request))
    const joined = surroundCalls({ signal: new AbortController().signal }, () => cached.decide(request))
    await wasAsked
    item.abort(new Error('the item took too long'))
    await expect(begun).rejects.toThrow('the item took too long')
    finish()
    expect((await joined).answers.s1).toMatchObject({ choice: 'yes' })
    expect(server.requests).toHaveLength(1)
  })

  it('is cancelled where the evaluations of all items that wait for it are', async () => {
    const { judge, signals } = slow()
    const cached = cachedJudge(judge, { store: memoryCache() })
    const items = [new AbortController(), new AbortController()]
    const work = items.map(({ signal }) => surroundCalls({ signal }, () => cached.decide(request)))
    await eventually(() => expect(signals).toHaveLength(1))
    items[0]?.abort(new Error('enough'))
    await expect(work[0]).rejects.toThrow('enough')
    expect(signals[0]?.aborted).toBe(false)
    items[1]?.abort(new Error('enough'))
    await expect(work[1]).rejects.toThrow('enough')
    expect(signals[0]?.aborted).toBe(true)
  })

  it('ends at once where the signal aborts, though the judge is deaf to it', async () => {
    const controller = new AbortController()
    const work = cachedJudge(deafJudge, { store: memoryCache() }).decide({
      ...request,
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(work).rejects.toThrow('enough')
  })
})

it('extractions and prose are kept, too, and not taken for each other', async () => {
  const extract = vi.fn(() => ['a', 'b'])
  const write = vi.fn(() => 'prose')
  const cached = cachedJudge(honest({ extract, write }), { store: memoryCache() })
  const { questions: _, ...text } = request
  const lists = { ...text, ids: ['list'] }
  for (let round = 0; round < 2; round += 1) {
    expect((await cached.extract?.(lists))?.lists).toEqual({ list: ['a', 'b'] })
    expect((await cached.write?.(text))?.text).toBe('prose')
  }
  expect([extract.mock.calls.length, write.mock.calls.length]).toEqual([1, 1])
  expect(cachedJudge(honest(), { store: memoryCache() })).not.toHaveProperty('extract')
})

it('a cache says what it needs', () => {
  expect(() => cachedJudge(honest(), {} as never)).toThrow(/options\.file: must name the file/)
  expect(() => cachedJudge(honest(), { store: memoryCache(), maxEntries: 3 } as never)).toThrow(TypeError)
  expect(() => cachedJudge(honest(), { file: newFile(), maxAgeInMs: -1 })).toThrow(/options\.maxAgeInMs/)
  expect(() => cachedJudge(honest(), { file: join(folder, 'missing', 'x.db') })).toThrow(
    /folder of .* is missing/,
  )
})
