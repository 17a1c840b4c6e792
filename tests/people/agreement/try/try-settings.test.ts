import { describe, expect, it } from 'vitest'
import { languageJudge } from '../../../../src/index.ts'
import { embeddedJudge } from '../../../../src/judge/index.ts'
import { planSettings, type TrialResult, trySettings } from '../../../../src/people/agreement/index.ts'
import { createAnswerRelevancyScorer, createToneScorer } from '../../../../src/scorers/index.ts'
import { openaiServer, type Script } from '../../../support/openai-server.ts'
import { isReversed, judgeWhoIs, rowsOf } from './judge.ts'

const relevancyOf = ({ chat }: Awaited<ReturnType<typeof openaiServer>>, options = {}) =>
  createAnswerRelevancyScorer({ model: chat, options })

async function tried(script: Script, questions = 10, options = {}) {
  await using server = await openaiServer(script)
  const result = await trySettings({
    scorer: relevancyOf(server, options),
    data: rowsOf(questions),
    resamples: 1000,
  })
  return { result, requests: server.requests }
}

const settingOf = ({ settings }: TrialResult, name: string) => settings.find((one) => one.name === name)
/** Wrong about what stands behind the fifth place of a request. */
const tires = judgeWhoIs(({ place }) => (place < 5 ? 0.02 : 0.4))

describe('trySettings', () => {
  it('finds that a judge errs in long batches, and what short ones cost', async () => {
    const { result, requests } = await tried(tires)
    expect(result.take).toMatch(/^batchSize: [15]$/)
    expect(settingOf(result, 'batchSize: 1')).toMatchObject({
      finding: 'better',
      rows: 120,
      cost: { calls: 120 },
    })
    expect(settingOf(result, 'as it is set')).toMatchObject({ scored: 120, cost: { calls: 10 } })
    expect(settingOf(result, 'batchSize: 5')?.cost.calls).toBe(30)
    expect(result.without.map(({ name }) => name)).toEqual(['batchSize: 20'])
    expect(result.conclusion).toMatch(/^Take batchSize: [15]: .* for (?:120|30) calls where 10 were made/)
    expect(requests).toHaveLength(result.cost.calls)
    expect(result.cost.usage).toEqual({ inputTokens: 170 * 100, outputTokens: 170 * 20 })
  })

  it('finds that a judge errs by the order of options', async () => {
    const { result } = await tried(judgeWhoIs(({ request }) => (isReversed(request) ? 0.02 : 0.3)))
    expect(result.take).toBe("optionOrder: 'reversed'")
    const as = await tried(
      judgeWhoIs(({ request }) => (isReversed(request) ? 0.02 : 0.3)),
      10,
      {
        optionOrder: 'reversed',
      },
    )
    expect(settingOf(as.result, "optionOrder: 'reversed'")?.finding).toBe('worse')
    expect(as.result.conclusion).toContain("Surely worse: optionOrder: 'reversed'")
  })

  it.each([0, 0.1, 0.3])(
    'leaves the scorer as it is set where nothing has an effect (%d wrong)',
    async (rate) => {
      const { result } = await tried(judgeWhoIs(() => rate))
      expect(result.take).toBeUndefined()
      expect(result.conclusion).toMatch(
        /^Leave the scorer as it is set: no other setting surely agrees better/,
      )
      expect(result.settings.map(({ name }) => name)).toEqual([
        ...['as it is set', 'batchSize: 1', 'batchSize: 5', "optionOrder: 'reversed'", "weighting: 'share'"],
      ])
      expect(result.levelOfEach).toBeCloseTo(1 - 0.05 / 4, 12)
    },
  )

  it('reads the same replies by share without a call, and says where a judge gives none', async () => {
    // All are told yes, and only the share tells most of them apart.
    const shares: Script = ({ ids, state }) => {
      const statements = state.statements as Record<string, string>
      const entry = (id: string) => ({
        ...{ reason: 'so', verdict: 'yes' },
        share: statements[id]?.includes('relevant') || /\.[37] /.test(statements[id] ?? '') ? 95 : 80,
      })
      return { text: JSON.stringify(Object.fromEntries(ids.map((id) => [id, entry(id)]))) }
    }
    const { result } = await tried(shares)
    expect(result.take).toBe("weighting: 'share'")
    expect(settingOf(result, "weighting: 'share'")).toMatchObject({ finding: 'better', cost: { calls: 0 } })
    const other = await tried(shares, 10, { weighting: 'share' })
    expect(settingOf(other.result, "weighting: 'verdict'")?.finding).toBe('worse')
    const none = await tried(judgeWhoIs(() => 0.1, { shares: false }))
    expect(none.result.without).toContainEqual({
      name: "weighting: 'share'",
      reason: 'the judge gives no share for every unit, so that there is one reading',
    })
    expect(none.result.levelOfEach).toBeCloseTo(1 - 0.05 / 3, 12)
  })

  it('concludes nothing where no row has a score', async () => {
    const { result } = await tried(() => ({ text: 'I would rather not say.' }), 5)
    expect(settingOf(result, 'as it is set')?.scored).toBe(0)
    expect(result.take).toBeUndefined()
    expect(result.conclusion).toMatch(/^The data do not show which setting agrees best/)
  })

  it('says beforehand how many calls it takes, and makes none', async () => {
    await using server = await openaiServer(tires)
    const plan = await planSettings({ scorer: relevancyOf(server), data: rowsOf(10) })
    expect(server.requests).toHaveLength(0)
    expect(plan).toMatchObject({ rows: 120, requests: 170, isEstimate: false })
    expect(plan.settings.map(({ requests }) => requests)).toEqual([10, 120, 30, 10])
  })

  it('lists the statements of answers once, and judges them by every setting', async () => {
    const data = Array.from({ length: 60 }, (_, index) => ({
      ...{ input: `Question ${index}?`, label: index % 2 === 0 ? 'yes' : 'no' },
      output: `One is ${index % 2 === 0 ? 'relevant' : 'beside'}. Two is beside.`,
    }))
    const script = judgeWhoIs(() => 0)
    await using server = await openaiServer((request) =>
      request.ids.length > 0
        ? script(request)
        : { text: JSON.stringify({ units: String(request.state.answer).split(/(?<=\.) /) }) },
    )
    const result = await trySettings({ scorer: relevancyOf(server), data, resamples: 1000 })
    expect(server.requests.filter(({ ids }) => ids.length === 0)).toHaveLength(60)
    expect(result.settings.map(({ cost }) => cost.calls)).toEqual([120, 120, 60, 0])
    expect(result.settings.every(({ scored }) => scored === 60)).toBe(true)
  })

  it('stops when it is told to, and has what was finished', async () => {
    const stop = new AbortController()
    const script = judgeWhoIs(() => 0.1)
    await using server = await openaiServer((request) => {
      if (request.number === 60) stop.abort(new Error('enough'))
      return script(request)
    })
    const data = rowsOf(10)
    const result = await trySettings({
      scorer: relevancyOf(server),
      data,
      signal: stop.signal,
      concurrency: 1,
    })
    expect(result.end.status).toBe('cancelled')
    expect(result.settings.map(({ name }) => name)).toEqual(['as it is set', "weighting: 'share'"])
    expect([result.take, result.conclusion]).toEqual([undefined, expect.stringContaining('the work stopped')])
    expect(server.requests.length).toBeLessThan(100)
    await using other = await openaiServer(script)
    const scorer = relevancyOf(other)
    const poor = await trySettings({ scorer, data, budget: { calls: 50 }, concurrency: 1 })
    expect([poor.end.status, poor.take]).toEqual(['budget', undefined])
    expect(other.requests.length).toBeLessThan(80)
  })

  it('says why it cannot be done', async () => {
    await using server = await openaiServer(tires)
    const data = rowsOf(10)
    const refused = async (options: Partial<Parameters<typeof trySettings>[0]>) =>
      trySettings({ scorer: relevancyOf(server), data, ...options }).then(
        () => 'not refused',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    expect(await refused({ data: data.slice(0, 59) })).toMatch(
      /^RangeError: .*59 labelled rows are too few.*60/,
    )
    const embedded = createAnswerRelevancyScorer({ model: embeddedJudge() })
    expect(await refused({ scorer: embedded })).toMatch(/judge embedded asks no model.*have no effect/)
    expect(await refused({ scorer: createToneScorer() })).toContain('asks no judge')
    const foreign = { id: 'other', name: 'Other', type: undefined, run: async () => ({ score: 1 }) }
    expect(await refused({ scorer: foreign as never })).toContain('no scorer of this package')
    expect(server.requests).toHaveLength(0)
  })

  it('judges rows one by one that are of one question each', async () => {
    await using server = await openaiServer(judgeWhoIs(() => 0.2))
    const data = rowsOf(5).map((row, index) => ({ ...row, input: `Question ${index}?`, group: index }))
    const scorer = createAnswerRelevancyScorer({ model: languageJudge(server.chat) })
    const { without } = await planSettings({ scorer, data })
    expect(without.map(({ name }) => name)).toEqual(['batchSize: 1', 'batchSize: 5', 'batchSize: 20'])
  })
})
