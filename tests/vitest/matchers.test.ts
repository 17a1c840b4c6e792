import { describe, expect, test } from 'vitest'
import { readRun } from '../../src/evaluation.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { createCompletenessScorer } from '../../src/scorers/completeness.ts'
import { createToxicityScorer } from '../../src/scorers/toxicity.ts'
import { verdictMatchers } from '../../src/vitest/index.ts'
import type { VerdictMatchers } from '../../src/vitest/matchers.ts'
import { makeRun, type Outcome, runOf, scorer } from '../evaluation/support/runs.ts'
import { verdictJudge } from '../support/fake-judge.ts'

expect.extend(verdictMatchers)

const good = [0.9, 1, 0.8, 0.95, 0.85, 1, 0.9, 0.75, 0.9, 0.95]
const middling = [0.2, 0.9, 0.5, 1, 0.1, 0.8, 0.6, 0.9, 0.3, 0.7]
const bad = [0.2, 0.1, 0.3, 0.15, 0.25, 0.1, 0, 0.2, 0.1, 0.3]

function messageOf(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the assertion passed')
}

/** That an assertion fails as it is and with .not, and says the same. */
function expectUntold(run: unknown, assert: (assertion: VerdictMatchers) => void, found: RegExp) {
  for (const assertion of [expect(run), expect(run).not]) {
    const message = messageOf(() => assert(assertion))
    expect(message).toMatch(/^(?:not\.)?\w+\(.*\) is inconclusive, so it fails \(with \.not, too\)\n/)
    expect(message).toMatch(found)
  }
}

const withReasons = (run: EvaluationRun): EvaluationRun => ({
  ...run,
  items: run.items.map((item) => ({
    ...item,
    input: `Question ${item.itemId}?`,
    scores: Object.fromEntries(
      Object.entries(item.scores).map(([id, score]) => [
        id,
        score.outcome === 'scored' ? { ...score, reason: `Because of ${item.itemId}.` } : score,
      ]),
    ),
  })),
})

describe('a run against a limit', () => {
  test('passes where its mean is at the limit, on the side that is better', () => {
    expect(runOf([0.5, 0.7])).toScoreAtLeast('relevancy', 0.6)
    expect(runOf([0.5, 0.7])).not.toScoreAtLeast('relevancy', 0.61)
    expect(runOf([0.5, 0.7], { lowerIsBetter: true })).toScoreAtMost('relevancy', 0.6)
    expect(runOf([0.5, 0.7], { lowerIsBetter: true })).not.toScoreAtMost('relevancy', 0.59)
  })

  test('says mean, interval, counts and the worst answers where it fails', () => {
    const run = withReasons(runOf([...bad, 'failed', 'not scorable']))
    expect(
      messageOf(() => expect(run).toScoreAtLeast('relevancy', 0.8)),
    ).toBe(`toScoreAtLeast('relevancy', 0.8)
relevancy has a mean of 0.17 over 10 items, 95 % interval 0.057 to 0.393, below the limit of 0.8.
Of 12 answers, 10 were scored, 1 not scorable, 1 failed.
Most frequent reasons for not scorable:
  1 × no question (first: 11)
Worst answers:
  0  6: Question 6?
       Because of 6.
  0.1  1: Question 1?
       Because of 1.
  0.1  5: Question 5?
       Because of 5.`)
  })

  test('says the same with .not where it passes and must not', () => {
    expect(messageOf(() => expect(runOf([1, 1, 1])).not.toScoreAtLeast('relevancy', 0.8))).toBe(
      `not.toScoreAtLeast('relevancy', 0.8)
relevancy has a mean of 1 over 3 items, 95 % interval 0.292 to 1.000, above the limit of 0.8; the interval includes the limit, so this may be chance. About 14 more items would settle it in 4 of 5 runs, if the mean stays the same.
Of 3 answers, 3 were scored, 0 not scorable, 0 failed.`,
    )
  })

  test('can be held to the whole interval, which may lie on both sides', () => {
    const whole = { wholeInterval: true }
    const many = Array(10).fill(good).flat()
    expect(runOf(many)).toScoreAtLeast('relevancy', 0.8, whole)
    expect(runOf(bad)).not.toScoreAtLeast('relevancy', 0.8, whole)
    expect(runOf(middling)).toScoreAtLeast('relevancy', 0.5)
    expectUntold(
      runOf(middling),
      (assertion) => assertion.toScoreAtLeast('relevancy', 0.5, whole),
      /relevancy has a mean of 0\.6 over 10 items, 95 % interval 0\.\d+ to 0\.\d+, on both sides of the limit of 0\.5\./,
    )
    const lower = { lowerIsBetter: true }
    expect(runOf(bad, lower)).toScoreAtMost('relevancy', 0.5, whole)
    expect(runOf(good, lower)).not.toScoreAtMost('relevancy', 0.5, whole)
    expectUntold(
      runOf(middling, lower),
      (assertion) => assertion.toScoreAtMost('relevancy', 0.6, whole),
      /on both/,
    )
  })

  test('takes the level of the interval', () => {
    const run = runOf(good)
    expect(messageOf(() => expect(run).toScoreAtLeast('relevancy', 1, { level: 0.8 }))).toContain(
      '80 % interval',
    )
  })

  test('cannot be told of one item where the whole interval is asked for', () => {
    expectUntold(
      runOf([1]),
      (assertion) => assertion.toScoreAtLeast('relevancy', 0.5, { wholeInterval: true }),
      /without an interval to compare with 0\.5\. No interval: at least 2 items are needed/,
    )
  })

  test('cannot be told where most answers could not be scored, unless that many are asked for', () => {
    const run = runOf([1, 1, 'not scorable', 'not scorable', 'not scorable'])
    expectUntold(
      run,
      (assertion) => assertion.toScoreAtLeast('relevancy', 0.7),
      /relevancy scored 2 of 5 answers \(40 %\), less than the 50 % required; 3 not scorable\./,
    )
    expectUntold(run, (assertion) => assertion.toBeNoWorseThan(run), /scored 2 of 5/)
    expect(run).toScoreAtLeast('relevancy', 0.7, { minScored: 0.4 })
    expect(run).toBeNoWorseThan(run, { minScored: 0.4 })
    expect(run).toHaveFailedAtMost(0)
  })

  test('does not depend on what another scorer could not score', () => {
    const run = makeRun(
      [{ id: 'a', outcomes: { relevancy: 1, faithfulness: 'not scorable' } }],
      [scorer('relevancy'), scorer('faithfulness')],
    )
    expect(run).toScoreAtLeast('relevancy', 0.7)
    expect(run).toBeNoWorseThan(run, { allowedLoss: { relevancy: 0 } })
    expectUntold(run, (assertion) => assertion.toBeNoWorseThan(run), /faithfulness scored none of 1/)
    expectUntold(run, (assertion) => assertion.toHaveFailedAtMost(0), /faithfulness scored none of 1/)
  })

  test('cannot be told of a scorer that scored nothing, of a run without scores, and of half a run', () => {
    const assert = (id: string) => (assertion: VerdictMatchers) => assertion.toScoreAtLeast(id, 0.5)
    const other = makeRun(
      [{ id: 'a', outcomes: { relevancy: 1, faithfulness: 'not scorable' } }],
      [scorer('relevancy'), scorer('faithfulness')],
    )
    expectUntold(other, assert('faithfulness'), /faithfulness scored none of 1 answers/)
    expectUntold(runOf(['failed', 'not scorable']), assert('relevancy'), /No answer was scored by any scorer/)
    const half = makeRun([{ id: 'a', outcomes: { relevancy: 1 } }], [scorer('relevancy')], { items: 2 })
    expectUntold(half, assert('relevancy'), /has 1 of 2 answers/)
  })

  test('shows text of others without what would steer a terminal', () => {
    const [item] = runOf([0]).items
    const run = { ...runOf([0]), items: [{ ...item, input: 'a\u001b[2Jb\nc' }] } as EvaluationRun
    const message = messageOf(() => expect(run).toScoreAtLeast('relevancy', 1))
    expect(message).not.toContain('\u001b')
    expect(message).toContain('a␛[2Jb c')
  })
})

describe('a result against a limit', () => {
  const result = { runId: 'r', score: 0.5, reason: 'Half of it answers.' }

  test('passes at the limit', () => {
    expect(result).toScoreAtLeast(0.5)
    expect(result).not.toScoreAtLeast(0.51)
    expect(result).toScoreAtMost(0.5)
    expect(result).not.toScoreAtMost(0.49)
  })

  test('says a rounded score, and a whole one only where it would read as the limit', () => {
    const said = (score: number) => messageOf(() => expect({ ...result, score }).toScoreAtLeast(0.8))
    expect(said(0.183679526295537)).toContain('The score is 0.184, below the limit of 0.8.')
    expect(said(0.79996)).toContain('The score is 0.79996, below the limit of 0.8.')
  })

  test('says score and reason where it fails', () => {
    expect(messageOf(() => expect(result).toScoreAtLeast(0.8))).toBe(
      'toScoreAtLeast(0.8)\nThe score is 0.5, below the limit of 0.8.\nHalf of it answers.',
    )
  })

  test('cannot be told where the result is not scorable, or its score no number', () => {
    const notScorable = { runId: 'r', notScorable: { step: 'preprocess', reason: 'There is no answer.' } }
    expectUntold(
      notScorable,
      (assertion) => assertion.toScoreAtMost(1),
      /Not scorable: There is no answer\.$/,
    )
    expectUntold({ score: Number.NaN }, (assertion) => assertion.toScoreAtLeast(0), /The score is NaN/)
    expectUntold({ score: undefined }, (assertion) => assertion.toScoreAtLeast(0), /The score is undefined/)
  })

  test('knows the scorers where lower is better, as for a run', async () => {
    const severe = { model: verdictJudge([{ choice: 'severe' }]), id: 'rudeness' }
    const toxic = await createToxicityScorer(severe).run({ input: 'Hi', output: 'Go away.' })
    expect(toxic).toScoreAtMost(1)
    expect(toxic).not.toScoreAtMost(0.5)
    const other = 'toScoreAtLeast: a lower rudeness is better: use toScoreAtMost'
    expect(() => expect(toxic).toScoreAtLeast(0.5)).toThrow(new TypeError(other))
    expect(() => expect(toxic).not.toScoreAtLeast(0.5)).toThrow(other)

    const complete = await createCompletenessScorer().run({ input: 'Paris', output: 'Paris' })
    expect(complete).toScoreAtLeast(1)
    const another = 'toScoreAtMost: a higher completeness is better: use toScoreAtLeast'
    expect(() => expect(complete).toScoreAtMost(1)).toThrow(new TypeError(another))
  })

  test('is that of Mastra to everything else', async () => {
    const complete = await createCompletenessScorer().run({ input: 'Paris', output: 'Paris' })
    expect(complete).toStrictEqual({ ...complete })
    expect(JSON.parse(JSON.stringify(complete))).toEqual(complete)
  })

  test('works behind resolves', async () => {
    await expect(Promise.resolve(result)).resolves.toScoreAtLeast(0.5)
    await expect(Promise.resolve(runOf(good))).resolves.toScoreAtLeast('relevancy', 0.5)
    await expect(expect(Promise.resolve(result)).resolves.toScoreAtLeast(0.6)).rejects.toThrow(
      'is 0.5, below',
    )
  })
})

describe('a run against a baseline', () => {
  const slightlyLower = good.map((score) => score - 0.01)

  test('passes where no more was lost than allowed', () => {
    expect(runOf(good)).toBeNoWorseThan(runOf(good))
    expect(runOf(good)).toBeNoWorseThan(runOf(bad))
    expect(runOf(slightlyLower)).toBeNoWorseThan(runOf(good), { allowedLoss: 0.5 })
    expect(runOf(slightlyLower)).toBeNoWorseThan(runOf(good))
    expect(runOf(bad)).not.toBeNoWorseThan(runOf(good), { allowedLoss: { relevancy: 0.02 } })
  })

  test('knows the scorers where lower is better', () => {
    const lower = { lowerIsBetter: true }
    expect(runOf(bad, lower)).toBeNoWorseThan(runOf(good, lower))
    expect(runOf(good, lower)).not.toBeNoWorseThan(runOf(bad, lower))
  })

  test('says the loss and the items that lost most where it fails', () => {
    const message = messageOf(() => expect(runOf(bad)).toBeNoWorseThan(runOf(good), { allowedLoss: 0.02 }))
    expect(message).toMatch(
      /^toBeNoWorseThan\(baseline\)\nrelevancy went from 0\.\d+ to 0\.\d+ over 10 items, by −0\.73, 95 % interval −0\.\d+ to −0\.\d+; allowed loss 0\.02, and all of the interval is worse\.\n/,
    )
    expect(message).toMatch(
      /\nLost most by relevancy:\n {2}1: 1 before, 0\.1 now\n {2}5: 1 before, 0\.1 now\n {2}6: /,
    )
  })

  test('cannot be told where a loss is neither shown nor ruled out, and fails with .not too', () => {
    expectUntold(
      runOf(good.map((score, index) => score - (index % 2 === 0 ? 0.25 : -0.1))),
      (assertion) => assertion.toBeNoWorseThan(runOf(good), { allowedLoss: 0.05 }),
      /a larger loss can neither be shown nor ruled out; about \d+ items like these would rule it out if nothing was lost/,
    )
  })

  test('cannot be told of few items, of a scorer the baseline lacks, and where nothing was scored', () => {
    const few = (scores: Outcome[]) => (assertion: VerdictMatchers) =>
      assertion.toBeNoWorseThan(runOf(scores))
    expectUntold(runOf([0]), few([1]), /it is unknown how certain that is/)
    expectUntold(runOf([0, 0]), few([1, 1]), /at least 6 items are needed, and there are/)
    expectUntold(runOf(['failed']), few([1]), /No answer was scored/)
    const renamed = makeRun([{ id: '0', outcomes: { other: 1 } }], [scorer('other')])
    expectUntold(renamed, few([1]), /other has no item that was scored in both this run and the baseline/)
  })
})

describe('failures of a run', () => {
  const run = runOf(['failed', 1, 1, 'not scorable'])

  test('are a share, in which not scorable does not count as failed', () => {
    expect(run).toHaveFailedAtMost(0.25)
    expect(run).not.toHaveFailedAtMost(0.24)
    expect(runOf(good)).toHaveFailedAtMost(0)
  })

  test('are shown with their errors', () => {
    expect(messageOf(() => expect(run).toHaveFailedAtMost(0.01))).toBe(`toHaveFailedAtMost(0.01)
relevancy failed on 1 of 4 answers (25 %), more than the 1 % allowed.
Most frequent errors:
  1 × relevancy: no decision (first: 0)`)
  })

  test('cannot be told of where nothing was scored', () => {
    const assert = (assertion: VerdictMatchers) => assertion.toHaveFailedAtMost(0.5)
    expectUntold(runOf(['not scorable']), assert, /No answer was scored/)
    expectUntold(runOf(['failed']), assert, /1 × relevancy: no decision/)
  })
})

describe('inside another assertion', () => {
  test('match and mismatch', () => {
    const nightly = { run: runOf(good) }
    expect(nightly).toEqual({ run: expect.toScoreAtLeast('relevancy', 0.8) })
    expect(nightly).toEqual({ run: expect.not.toScoreAtLeast('relevancy', 0.99) })
    expect(nightly).not.toEqual({ run: expect.toScoreAtLeast('relevancy', 0.99) })
  })

  test('fail it where they are inconclusive, whatever else is or is not equal', () => {
    const nightly = { run: runOf(['failed']), nights: 3 }
    const least = expect.toScoreAtLeast('relevancy', 0.8)
    const notLeast = expect.not.toScoreAtLeast('relevancy', 0.8)
    const assertions = [
      () => expect(nightly).toEqual({ run: least, nights: 3 }),
      () => expect(nightly).not.toEqual({ run: least, nights: 3 }),
      () => expect(nightly).toEqual({ run: notLeast, nights: 3 }),
      () => expect(nightly).not.toEqual({ run: notLeast, nights: 3 }),
      () => expect([nightly]).not.toEqual([expect.objectContaining({ run: least })]),
      () => expect([nightly.run]).not.toContainEqual(least),
    ]
    for (const assertion of assertions)
      expect(assertion).toThrow(
        /^(?:not\.)?toScoreAtLeast\('relevancy', 0\.8\) is inconclusive, .*\nNo answer was scored by any scorer/,
      )
  })
})

describe('what cannot be read is an error that says what to do', () => {
  const run = runOf(good)

  test.each([
    [
      'an unknown scorer',
      () => expect(run).toScoreAtLeast('relevance', 1),
      /no scorer relevance in this run; it has: relevancy/,
    ],
    [
      'an unknown scorer, with .not',
      () => expect(run).not.toScoreAtLeast('relevance', 1),
      /it has: relevancy/,
    ],
    [
      'the other direction',
      () => expect(run).toScoreAtMost('relevancy', 1),
      /a higher relevancy is better: use toScoreAtLeast/,
    ],
    [
      'the other direction, lower being better',
      () => expect(runOf(good, { lowerIsBetter: true })).toScoreAtLeast('relevancy', 1),
      /a lower relevancy is better: use toScoreAtMost/,
    ],
    [
      'a run without the name of a scorer',
      () => expect(run).toScoreAtLeast(0.5),
      /name the scorer before the limit; the run has: relevancy/,
    ],
    [
      'a result with the name of a scorer',
      () => expect({ score: 1 }).toScoreAtLeast('relevancy', 1),
      /needs a run from evaluate or readRun/,
    ],
    [
      'a limit that is no number',
      () => expect(run).toScoreAtLeast('relevancy', Number.NaN),
      /the limit must be a number, not NaN/,
    ],
    ['a promise', () => expect(Promise.resolve(run)).toHaveFailedAtMost(0), /not a promise: await it/],
    ['a number', () => expect(0.5).toScoreAtLeast(0.5), /expected a result from scorer\.run, not 0\.5/],
    [
      'a path for a baseline',
      () => expect(run).toBeNoWorseThan('runs/a.jsonl'),
      /await readRun\('runs\/a\.jsonl'\)/,
    ],
    ['another thing for a baseline', () => expect(run).toBeNoWorseThan([]), /must be a run .* not a list/],
    [
      'a baseline over other data',
      () => expect(run).toBeNoWorseThan(makeRun([], [], { hash: 'other' })),
      /no item that was scored in both this run and the baseline/,
    ],
    [
      'a loss for an unknown scorer',
      () => expect(run).toBeNoWorseThan(run, { allowedLoss: { a: 1 } }),
      /no scorer a in this run/,
    ],
    [
      'losses for no scorer',
      () => expect(run).toBeNoWorseThan(run, { allowedLoss: {} }),
      /must name a scorer/,
    ],
    ['a loss below 0', () => expect(run).toBeNoWorseThan(run, { allowedLoss: -1 }), /options\.allowedLoss/],
    [
      'a share beyond 1',
      () => expect(run).toHaveFailedAtMost(5),
      /a share from 0 to 1, such as 0\.01 for 1 %, not 5/,
    ],
    [
      'too few resamples',
      () => expect(run).toScoreAtLeast('relevancy', 1, { resamples: 10 }),
      /options\.resamples/,
    ],
  ])('%s', (_, assertion, message) => {
    expect(assertion).toThrow(message)
  })

  test('a run file that is not there', async () => {
    await expect(readRun('no/such/run.jsonl')).rejects.toThrow('there is no such file or folder')
  })
})
