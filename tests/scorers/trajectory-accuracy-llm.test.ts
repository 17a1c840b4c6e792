import type { ExpectedStep, TrajectoryStep } from '@mastra/core/evals'
import type { MastraModelConfig } from '@mastra/core/llm'
import { createTrajectoryAccuracyScorerLLM as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { createTestMessage, createTrajectoryTestRun } from '@mastra/evals/scorers/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText, textPrompt } from '../../src/judge/language-model/prompt.ts'
import type { JudgedOptions } from '../../src/scorers/common/options.ts'
import {
  missingStepsTask,
  necessaryQuestion,
  neededQuestion,
  orderQuestion,
  takenQuestion,
  trajectoryTask,
} from '../../src/scorers/trajectory/trajectory-questions.ts'
import { createTrajectoryAccuracyScorerLLM } from '../../src/scorers/trajectory-accuracy-llm.ts'
import { type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'
import { say, scripted } from '../support/scripted-agent.ts'

const runWith = (count: number, rest: Partial<TrajectoryStep> = {}) =>
  createTrajectoryTestRun({
    inputMessages: [createTestMessage({ content: 'Find and sum up.', role: 'user', id: 'u' })],
    trajectory: {
      steps: Array.from({ length: count }, (_, index) => ({
        stepType: 'tool_call',
        name: `step-${index + 1}`,
        ...rest,
      })) as TrajectoryStep[],
    },
  })

const yesNo = (letter: string | undefined): GivenAnswer => ({ choice: letter === '1' ? 'yes' : 'no' })
const answersFor = (necessary: string, order: string, taken = ''): { [id: string]: GivenAnswer } =>
  Object.fromEntries([
    ...[...necessary].flatMap((letter, index): [string, GivenAnswer][] => [
      [`s${index + 1}`, yesNo(letter)],
      [`s${index + 1}-order`, yesNo(order[index])],
    ]),
    ...[...taken].map((letter, index): [string, GivenAnswer] => [`e${index + 1}`, yesNo(letter)]),
  ])
const gaps = (count: number) => Array.from({ length: count }, (_, index) => `gap ${index + 1}`)

async function score(necessary: string, order: string, missing = 0, options: JudgedOptions = {}) {
  const model = judgeById(answersFor(necessary, order), { extract: gaps(missing) })
  const result = await createTrajectoryAccuracyScorerLLM({ model, options }).run(runWith(necessary.length))
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[string, string, number, JudgedOptions, number]>([
    ['1', '1', 0, {}, 1],
    ['11', '11', 0, {}, 1],
    ['10', '11', 0, {}, 0.3 + 0.3 + 0.1],
    ['11', '10', 0, {}, 0.6 + 0.15 + 0.1],
    ['11', '11', 2, {}, 0.6 + 0.3 + 0.05],
    ['00', '00', 0, {}, 0.1],
    ['00', '00', 2, {}, 0.05],
    ['11', '11', 0, { scale: 10 }, 10],
  ])('gives %s necessary, %s in order, %d missing, %j a score of %d', async (...row) => {
    const [necessary, order, missing, options, expected] = row
    expect((await score(necessary, order, missing, options)).score).toBeCloseTo(expected, 12)
  })

  it('counts the expected steps that were not taken as missing', async () => {
    const expectedTrajectory: ExpectedStep[] = [{ name: 'a' }, { name: 'b' }]
    const model = judgeById(answersFor('1', '1', '10'), { extract: ['never asked'] })
    const result = await createTrajectoryAccuracyScorerLLM({ model, expectedTrajectory }).run(runWith(1))
    expect(result.score).toBeCloseTo(0.95, 12)
    expect(result.analyzeStepResult?.missingSteps).toEqual(['b'])
    expect(model.extractions).toEqual([])
    expect(model.requests[0]?.state).toMatchObject({ expected: { e1: '{"name":"a"}' } })
  })

  it('counts shares where weighting is share', async () => {
    const share = (value: number) => ({ choice: 'yes', share: value })
    const model = judgeById({ s1: share(0.5), 's1-order': share(0.8) }, { extract: [] })
    const scorer = createTrajectoryAccuracyScorerLLM({ model, options: { weighting: 'share' } })
    expect((await scorer.run(runWith(1))).score).toBeCloseTo(0.3 + 0.24 + 0.1, 12)
  })
})

describe('over random verdicts', () => {
  const bits = fc
    .array(fc.tuple(fc.constantFrom('0', '1'), fc.constantFrom('0', '1')), { minLength: 1, maxLength: 12 })
    .map((list) => [list.map(([a]) => a).join(''), list.map(([, b]) => b).join('')] as const)

  it('the score is in range, scaled by scale, and never better for a worse verdict', async () => {
    const scales = fc.double({ min: 0.01, max: 1_000, noNaN: true })
    await check(
      fc.asyncProperty(bits, fc.nat(5), scales, async ([necessary, order], missing, scale) => {
        const { score: value } = await score(necessary, order, missing)
        expect(value >= 0 && value <= 1).toBe(true)
        expect((await score(necessary, order, missing, { scale })).score).toBeCloseTo(value * scale, 9)
        const worse = [
          await score(necessary.replace('1', '0'), order, missing),
          await score(necessary, order.replace('1', '0'), missing),
          await score(necessary, order, missing + 1),
        ]
        for (const { score: lower } of worse) expect(lower).toBeLessThanOrEqual(value + 1e-12)
      }),
    )
  })
})

describe('outcomes', () => {
  it.each([
    ['yes', 0],
    ['no', 1],
  ])('without steps it asks whether one was needed: %s is %d', async (choice, expected) => {
    const model = judgeById({ steps: choice })
    expect((await createTrajectoryAccuracyScorerLLM({ model }).run(runWith(0))).score).toBe(expected)
  })

  it.each<[ExpectedStep[], number]>([
    [[{ name: 'a' }], 0],
    [[], 1],
  ])('without steps where %j was expected it is %d without a call', async (expectedTrajectory, expected) => {
    const model = judgeById({})
    const scorer = createTrajectoryAccuracyScorerLLM({ model, expectedTrajectory })
    expect((await scorer.run(runWith(0))).score).toBe(expected)
    expect(model.requests).toEqual([])
  })

  it('counts nothing as missing where the judge cannot list it, and says so', async () => {
    const scorer = createTrajectoryAccuracyScorerLLM({ model: judgeById(answersFor('1', '1')) })
    const result = await scorer.run(runWith(1))
    expect(result.score).toBe(1)
    expect(result.reason).toMatch(/the judge cannot list missing steps/)
  })

  it('is not scorable without a request, and takes a workflow’s input as one', async () => {
    const model = judgeById(answersFor('1', '1'), { extract: [] })
    const scorer = createTrajectoryAccuracyScorerLLM({ model })
    const { output } = runWith(1)
    expect((await scorer.run({ input: {} as never, output })).notScorable?.reason).toBe(
      'there is no question',
    )
    expect(model.requests).toEqual([])
    expect((await scorer.run({ input: { city: 'Paris' } as never, output })).score).toBe(1)
    expect(model.requests[0]?.state).toMatchObject({ request: '{"city":"Paris"}' })
  })

  it('asks about a step and its place in the same batch', async () => {
    const model = judgeById(answersFor('1'.repeat(25), '1'.repeat(25)), { extract: [] })
    await createTrajectoryAccuracyScorerLLM({ model }).run(runWith(25))
    expect(model.requests.map(({ questions }) => Object.keys(questions).length)).toEqual([40, 10])
  })
})

describe('the reason', () => {
  it('names missing steps, and steps that were not necessary or not in order', async () => {
    expect((await score('101', '110', 1)).reason).toMatchInlineSnapshot(
      `"Of 3 steps, 2 were necessary and 1 was not; of 3 steps, 2 were in order and 1 was not; 1 missing: score 0.675. Points lost on “gap 1” (missing); “step-2” (not necessary); “step-3” (not in order)."`,
    )
  })

  it('calls a step in doubt what the counts call it', async () => {
    const doubt = (share: number): GivenAnswer => ({ choice: 'no', share })
    const answers = { ...answersFor('101', '111'), s2: doubt(0.4), 's2-order': doubt(0.2), s3: doubt(0.6) }
    const scorer = createTrajectoryAccuracyScorerLLM({ model: judgeById(answers, { extract: [] }) })
    expect((await scorer.run(runWith(3))).reason).toMatchInlineSnapshot(
      `"Of 3 steps, 1 was necessary and 2 are in doubt (0.4 to 0.6); of 3 steps, 2 were in order and 1 was probably not (0.2); 0 missing: score 0.72. Points lost on “step-2” (in doubt whether necessary, 0.4; probably not in order, 0.2); “step-3” (in doubt whether necessary, 0.6)."`,
    )
  })

  it('tells of a run without steps', async () => {
    expect(
      (await createTrajectoryAccuracyScorerLLM({ model: judgeById({ steps: 'yes' }) }).run(runWith(0)))
        .reason,
    ).toMatchInlineSnapshot(`"No step was taken, but one was needed: score 0."`)
  })
})

describe('options', () => {
  it.each<[object, RegExp]>([
    [{ options: { scale: 0 } }, /options\.scale/],
    [{ options: { ordering: 'strict' } }, /ordering/],
    [{ expectedTrajectory: [{}] }, /expectedTrajectory/],
  ])('%j is a TypeError', (config, message) => {
    const create = () => createTrajectoryAccuracyScorerLLM({ model: judgeById({}), ...config })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })
})

describe('the prompts', () => {
  const state = { request: 'Sum up.', steps: { s1: 'search: {}' }, expected: { e1: '{"name":"search"}' } }

  it('of trajectory accuracy, version 1', async () => {
    const questions = { s1: necessaryQuestion, 's1-order': orderQuestion, e1: takenQuestion }
    const prompt = decisionPrompt({ task: trajectoryTask, state, questions })
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/trajectory-accuracy.txt')
    expect(trajectoryTask.version).toBe(1)
  })

  it('of a run without steps', async () => {
    const prompt = decisionPrompt({ task: trajectoryTask, state: {}, questions: { steps: neededQuestion } })
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/trajectory-needed.txt')
  })

  it('of missing steps, version 1', async () => {
    const prompt = textPrompt({ task: missingStepsTask, state: { request: 'Sum up.' } }, 'Reply.')
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/missing-steps.txt')
    expect(missingStepsTask.version).toBe(1)
  })
})

describe('beside @mastra/evals', () => {
  it('a perfect run is 0.9 there and 1 here', async () => {
    const analysis = {
      stepEvaluations: [{ stepName: 'step-1', wasNecessary: true, wasInOrder: true, reasoning: '' }],
      overallAssessment: 'fine',
    }
    const model = scripted([say(JSON.stringify(analysis)), say('fine')]) as MastraModelConfig
    expect((await createPeerScorer({ model }).run(runWith(1))).score).toBe(0.9)
    expect((await score('1', '1')).score).toBe(1)
  })
})
