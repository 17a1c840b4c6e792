import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScorer } from '@mastra/core/evals'
import { describe, expect, it, onTestFinished } from 'vitest'
import { monitor } from '../../../../src/features/monitor/index.ts'
import { improvedJudge } from '../../../../src/judge/index.ts'
import { createAnswerRelevancyScorer, relevanceTask } from '../../../../src/scorers/answer-relevancy.ts'
import { fakeJudge } from '../../../support/fake-judge.ts'
import { once } from '../look-once.ts'
import { libsqlStore } from '../stores.ts'

const scorer = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => 1)

describe('a file of anchors', () => {
  const anchor = { id: 'one', scorer: 'quality', input: 'q', output: 'a', score: 0.5 }
  const fileOf = (...lines: string[]) => {
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-anchors-')), 'anchors.jsonl')
    writeFileSync(file, `${lines.join('\n')}\n`)
    return file
  }

  it('is refused where it cannot be used, with the line', async () => {
    const { mastra } = await libsqlStore({ scorers: [scorer], rates: { guide: 1 } })
    const said = (...lines: string[]) => once({ mastra, anchors: { file: fileOf(...lines) } })
    const line = JSON.stringify(anchor)
    await expect(said('')).rejects.toThrow('holds no anchors')
    await expect(said(line, '{')).rejects.toThrow('line 2: is not JSON')
    await expect(said(line, line)).rejects.toThrow('"one" appears twice')
    await expect(said(JSON.stringify({ ...anchor, score: 'high' }))).rejects.toThrow('line 1: score')
    await expect(said(JSON.stringify({ ...anchor, score: 7 }))).rejects.toThrow('from 0 to 1')
    await expect(said(JSON.stringify({ ...anchor, scorer: 'other' }))).rejects.toThrow(
      'the anchors name the scorer "other"',
    )
  })

  it('is taken up by the next look once it is there, and once its lines are right', async () => {
    const { mastra } = await libsqlStore({ scorers: [scorer], rates: { guide: 1 } })
    const file = join(mkdtempSync(join(tmpdir(), 'verdict-anchors-')), 'anchors.jsonl')
    const warnings: string[] = []
    let looks = 0
    const watching = monitor({
      ...{ mastra, anchors: { file }, telemetry: false, intervalInMs: 1 },
      onWarning: (sentence) => warnings.push(sentence),
      onLook: () => {
        looks += 1
      },
    })
    onTestFinished(async () => {
      await watching.stop()
    })
    const lookOn = () => {
      const before = looks
      return expect.poll(() => looks - before, { timeout: 20_000 }).toBeGreaterThan(2)
    }
    await lookOn()
    expect(warnings).toEqual([expect.stringContaining(`no anchors yet in ${file}`)])
    // At once, because a look could read half of a file.
    const put = (text: string) => renameSync(fileOf(text), file)
    put('{')
    const wrong = expect.stringContaining('line 1: is not JSON')
    const patient = { timeout: 20_000 }
    await expect.poll(() => watching.status()?.problems, patient).toEqual([wrong])
    await lookOn()
    put(JSON.stringify(anchor))
    await expect.poll(() => watching.status()?.anchors, patient).toMatchObject([{ anchors: 1, judged: 5 }])
    await expect.poll(() => watching.status()?.problems, patient).toEqual([])
    expect(warnings).toEqual([warnings[0], wrong])
  })

  it('shows one figure of a changed judge, in its event and in the status', async () => {
    const zero = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => 0)
    const { mastra } = await libsqlStore({ scorers: [zero], rates: { guide: 1 } })
    const scores = [0.6, 0.7, 0.8, 0.9]
    const file = fileOf(...scores.map((score) => JSON.stringify({ ...anchor, id: `of ${score}`, score })))
    const { events, status } = await once({ mastra, anchors: { file, everyInMs: 1, atOnce: 40 } })
    const [{ difference = 0, over = 0, interval } = {}] = status.anchors
    const [event] = events.filter(({ kind }) => kind === 'judge changed')
    expect(event).toMatchObject({ difference, over, interval })
    expect(over).toBeGreaterThan(5)
    expect(difference).toBeGreaterThan(-0.9)
    expect(difference).toBeLessThan(-0.6)
    expect(event?.sentence).toContain(
      `about ${(-difference).toFixed(3)} lower than before (over ${over} anchors; −`,
    )
  })

  it('that is gone for a while keeps what was learned from it', async () => {
    const { mastra } = await libsqlStore({ scorers: [scorer], rates: { guide: 1 } })
    const file = fileOf(JSON.stringify(anchor))
    const look = () => once({ mastra, anchors: { file, everyInMs: 1 } })
    await look()
    rmSync(file)
    expect((await look()).status.anchors).toEqual([])
    writeFileSync(file, JSON.stringify(anchor))
    expect((await look()).status.anchors).toMatchObject([{ judged: 10 }])
  })

  it('is judged anew from the beginning where the scorer has another scale by now', async () => {
    const { mastra } = await libsqlStore()
    const high = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => 5)
    const file = fileOf(JSON.stringify(anchor))
    const on = (scale: number) =>
      once({ mastra, scorers: [{ scorer: high as never, scale }], anchors: { file, everyInMs: 1 } })
    expect((await on(1)).status.anchors).toMatchObject([{ judged: 0, failed: 5 }])
    const { status } = await on(10)
    expect(status.anchors).toMatchObject([{ judged: 5, failed: 0, difference: 4.5 }])
  })

  it('is judged anew from the beginning where the file of an improved judge is another by now', async () => {
    const { mastra } = await libsqlStore()
    const file = fileOf(JSON.stringify({ ...anchor, scorer: 'answer-relevancy' }))
    const judge = join(mkdtempSync(join(tmpdir(), 'verdict-anchors-')), 'judge.json')
    const figure = { value: 0.9 }
    const write = (guideline: string) =>
      writeFileSync(
        judge,
        JSON.stringify({
          ...{ kind: 'verdict-judge', version: 1, judge: 'given', scorer: 'answer-relevancy' },
          ...{ tasks: [relevanceTask].map(({ name, version }) => ({ name, version })) },
          ...{
            change: { name: 'guideline', guideline },
            labels: 'sha256:0',
            date: '2026-05-12T09:30:00.000Z',
          },
          agreement: {
            ...{ figure: 'areaUnderCurve', before: figure, after: figure, gain: figure },
            ...{ level: 0.95, rows: 60, groups: 20 },
          },
        }),
      )
    const look = () => {
      const model = improvedJudge(fakeJudge({ answer: () => 'yes' }), judge)
      const relevancy = createAnswerRelevancyScorer({ model, options: { statements: 'split' } })
      return once({ mastra, scorers: [relevancy], anchors: { file, everyInMs: 1 } })
    }
    write('A date is relevant.')
    expect((await look()).status.anchors).toMatchObject([{ judged: 5, failed: 0 }])
    const same = await look()
    expect([same.status.anchors[0]?.judged, same.warnings]).toEqual([10, []])
    write('A date is beside the point.')
    const { status, warnings } = await look()
    expect(status.anchors).toMatchObject([{ judged: 5, difference: 0.5 }])
    expect(warnings).toEqual([
      expect.stringMatching(
        /^the anchors of answer-relevancy start again, because their judge changed: the judge differs \(improved\(given, [0-9a-f]{8}\) → improved\(given, [0-9a-f]{8}\)\)$/,
      ),
    ])
  })

  it('is judged with the context and the tool calls of its line', async () => {
    const { mastra } = await libsqlStore({ scorers: [scorer], rates: { guide: 1 } })
    const seen: string[] = []
    const sees = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(({ run }) => {
      seen.push(JSON.stringify([(run as { context?: unknown }).context, run.output]))
      return 0.5
    })
    const { output: _, ...question } = anchor
    const more = { context: 'It is tall.', toolCalls: [{ toolName: 'search', result: '330' }] }
    const file = fileOf(JSON.stringify({ ...question, ...more }))
    const { status } = await once({ mastra, scorers: [sees as never], anchors: { file } })
    expect(status.anchors).toMatchObject([{ failed: 0 }])
    expect(seen[0]).toContain('["It is tall."]')
    expect(seen[0]).toContain('"toolName":"search"')
    const twice = fileOf(JSON.stringify({ ...anchor, messages: [{ role: 'user', content: 'q' }] }))
    await expect(once({ mastra, anchors: { file: twice } })).rejects.toThrow(
      /line 1.*cannot be combined with input/,
    )
  })

  it('is judged within its budget, with what failed counted and labels held against both scores', async () => {
    let calls = 0
    const flaky = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => {
      calls += 1
      if (calls % 5 === 0) throw new Error('the judge is away')
      return 0.8
    })
    const { mastra } = await libsqlStore({ scorers: [flaky], rates: { guide: 1 } })
    const file = fileOf(JSON.stringify({ ...anchor, label: 1 }))
    const { status } = await once({ mastra, anchors: { file, atOnce: 10 } })
    expect(status.anchors).toMatchObject([{ scorerId: 'quality', anchors: 1, judged: 8, failed: 2 }])
    expect(status.anchors[0]?.labels).toMatchObject({ judged: 8, storedError: 0.5 })
    expect(status.anchors[0]?.labels?.error).toBeCloseTo(0.2)
    expect((await once({ mastra, anchors: { file, atOnce: 10 } })).status.anchors[0]?.judged).toBe(8)
    const none = await once({ mastra, name: 'none', anchors: { file, budget: { calls: 0 } } })
    expect(none.status).toMatchObject({
      anchors: [{ judged: 0 }],
      anchorsRest: expect.stringContaining('0 of 0'),
    })
  })
})
