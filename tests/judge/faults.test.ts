import { describe, expect, it } from 'vitest'
import type { ModelReply, ModelRequest, Script } from '../support/openai-server.ts'
import { answer, honestScore, type ScoringSetup, scoreAnswer } from '../support/score-answer.ts'
import { honestAnswers, honestReply } from '../support/scripted-judge.ts'

const json = (value: unknown): ModelReply => ({ text: JSON.stringify(value) })
/** Answers wrongly to the first request, honestly afterwards. */
const once =
  (fault: (request: ModelRequest) => ModelReply): Script =>
  (request) =>
    request.number === 1 ? fault(request) : honestReply(request)

async function expectHonestScore(script: Script, requests: number, setup: ScoringSetup = {}) {
  const outcome = await scoreAnswer(script, setup)
  expect(outcome.error).toBeUndefined()
  expect(outcome.result?.score).toBe(honestScore)
  expect(outcome.requests).toHaveLength(requests)
  return outcome
}

async function expectJudgeError(script: Script, reason: string, requests: number, setup: ScoringSetup = {}) {
  const { result, error, requests: made } = await scoreAnswer(script, setup)
  expect(result).toBeUndefined()
  expect(error).toMatchObject({ name: 'JudgeError', reason })
  expect(made).toHaveLength(requests)
  return error
}

describe.each(['chat', 'responses'] as const)('a judge behind the %s API', (api) => {
  it('is believed where it makes no mistake', async () => {
    await expectHonestScore(honestReply, 1, { api })
  })

  describe('that leaves ids out', () => {
    const first = (request: ModelRequest) => json({ s1: honestAnswers(request).s1 })

    it('is asked again for all of them, for it may have counted on without those', async () => {
      const { requests } = await expectHonestScore(once(first), 2, { api })
      expect(requests[1]?.ids).toEqual(['s1', 's2', 's3', 's4', 's5'])
    })

    it('ends in an error that lists them, where it goes on', async () => {
      const error = await expectJudgeError(() => json({ s1: { verdict: 'yes' } }), 'unanswered', 2, { api })
      expect(error?.ids).toEqual(['s2', 's3', 's4', 's5'])
      expect(error?.message).toContain('s2, s3, s4, s5')
      expect(error?.message).toContain('scripted')
    })

    it('is asked as often as repairs say', async () => {
      await expectJudgeError(() => json({}), 'unanswered', 4, { api, settings: { repairs: 3 } })
      await expectJudgeError(() => json({}), 'unanswered', 1, { api, settings: { repairs: 0 } })
    })
  })

  it('that answers ids that were not asked is asked again for all of them, then named', async () => {
    const more = (request: ModelRequest) =>
      json({ ...honestAnswers(request), s99: { reason: 'made up', share: 100, verdict: 'yes' } })
    const { result, requests } = await expectHonestScore(once(more), 2, { api })
    expect(requests[1]?.ids).toHaveLength(5)
    expect(result?.analyzeStepResult?.judge?.warnings.join()).toContain('s99')
    const error = await expectJudgeError(more, 'unanswered', 2, { api })
    expect(error?.message).toContain('"s99", which was not asked')
    expect(error?.message).toContain('raise `repairs`')
  })

  it.each([
    ['"confidence":1', 'gave s1 the field "confidence", which was not asked for'],
    ['"verdict":"no"', 'gave s1 the field "verdict" twice'],
  ])('that repeats its reply with %s is named by its first fault, too', async (field, fault) => {
    let reply = ''
    const repeating = (request: ModelRequest) => {
      reply ||= JSON.stringify(honestAnswers(request)).replace('{"s1":{', `{"s1":{${field},`)
      return { text: reply }
    }
    const error = await expectJudgeError(repeating, 'unanswered', 2, { api })
    expect(error?.message).toContain(`(it ${fault}; asked again, it answered "s2", which was not asked)`)
  })

  it.each([
    ['differently', { reason: '', share: 99, verdict: 'yes' }],
    ['alike', undefined],
  ])('that answers an id twice, %s, is asked again for all of them', async (_, other) => {
    const doubled = (request: ModelRequest) => {
      const answers = honestAnswers(request)
      const entry = JSON.stringify(other ?? answers.s2)
      return { text: JSON.stringify(answers).replace(/\}$/, `,"s2":${entry}}`) }
    }
    const { requests } = await expectHonestScore(once(doubled), 2, { api })
    expect(requests[1]?.ids).toHaveLength(5)
  })

  it.each(['Yes.', 'YES', ' yes ', '"yes"', 'yes!'])(
    'that writes the verdict as %j is understood',
    async (verdict) => {
      const script: Script = (request) => {
        const answers = honestAnswers(request)
        return json({ ...answers, s1: { ...answers.s1, verdict } })
      }
      await expectHonestScore(script, 1, { api })
    },
  )

  describe.each([
    'partially',
    'yes, toxic',
    'Yes and no',
    '',
    'true',
    0.8,
    1,
    null,
    true,
    ['yes'],
    { yes: 1 },
  ])('that gives %j as a verdict', (verdict) => {
    const fault = (request: ModelRequest) => {
      const answers = honestAnswers(request)
      return json({ ...answers, s3: { reason: 'odd', share: 50, verdict } })
    }

    it('is asked again', async () => {
      const { requests } = await expectHonestScore(once(fault), 2, { api })
      expect(requests[1]?.ids).toEqual(['s3'])
    })

    it('ends in an error, where it goes on', async () => {
      const error = await expectJudgeError(
        (request) => (request.number === 1 ? fault(request) : json({ s3: { verdict } })),
        'unanswered',
        2,
        { api },
      )
      expect(error?.ids).toEqual(['s3'])
    })
  })

  it.each([
    ['a code fence', (text: string) => `\`\`\`json\n${text}\n\`\`\``],
    ['a wrapping key', (text: string) => `{"answers": ${text}}`],
    ['white space and a byte order mark', (text: string) => `\uFEFF \n${text}\n `],
    ['a trailing comma', (text: string) => text.replace(/\}$/, ',}')],
  ])('that wraps its JSON in %s is read', async (_, wrap) => {
    await expectHonestScore((request) => ({ text: wrap(honestReply(request).text ?? '') }), 1, { api })
  })

  it('that writes prose around its JSON is asked again, then named', async () => {
    const chatty = (request: ModelRequest) => ({
      text: `Here is my verdict, as asked:\n\n${honestReply(request).text}\n\nI hope that helps.`,
    })
    await expectHonestScore(once(chatty), 2, { api })
    const error = await expectJudgeError(chatty, 'unreadable', 2, { api })
    expect(error?.message).toContain('just one JSON object')
  })

  it('that lists its answers is read', async () => {
    const script: Script = (request) =>
      json(Object.entries(honestAnswers(request)).map(([id, entry]) => ({ id, ...entry })))
    await expectHonestScore(script, 1, { api })
  })

  it('that quotes verdicts of the judged text in broken JSON is asked again', async () => {
    const quoting = once(() => ({
      text: '{"s1": {"reason": "it only says "{"s1":{"verdict":"yes"},"s2":{"verdict":"yes"},"s3":{"verdict":"yes"},"s4":{"verdict":"yes"},"s5":{"verdict":"yes"}}"", "verdict": "no"}}',
    }))
    await expectHonestScore(quoting, 2, { api })
  })

  it('that repeats the material is asked again', async () => {
    await expectHonestScore(
      once(({ state }) => json(state)),
      2,
      { api },
    )
  })

  it('that says two things about an id in one entry is asked for it again', async () => {
    const doubled = (request: ModelRequest) => ({
      text: JSON.stringify(honestAnswers(request)).replace(
        '"verdict":"unsure"',
        '"verdict":"unsure","verdict":"yes"',
      ),
    })
    const { requests } = await expectHonestScore(once(doubled), 2, { api })
    expect(requests[1]?.ids).toEqual(['s2'])
  })

  it('that nests its reply too deep is asked again', async () => {
    await expectHonestScore(
      once(() => ({ text: '['.repeat(200_000) })),
      2,
      { api },
    )
    await expectHonestScore(
      once(() => ({ text: `${'{'.repeat(50)}${'"\\\\'.repeat(40_000)}` })),
      2,
      { api },
    )
  })

  it('that gives shares as fractions is read', async () => {
    const fractions = (request: ModelRequest) =>
      json(
        Object.fromEntries(
          Object.entries(honestAnswers(request)).map(([id, entry]) => [
            id,
            { ...entry, share: entry.share > 90 ? 1 : entry.share / 100 },
          ]),
        ),
      )
    const { result } = await expectHonestScore(fractions, 1, { api })
    expect(result?.analyzeStepResult?.verdicts.map(({ share }) => share)).toEqual([1, 0.5, 0.04, 1, 0.04])
    await expectHonestScore(fractions, 1, { api, options: { weighting: 'share' } })
  })

  describe.each(['101', '-1', '1e999', '"ninety"', 'null', 'true', undefined])(
    'that gives %s as a share',
    (share) => {
      /** The second statement is worth 0.35 by its share, and 0.5 by its verdict. */
      const shared = (request: ModelRequest) => {
        const answers = honestAnswers(request)
        return answers.s2 ? { ...answers, s2: { ...answers.s2, share: 35 } } : answers
      }
      const spoilt =
        (...ids: string[]) =>
        (request: ModelRequest): ModelReply => {
          const answers = Object.entries(shared(request)).map(([id, { share: kept, ...entry }]) => {
            const said = ids.includes(id) ? share : `${kept}`
            return `"${id}":${JSON.stringify({ ...entry }).replace(/\}$/, said === undefined ? '}' : `,"share":${said}}`)}`
          })
          return { text: `{${answers.join(',')}}` }
        }
      const honest = (request: ModelRequest) => json(shared(request))
      const all = ['s1', 's2', 's3', 's4', 's5']

      it.each([[['s2']], [all]])(
        'for %j is asked again for those, and then the shares count',
        async (ids) => {
          const script: Script = (request) =>
            request.number === 1 ? spoilt(...ids)(request) : honest(request)
          const { result, requests } = await scoreAnswer(script, { api })
          expect(requests.map((request) => request.ids)).toEqual([all, ids])
          expect(result?.score).toBeCloseTo((1 + 0.35 + 0 + 1 + 0) / 5, 12)
          expect(result?.reason).not.toContain('counts by verdict')
        },
      )

      it.each([[['s2']], [all]])('for %j each time counts by verdict, and says so', async (ids) => {
        const { result, requests } = await scoreAnswer(spoilt(...ids), { api })
        expect(requests).toHaveLength(2)
        expect(result?.score).toBe(honestScore)
        expect(result?.reason).toContain(
          `It counts by verdict, because the judge gave no usable share for ${ids.length} verdict`,
        )
        expect(result?.analyzeStepResult).toMatchObject({ weighting: 'verdict', lostShares: ids.length })
        expect(result?.analyzeStepResult).not.toHaveProperty('readings')
        expect(result?.analyzeStepResult?.judge?.warnings.join()).toContain(
          `no usable share for ${ids.join(', ')}, so verdicts count`,
        )
      })

      it('keeps the verdict if the second reply says nothing', async () => {
        const script: Script = (request) => (request.number === 1 ? spoilt('s2')(request) : json({}))
        const { result, requests } = await scoreAnswer(script, { api })
        expect([result?.score, requests.length]).toEqual([honestScore, 2])
      })

      it('is not asked again where verdicts were asked for', async () => {
        const { result, requests } = await scoreAnswer(spoilt(...all), {
          api,
          options: { weighting: 'verdict' },
        })
        expect([result?.score, requests.length]).toEqual([honestScore, 1])
        expect(result?.reason).not.toContain('counts by verdict')
      })

      it('is an error where shares were asked for', async () => {
        await expectJudgeError(spoilt('s2'), 'unanswered', 2, { api, options: { weighting: 'share' } })
      })
    },
  )

  describe('that is cut off', () => {
    const cut = (request: ModelRequest): ModelReply => ({
      text: (honestReply(request).text ?? '').slice(0, 60),
      finishReason: 'length',
    })

    it('is asked again in smaller batches', async () => {
      const script: Script = (request) => (request.ids.length > 2 ? cut(request) : honestReply(request))
      const { requests } = await expectHonestScore(script, 5, { api })
      expect(requests.map((request) => request.ids.length).sort()).toEqual([1, 2, 2, 3, 5])
    })

    it('ends in an error that says so, where one question is too much', async () => {
      const { error } = await scoreAnswer(cut, { api })
      expect(error).toMatchObject({ reason: 'cut-off' })
      expect(error?.message).toContain('maxOutputTokens')
    })
  })

  it.each([
    ['', ''],
    ['```json\n', '\n```'],
  ])('that is cut off behind whole JSON is read: %j', async (before, after) => {
    const script: Script = (request) => ({
      text: `${before}${honestReply(request).text}${after}`,
      finishReason: 'length',
    })
    await expectHonestScore(script, 1, { api })
  })

  it('that returns truncated JSON without saying so is asked again', async () => {
    const half = (request: ModelRequest) => ({ text: (honestReply(request).text ?? '').slice(0, -20) })
    await expectHonestScore(once(half), 2, { api })
    await expectJudgeError(half, 'unreadable', 2, { api })
    await expectJudgeError(() => ({ text: '{"s1": {"rea' }), 'unreadable', 2, { api })
  })

  it('that returns nothing is asked again, then named', async () => {
    await expectHonestScore(
      once(() => ({ text: '' })),
      2,
      { api },
    )
    const error = await expectJudgeError(() => ({ text: '' }), 'empty', 2, { api })
    expect(error?.message).toContain('empty message')
  })

  it('that refuses is named and not asked again', async () => {
    const error = await expectJudgeError(() => ({ refusal: 'I cannot help with that.' }), 'refused', 1, {
      api,
    })
    expect(error?.message).toContain('I cannot help with that.')
  })

  it('that a content filter stops is named and not asked again', async () => {
    await expectJudgeError(() => ({ text: '', finishReason: 'content_filter' }), 'refused', 1, { api })
  })

  it('that returns 429 with Retry-After is waited for that long', async () => {
    const times: number[] = []
    const script: Script = (request) => {
      times.push(performance.now())
      return request.number === 1 ? { status: 429, headers: { 'retry-after': '1' } } : honestReply(request)
    }
    await expectHonestScore(script, 2, { api })
    // A timer may fire a little early; what must not happen is the retry delay of 1 ms.
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
  })

  it('that asks for a very long wait is waited for within the bound', async () => {
    const script = once(() => ({ status: 429, headers: { 'retry-after': '86400' } }))
    await expectHonestScore(script, 2, { api, settings: { maximumRetryDelayInMs: 20 } })
  })

  it.each<[string, ModelReply]>([
    ['returns 500', { status: 500 }],
    ['returns 503', { status: 503 }],
    ['resets the connection', { connection: 'reset' }],
    ['closes within the body', { connection: 'half' }],
  ])('that %s is asked again, and after the last try named', async (_, reply) => {
    await expectHonestScore((request) => (request.number <= 2 ? reply : honestReply(request)), 3, { api })
    const error = await expectJudgeError(() => reply, 'unreachable', 3, { api, settings: { retries: 2 } })
    expect(error).toMatchObject({ attempts: 3 })
    expect(error?.cause).toMatchObject({ message: expect.stringMatching(/./) })
    expect(error?.ids).toEqual(['s1', 's2', 's3', 's4', 's5'])
  })

  const list = api === 'chat' ? 'choices' : 'output'
  it.each<[string, string | object, RegExp]>([
    ['an empty body', '', /empty body/],
    ['a blank body', ' \n', /empty body/],
    [
      "a gateway's page",
      '<!DOCTYPE html><title>502 Bad Gateway</title>',
      /a page .*base URL.*502 Bad Gateway/,
    ],
    ['half a JSON', '{"id": "c", "cho', /no whole answer/],
    ['a text', 'upstream connect error', /no whole answer.*upstream connect error/],
    ['JSON of nothing', 'null', /no whole answer/],
    ['an empty object', {}, /no whole answer/],
    ['no list of answers', { id: 'c', created_at: 0, model: 'm' }, /no whole answer/],
    ['null for a list', { id: 'c', [list]: null }, /no whole answer/],
    ['an answer of null', { id: 'c', [list]: [null] }, /no whole answer/],
    [
      'no answer in it',
      api === 'chat' ? { id: 'c', choices: [] } : { id: 'r', output: {} },
      /no whole answer/,
    ],
  ])('that returns 200 with %s is asked again, and after the last try named', async (_, body, message) => {
    const reply = { status: 200, body }
    await expectHonestScore((request) => (request.number <= 2 ? reply : honestReply(request)), 3, { api })
    const error = await expectJudgeError(() => reply, 'unreachable', 3, { api, settings: { retries: 2 } })
    expect(error?.message).toMatch(message)
    expect(error?.message).toContain('(HTTP 200), after 3 tries')
  })

  it('that thinks its verdicts and says nothing is not scored by its thoughts, and told what to do', async () => {
    const thought: Script = (request) => {
      const text = honestReply(request).text ?? ''
      const message = { role: 'assistant', content: null, reasoning_content: text }
      const item = { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text }] }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      const responses = {
        created_at: 0,
        model: 'm',
        output: [item],
        usage: { input_tokens: 1, output_tokens: 1 },
      }
      return { status: 200, body: { id: 'c', ...(api === 'chat' ? { choices } : responses) } }
    }
    const error = await expectJudgeError(thought, 'empty', 2, { api })
    expect(error?.message).toMatch(/in its reasoning.*turn off/)
  })

  it('that says nothing and shows no thoughts is not said to have written any', async () => {
    const message = { role: 'assistant', content: null, reasoning_content: '' }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    const output = [{ type: 'reasoning', id: 'rs', summary: [] }]
    const body = { id: 'c', created_at: 0, model: 'm', choices, output }
    const error = await expectJudgeError(() => ({ status: 200, body }), 'empty', 2, { api })
    expect(error?.message).not.toContain('reasoning')
  })

  it('that returns 401 is not asked again; the message says which key', async () => {
    const error = await expectJudgeError(
      () => ({ status: 401, error: 'Incorrect API key provided: sk-test-0123456789abcdef.' }),
      'rejected',
      1,
      { api },
    )
    expect(error?.message).toContain('OPENAI_API_KEY')
    expect(JSON.stringify([error?.message, error?.received])).not.toContain('0123456789abcdef')
  })

  it('that returns 400 is not asked again; the message says which field', async () => {
    const script = () => ({ status: 400, error: "Unsupported value: 'model' does not exist." })
    const error = await expectJudgeError(script, 'rejected', 1, { api })
    expect(error?.message).toContain("'model'")
  })

  it('that never answers runs into the time limit, is asked again, then named', async () => {
    // The second answer must come in time on a busy machine, too.
    const silentOnce = once(() => ({ connection: 'silence' }))
    await expectHonestScore(silentOnce, 2, { api, settings: { timeoutInMs: 3000, retries: 1 } })
    const settings = { timeoutInMs: 200, retries: 1 }
    await expectJudgeError(() => ({ connection: 'silence' }), 'timed-out', 2, { api, settings })
  })

  it.each([
    ['temperature', 'temperature', "Unsupported value: 'temperature' does not support 0 with this model."],
    [
      'structured output',
      api === 'chat' ? 'response_format' : 'text',
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    ],
  ])('that rejects %s is asked without it, then and later', async (_, parameter, message) => {
    const script: Script = (request) =>
      request.body[parameter] === undefined ? honestReply(request) : { status: 400, error: message }
    const { requests, result } = await expectHonestScore(script, 3, {
      api,
      options: { batchSize: 3 },
      settings: { concurrency: 1 },
    })
    expect(requests.map((request) => request.body[parameter] !== undefined)).toEqual([true, false, false])
    expect(result?.analyzeStepResult?.judge?.warnings.join()).toContain('the model rejects it')
  })

  it('whose reason contradicts its verdict is taken at its verdict, and so is the score’s reason', async () => {
    const script: Script = (request) =>
      json(
        Object.fromEntries(
          Object.entries(honestAnswers(request)).map(([id, entry]) => [
            id,
            { ...entry, reason: 'Clearly a yes, score 1.' },
          ]),
        ),
      )
    const { result } = await expectHonestScore(script, 1, { api })
    expect(result?.reason).toMatchInlineSnapshot(
      `"Of 5 statements, 2 answer the question, 2 do not, and 1 is in doubt (0.5): score 0.5. Points lost on “Paris has good bakeries [no].” (does not answer the question: Clearly a yes, score 1.); “Subscribe to our newsletter [no].” (does not answer the question: Clearly a yes, score 1.); “Towers of iron were popular then [unsure].” (in doubt: Clearly a yes, score 1.)."`,
    )
  })
})

describe('cancelling', () => {
  it('ends the wait for a silent judge at once', async () => {
    const controller = new AbortController()
    const startedAt = performance.now()
    setTimeout(() => controller.abort(new Error('the user left')), 50)
    await expect(
      scoreAnswer(() => ({ connection: 'silence' }), { options: { signal: controller.signal } }),
    ).rejects.toThrow(/the user left/)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('leaves no timer behind', async () => {
    const controller = new AbortController()
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    setTimeout(() => controller.abort(new Error('the user left')), 20)
    const script: Script = () => ({ status: 429, headers: { 'retry-after': '30' } })
    await expect(scoreAnswer(script, { options: { signal: controller.signal } })).rejects.toThrow(
      /the user left/,
    )
    expect(timers()).toBeLessThanOrEqual(before)
  })
})

describe('a score', () => {
  it('needs every verdict: answering 1 of 5 with yes is never 1', async () => {
    const { result, error } = await scoreAnswer(() =>
      json({ s1: { reason: '', share: 100, verdict: 'yes' } }),
    )
    expect(result).toBeUndefined()
    expect(error?.ids).toHaveLength(4)
    expect(answer.split('\n')).toHaveLength(5)
  })
})
