import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitCalibration } from '../../../../src/features/agreement/fit/fit-calibration.ts'
import { createAnswerRelevancyScorer } from '../../../../src/index.ts'
import type { Calibration } from '../../../../src/judge/composed/calibrated/calibration.ts'
import type { Answer } from '../../../../src/judge/contract.ts'
import { decide } from '../../../../src/judge/decide.ts'
import { calibratedJudge, readCalibration } from '../../../../src/judge/index.ts'
import { choice, deafJudge, gradedJudge, relevance, requestOf, yesNo } from '../../../support/graded-judge.ts'
import { runs } from '../../../support/random-runs.ts'

const flag = { type: 'boolean', instructions: 'Is it?' } as const
const base: Calibration = {
  kind: 'verdict-calibration',
  version: 1,
  judge: 'j',
  task: { name: 'statement-relevance', version: 1 },
  grade: 'probability',
  map: {
    method: 'isotonic',
    points: [
      [0, 0.1],
      [0.5, 0.3],
      [1, 0.7],
    ],
  },
  fit: { rows: 100, positives: 50, groups: 20, folds: 5, brierBefore: 0.3, brierAfter: 0.2 },
}
const ofYes: Calibration = {
  ...base,
  positive: 'yes',
  threshold: { value: 0.4, criterion: 'kappa', negative: 'no' },
}
const answering = (answer: Answer) => gradedJudge('j', () => answer)
const ask = async (answer: Answer, calibration: Calibration, question: object = yesNo) => {
  const request = requestOf({ s1: question as typeof yesNo })
  return decide(calibratedJudge(answering(answer), calibration), request)
}

describe('a calibrated judge', () => {
  it('maps the probability of the positive option, and keeps the proportions of the others', async () => {
    const given = choice('yes', { probabilities: { yes: 0.5, unsure: 0.4, no: 0.1 }, share: 0.7 })
    const { answers, evidence } = await ask(given, ofYes, relevance)
    expect(answers.s1).toMatchObject({ choice: 'unsure', probabilities: { yes: 0.3 } })
    expect(answers.s1.probabilities?.no).toBeCloseTo(0.14, 12)
    expect(answers.s1).not.toHaveProperty('share')
    expect(evidence).toMatchObject({
      judge: 'calibrated(j)',
      warnings: ['calibrated: the threshold changed the verdict on s1'],
      members: [{ judge: 'j', calls: 1 }],
    })
  })

  it('gives the positive verdict from the threshold on', async () => {
    // At 0.625, a quarter of the way from (0.5, 0.3) to (1, 0.7), it is 0.4.
    const at = await ask(choice('no', { probabilities: { yes: 0.63, no: 0.37 } }), ofYes)
    expect(at.answers.s1.choice).toBe('yes')
    const below = await ask(choice('yes', { probabilities: { yes: 0.62, no: 0.38 } }), ofYes)
    expect(below.answers.s1.choice).toBe('no')
  })

  it('of shares leaves out probabilities, which are not calibrated, and names the other option', async () => {
    const given = choice('yes', { share: 0.5, probabilities: { yes: 0.9, no: 0.1 } })
    const { answers } = await ask(given, { ...ofYes, grade: 'share' })
    expect(answers.s1).toEqual({ type: 'choice', choice: 'no', share: 0.3 })
  })

  it.each([
    ['an option between turns negative', 'unsure', { yes: 1, unsure: 0.5, no: 0 }, 'no'],
    [
      'an option between turns negative, if no is the positive one',
      'unsure',
      { yes: 0, unsure: 0.5, no: 1 },
      'no',
    ],
    ['an option as negative stays', 'unsure', { yes: 1, unsure: 0, no: 0 }, 'unsure'],
    ['an option that is not on the line stays', 'unsure', { yes: 1, no: 0 }, 'unsure'],
    // The severe of moderate, the mild of severe: all of them are toxic.
    ['an option as positive stays', 'unsure', { yes: 1, unsure: 1, no: 0 }, 'unsure'],
    ['without a line, any other option stays', 'unsure', undefined, 'unsure'],
  ])('below the threshold %s', async (_, chosen, line, verdict) => {
    const calibration = { ...ofYes, grade: 'share' } as const
    const { answers } = await ask(choice(chosen, { share: 0.1 }), calibration, { ...relevance, line })
    expect(answers.s1.choice).toBe(verdict)
  })

  it('never scores a lower share higher than a higher one, whatever the verdict', async () => {
    const judge = (option: string, share: number) =>
      calibratedJudge(answering(choice(option, { share })), {
        ...ofYes,
        task: { name: 'statement-relevance', version: 2 },
        grade: 'share',
      })
    const scoreOf = async (option: string, share: number) => {
      const scorer = createAnswerRelevancyScorer({ model: judge(option, share) })
      return (await scorer.run({ input: 'Why?', output: 'It rained.' })).score
    }
    const graded = fc.tuple(
      fc.constantFrom('yes', 'unsure', 'no'),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    await fc.assert(
      fc.asyncProperty(graded, graded, async (one, other) => {
        const [lower, higher] = one[1] <= other[1] ? [one, other] : [other, one]
        expect(await scoreOf(...lower)).toBeLessThanOrEqual((await scoreOf(...higher)) ?? Number.NaN)
      }),
      { numRuns: runs(30) },
    )
  })

  it('without a threshold leaves verdicts alone', async () => {
    const { answers, evidence } = await ask({ type: 'boolean', verdict: true, probability: 0.5 }, base, flag)
    expect(answers.s1).toEqual({ type: 'boolean', verdict: true, probability: 0.3 })
    expect(evidence.warnings).toEqual([])
  })

  it('turns the verdict of yes/no questions', async () => {
    const threshold = { value: 0.4, criterion: 'F1' } as const
    const { answers } = await ask(
      { type: 'boolean', verdict: true, probability: 0.5 },
      { ...base, threshold },
      flag,
    )
    expect(answers.s1).toEqual({ type: 'boolean', verdict: false, probability: 0.3 })
  })

  it('is an error for another task, another question, and an answer without the grade', async () => {
    const judge = calibratedJudge(answering(choice('yes')), ofYes)
    const other = requestOf(
      { s1: yesNo },
      { task: { name: 'statement-relevance', version: 2, instructions: '' } },
    )
    await expect(decide(judge, other)).rejects.toThrow(
      /for statement-relevance\/1, not for statement-relevance\/2/,
    )
    await expect(decide(judge, requestOf({ s1: flag }))).rejects.toThrow(/to a different question from s1/)
    await expect(decide(judge, requestOf({ s1: yesNo }))).rejects.toThrow(/gives no probability for s1/)
  })

  it('is refused at once for another judge and for a damaged file', () => {
    expect(() =>
      calibratedJudge(
        gradedJudge('k', () => choice('yes')),
        ofYes,
      ),
    ).toThrow(/is for j, not for k/)
    expect(() => calibratedJudge(answering(choice('yes')), [ofYes, ofYes])).toThrow(/two calibrations/)
    const falling = {
      ...base,
      map: {
        method: 'isotonic',
        points: [
          [0, 0.5],
          [1, 0.2],
        ],
      },
    }
    expect(() => readCalibration(falling)).toThrow(/options\.map\.points/)
    expect(() => readCalibration({ ...base, slope: 1 })).toThrow(TypeError)
    expect(() => readCalibration({ ...base, map: { method: 'platt', slope: -1, intercept: 0 } })).toThrow(
      /slope/,
    )
    expect(() => readCalibration(null)).toThrow(TypeError)
  })

  it('ends at once where the signal aborts', async () => {
    const controller = new AbortController()
    const judge = calibratedJudge(deafJudge, { ...ofYes, judge: 'deaf' })
    const work = judge.decide(requestOf({ s1: yesNo }, { signal: controller.signal }))
    controller.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })
})

it('what is fitted can be saved, read and used, and keeps the order of the grades', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    grade: (index % 100) / 100,
    label: (index * 37) % 100 < index % 100,
    group: `g${index % 60}`,
  }))
  const fitted = fitCalibration({
    rows,
    judge: 'j',
    task: { name: 'statement-relevance', version: 1 },
    grade: 'probability',
    positive: 'yes',
    negative: 'no',
    criterion: 'balanced accuracy',
  })
  const saved = readCalibration(JSON.parse(JSON.stringify(fitted)))
  expect(saved).toEqual(fitted)
  const probability = fc.double({ min: 0, max: 1, noNaN: true })
  await fc.assert(
    fc.asyncProperty(probability, probability, async (one, other) => {
      const values = await Promise.all(
        [one, other].map(async (yes) => {
          const given = choice(yes >= 0.5 ? 'yes' : 'no', { probabilities: { yes, no: 1 - yes } })
          const { answers } = await ask(given, saved)
          expect(answers.s1.choice === 'yes').toBe(
            (answers.s1.probabilities?.yes ?? 0) >= (saved.threshold?.value ?? 0),
          )
          return answers.s1.probabilities?.yes ?? Number.NaN
        }),
      )
      expect(
        Math.sign((values[0] as number) - (values[1] as number)) * Math.sign(one - other),
      ).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: runs(50) },
  )
})
