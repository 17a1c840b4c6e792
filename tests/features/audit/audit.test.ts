import { describe, expect, it } from 'vitest'
import type { AuditOptions } from '../../../src/features/audit/audit.ts'
import { audit } from '../../../src/features/audit/index.ts'
import type { LabelsLine } from '../../../src/features/labels/file/label-record.ts'
import { hashOfAnswer } from '../../../src/features/labels/file/label-record.ts'
import type { Question } from '../../../src/judge/contract.ts'
import { auditReport } from '../../../src/report.ts'
import {
  createAnswerRelevancyScorer,
  createTrajectoryAccuracyScorerCode,
  createTrajectoryAccuracyScorerLLM,
} from '../../../src/scorers/index.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { auditedRun, type ScriptedJudge, scriptedScorer } from './judges.ts'

const run = auditedRun()
const of = async (judge: ScriptedJudge, more: Partial<AuditOptions> = {}) => {
  const result = await audit({ run, scorer: scriptedScorer(judge), resamples: 1000, ...more })
  const found = result.probes.filter((probe) => probe.result === 'found').map(({ name }) => name)
  return { result, found, probe: (name: string) => result.probes.find((one) => one.name === name) }
}

describe('an audit', () => {
  it('finds that a judge likes long answers, and by how much', async () => {
    const { found, probe } = await of({ bias: ({ text }) => (text.length > 90 ? 0.1 : 0) })
    expect(found).toEqual(['length'])
    const { direction, finding, moved } = probe('length') ?? {}
    expect(finding).toBe('scores the same content higher when it is wordier')
    expect(direction?.value).toBeGreaterThan(0.07)
    expect(direction?.interval?.low).toBeGreaterThan(0)
    expect(direction?.interval?.high).toBeLessThan(0.2)
    expect(moved).toBeGreaterThan(0.5)
  })

  it('says where scores mostly go, though on average they go less far than what matters', async () => {
    const bias: ScriptedJudge['bias'] = ({ text }) => {
      if (text.length <= 90) return 0
      return Number(/of (\d+)/.exec(text)?.[1]) % 4 === 0 ? 0.04 : -0.04
    }
    const mostly = await of({ bias, noise: 0 }, { tolerance: 0.03, probes: ['length'] })
    expect(mostly.probe('length')).toMatchObject({
      found: 'movement',
      finding: 'changes its scores more than when asked the same again, mostly down',
    })
    const either: ScriptedJudge['bias'] = (seen) =>
      Number(/of (\d+)/.exec(seen.text)?.[1]) % 2 === 0 ? Math.abs(bias(seen)) : -Math.abs(bias(seen))
    const now = await of({ bias: either, noise: 0 }, { tolerance: 0.03, probes: ['length'] })
    expect(now.probe('length')?.finding).toMatch(/again, sometimes up, sometimes down$/)
  })

  it('finds that a judge likes first positions, though no mean changes', async () => {
    const { found, probe } = await of({ bias: ({ place, of }) => 0.2 * (1 - place / (of - 1)) })
    expect(found).toContain('order')
    expect(found).not.toContain('length')
    expect(probe('order')?.finding).toBe('rates a statement higher when it is among the first')
    // Places 0 and 3, and 1 and 2: 0.2 and 0.0667 apart.
    expect(probe('order')?.direction.value).toBeCloseTo(0.133, 1)
  })

  it('finds the same of a scorer where lower is better', async () => {
    const { probe } = await of({
      lowerIsBetter: true,
      bias: ({ place, of }) => 0.2 * (1 - place / (of - 1)),
    })
    expect(probe('order')?.finding).toBe('rates a statement higher when it is among the first')
    expect(probe('order')?.direction.value).toBeCloseTo(0.133, 1)
  })

  it('says by how much on the scale of the scorer, of statements as of answers', async () => {
    const bias: ScriptedJudge['bias'] = ({ place, of, text }) =>
      0.2 * (1 - place / (of - 1)) + (text.length > 90 ? 0.1 : 0)
    // The noise of the two would be another where answers are judged in another order.
    const [one, five] = [await of({ bias, noise: 0 }), await of({ bias, noise: 0, scale: 5 })]
    for (const name of ['order', 'length'])
      expect(five.probe(name)?.direction.value).toBeCloseTo(5 * (one.probe(name)?.direction.value ?? 0), 10)
    // Statements are 0.133 of the scale apart by their places.
    expect((await of({ bias, scale: 5 }, { tolerance: 0.3 })).probe('order')?.result).toBe(
      'too small to matter',
    )
  })

  it('finds that a judge likes the option that it is shown first', async () => {
    const { found, probe } = await of({ bias: ({ options }) => (options[0] === 'yes' ? 0.1 : 0) })
    expect(found).toEqual(['options'])
    expect(probe('options')?.finding).toBe('scores lower when the options are shown in reverse order')
  })

  it('finds that a judge is harder on one group', async () => {
    const chinese = /Jianguo|Zhiwei|Haoran|Xiaoming|Weijie|Junjie|Zihao|Yichen/
    const { found, probe } = await of({ bias: ({ question }) => (chinese.test(question) ? -0.1 : 0) })
    expect(found).toEqual(['names-chinese'])
    expect(probe('names-chinese')?.finding).toBe(
      'scores the same content lower with names of Chinese men than with those of English men',
    )
  })

  it('finds that a judge of whole answers minds bold and lists, and changes names where there are names', async () => {
    const { found } = await of({ whole: true, bias: ({ text }) => (text.includes('**') ? 0.15 : 0) })
    expect(found).toContain('bold')
    const ofLists = await of({
      whole: true,
      noise: 0.1,
      bias: ({ text }) => (text.startsWith('- ') ? 0.15 : 0),
    })
    expect(ofLists.found).toContain('list')
    // It goes by the first topic, which is another in reverse order: of an answer that is one unit it moves either way.
    expect(ofLists.probe('order')).toMatchObject({ result: 'found', found: 'movement', direction: {} })
    const named = auditedRun(30, (index) => ({
      input: `What did Emily say of topic ${index}?`,
      answer: [0, 1, 2, 3].map((part) => `Emily said topic ${part} of ${index} is the answer.`).join(' '),
    }))
    const women = /Emily|Sarah|Laura|Hannah|Megan|Rebecca|Charlotte|Jessica/
    const { found: ofNames } = await of({ bias: ({ text }) => (women.test(text) ? 0.15 : 0) }, { run: named })
    expect(ofNames).toContain('names-women')
  })

  it('says how much a judge changes its mind, and that one who never does always says the same', async () => {
    const noisy = await of({ noise: 0.3 }, { probes: ['bold'] })
    expect(noisy.result.again).toMatchObject({ answers: 30, isDeterministic: false })
    const { moved } = noisy.result.again
    expect(moved && 'value' in moved ? moved.value : 0).toBeGreaterThan(0.5)
    const calm = await of({ noise: 0 })
    expect(calm.result.again).toEqual({ answers: 0, isDeterministic: true })
    expect(calm.found).toEqual([])
  })

  it('finds nothing in a fair judge, however noisy', async () => {
    for (const seed of [1, 2, 3]) expect((await of({ seed, noise: 0.3 })).found).toEqual([])
  })

  it('does not look at what cannot be written otherwise, and says so', async () => {
    const short = auditedRun(20, () => ({ answer: 'Topic.', input: '' }))
    const { result, probe } = await of({}, { run: short })
    for (const name of ['order', 'list', 'prose', 'names-women'])
      expect(probe(name)).toMatchObject({ result: 'not looked at', answers: 0 })
    expect(result.warnings.join(' ')).toMatch(/No result.*Statements in reverse order/)
  })

  it('does not score a change that its judge is not shown, and says so', async () => {
    const whole = await of({ whole: true })
    expect(whole.probe('bold')).toMatchObject({ answers: 30, written: 30, unseen: 0 })
    // A scorer of statements takes the marks off before it asks.
    const { result, probe } = await of({}, { probes: ['bold', 'list', 'order'] })
    for (const name of ['bold', 'list'])
      expect(probe(name)).toMatchObject({ result: 'not looked at', answers: 0, written: 30, unseen: 30 })
    expect(probe('order')).toMatchObject({ answers: 30, unseen: 0 })
    expect(result.warnings).toEqual([
      'No result, because the judge is asked the same with and without the change: Written as a list, With words in bold.',
    ])
    const without = await of({}, { probes: ['order'] })
    expect(result.cost.calls).toBe(without.result.cost.calls)
  })

  it('says of a few answers that they are too few, not that they cannot be written otherwise', async () => {
    const { result, probe } = await of({}, { run: auditedRun(3) })
    expect(probe('length')).toMatchObject({ result: 'not looked at', answers: 3 })
    const text = auditReport.terminal(result, { width: 200 })
    expect(text).toMatch(/No result, because at least 6 answers are needed: .*Longer, nothing added/)
    expect(text).toMatch(/No probe could test/)
    expect(text).not.toMatch(/could be rewritten that way: [^.]*Longer, nothing added/)
  })

  it('says that no score changed, in place of an interval around nothing', async () => {
    const { result, probe } = await of({ noise: 0 })
    expect(probe('length')).toMatchObject({ unchanged: true, direction: { value: 0 } })
    const looked = result.probes.filter((one) => one.result !== 'not looked at').length
    for (const text of [auditReport.terminal(result, { width: 200 }), auditReport.html(result)]) {
      expect(text).toContain('no score changed')
      expect(text).not.toContain('+0.000 (')
    }
    expect(auditReport.html(result)).toContain(`of ${looked} probes`)
    const biased = await of({ bias: ({ text }) => (text.length > 90 ? 0.1 : 0) })
    expect(biased.probe('length')).not.toHaveProperty('unchanged')
  })

  it('takes probes of one’s own, such as a translation', async () => {
    const { probe } = await of(
      { bias: ({ text }) => (text.startsWith('Die') ? -0.2 : 0) },
      {
        probes: [],
        ownProbes: [
          {
            name: 'german',
            title: 'In German',
            what: 'Answers were translated.',
            higher: 'scores German higher',
            lower: 'scores German lower',
            arm: {
              id: 'german',
              write: ({ input, answer }) => ({
                input,
                output: answer.replaceAll('The answer', 'Die Antwort'),
              }),
            },
          },
        ],
      },
    )
    expect(probe('german')).toMatchObject({ result: 'found', finding: 'scores German lower', answers: 30 })
  })

  it.each<[string, () => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no dictionary')
      },
      /the probe "german" failed: no dictionary \(answer of q0\)/,
    ],
    ['writes no answer', () => 5, /the probe "german" must write an object with input and output/],
  ])('names a probe of one’s own that %s, before a judge is called', async (_, write, message) => {
    const texts = { title: 'In German', what: 'Translated.', higher: 'likes it', lower: 'dislikes it' }
    const own = { name: 'german', ...texts, arm: { id: 'de', write: write as () => undefined } }
    await expect(of({}, { probes: [], ownProbes: [own] })).rejects.toThrow(message)
  })

  it('takes sums whose last digits differ by their order for the same score', async () => {
    let asked = 0
    const scorer = {
      id: 'sums',
      name: 'Sums',
      type: undefined,
      run: async () => ({ score: asked++ % 2 === 0 ? 0.1 + 0.2 + 0.3 : 0.3 + 0.2 + 0.1 }),
    }
    const { probes } = await audit({ run, scorer: scorer as never, probes: ['bold'], resamples: 1000 })
    expect(probes[0]).toMatchObject({
      result: 'not found',
      unchanged: true,
      moved: 0,
      movement: { value: 0 },
    })
  })

  it('draws answers at random, the same for the same seed', async () => {
    const { result } = await of({}, { sample: 10, probes: ['length'] })
    expect(result.answers).toEqual({ total: 30, drawn: 10 })
    expect(result.probes.map(({ answers }) => answers)).toEqual([10])
  })

  it('stops at its budget and at a signal, with what was done', async () => {
    const costly = scriptedScorer()
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    const cancelled = await audit({ run, scorer: costly, signal: stop.signal })
    expect(cancelled.end.status).toBe('cancelled')
    expect(cancelled.probes.every(({ result }) => result === 'not looked at')).toBe(true)
    expect(cancelled.warnings[0]).toMatch(/stopped early/)
  })

  it('says what its budget did not reach, and how much of the whole budget is gone', async () => {
    const costs = { calls: 1, usage: { inputTokens: 1, outputTokens: 1 }, durationInMs: 1 }
    const model = fakeJudge({ answer: () => 'yes', evidence: () => costs })
    const scorer = createAnswerRelevancyScorer({ model })
    const stopped = (calls: number) =>
      audit({
        run,
        scorer,
        probes: ['length', 'options'],
        budget: { calls },
        concurrency: 1,
        resamples: 1000,
      })
    // 60 calls for the answers as they were, 30 for longer ones.
    const early = await stopped(92)
    expect(early.warnings).toEqual([
      'The work stopped early (92 of 92 calls have been made): the results cover only the answers that were done.',
      'No result, because at least 6 answers are needed: Options in reverse order.',
      expect.stringContaining('Options in reverse order: 28 of 30 answers were left out'),
    ])
    const untested = await stopped(20)
    expect(untested.warnings).toContain(
      'No result, because it was not reached: Longer, nothing added, Options in reverse order.',
    )
    const text = auditReport.terminal(untested, { width: 200 })
    expect(text).toContain('No probe could test')
    expect(text).not.toMatch(/beyond chance|Would show” has/)
    expect(auditReport.terminal(await stopped(1000), { width: 200 })).not.toContain('Would show” has')
  })

  it('refuses what it cannot audit', async () => {
    const scorer = scriptedScorer()
    await expect(audit({ run: auditedRun(0), scorer })).rejects.toThrow(/no answer with a text/)
    await expect(audit({ run, scorer, probes: ['colour'] })).rejects.toThrow(/must be of length, order/)
    await expect(audit({ run, scorer, sample: 3 })).rejects.toThrow(/sample/)
    const trajectory = createTrajectoryAccuracyScorerCode({ expectedTrajectory: [] })
    await expect(audit({ run, scorer: trajectory })).rejects.toThrow(
      /scores tool calls, but the run did not keep them/,
    )
  })
})

describe('an audit of a scorer of trajectories', () => {
  const message = (role: string, text: string) => {
    const parts = [{ type: 'text', text }]
    return { id: text, role, createdAt: '2026-01-01T00:00:00.000Z', content: { format: 2, parts } }
  }
  const id = 'trajectory-accuracy-llm'
  const noCost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }
  const stepped = auditedRun(30, (index) => ({
    exchange: {
      input: { inputMessages: [message('user', `What is topic ${index} about?`)], rememberedMessages: [] },
      output: [message('assistant', 'Found it.')],
      trajectory: { steps: [{ stepType: 'tool_call', name: `look-up-${index}` }] },
      entityType: 'agent',
    },
    scores: { [id]: { outcome: 'scored', score: 0.5, cost: noCost, durationInMs: 1 } },
  }))
  const labelledSteps = {
    ...stepped,
    header: { ...stepped.header, scorers: [{ id, name: 'Trajectory', scale: 1, lowerIsBetter: false }] },
  }
  const scorerOf = (answer: (question: Question) => 'yes' | 'no') =>
    createTrajectoryAccuracyScorerLLM({ model: fakeJudge({ answer, extract: [] }) })

  it('tries what needs no other answer, on what was done, and says what it does not try', async () => {
    const asked = new Set<string>()
    const model = fakeJudge({
      extract: [],
      answer(_question, _id, { state }) {
        for (const step of Object.values(state.steps as Record<string, string>)) asked.add(step)
        return 'yes'
      },
    })
    const scorer = createTrajectoryAccuracyScorerLLM({ model })
    const labels = labelledSteps.items.slice(0, 25).map(({ itemId, answer = '' }, index): LabelsLine => {
      return {
        ...{ kind: 'label', run: stepped.header.id, scorerId: id, itemId, repeat: 1, rater: 'ada' },
        ...{ at: '2026-01-01T00:00:00Z', label: 'x', value: index % 2, answerHash: hashOfAnswer(answer) },
      }
    })
    const result = await audit({ run: labelledSteps, scorer, labels })
    expect(asked.size).toBe(30)
    expect([...asked][0]).toContain('look-up-')
    expect(result.answers).toEqual({ total: 30, drawn: 30 })
    expect(result.again.answers).toBe(30)
    expect(result.probes.map(({ name, answers, result: found }) => [name, answers, found])).toEqual([
      ['options', 30, 'not found'],
    ])
    expect(result.people?.answers).toBe(25)
    expect(result.warnings[0]).toMatch(
      /^Not tried, because they reword the answer.*Statements in reverse order.*Names of English women/,
    )
  })

  it('finds that its judge likes the option that it is shown first', async () => {
    const first = (question: Question) =>
      question.type === 'choice' ? (Object.keys(question.criteria)[0] as 'yes' | 'no') : 'yes'
    const { probes } = await audit({ run: stepped, scorer: scorerOf(first), probes: ['options'] })
    expect(probes.map(({ name, result: found }) => [name, found])).toEqual([['options', 'found']])
  })
})
