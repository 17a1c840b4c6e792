import { describe, expect, test } from 'vitest'
import { checkGates } from '../../../src/evaluation/gates/check-gates.ts'
import type { GateOutcome } from '../../../src/evaluation/gates/gate.ts'
import { runOutcome } from '../../../src/evaluation/gates/run-outcome.ts'
import { makeRun, runOf, scorer } from '../support/runs.ts'

const gate = (result: GateOutcome['result'], name: GateOutcome['gate'] = 'fail if worse'): GateOutcome => ({
  ...{ gate: name, result, sentence: 'It is so.' },
})

describe('how a run ended against its gates', () => {
  test.each([
    [
      [],
      'passed',
      'Outcome: passed; no quality gate is set: set one with --gate <scorer>=<mean> or --fail-if-worse.',
    ],
    [
      [gate('passed', 'failed')],
      'passed',
      'Outcome: passed (1 of 1 gate); no quality gate is set: set one with --gate <scorer>=<mean> or --fail-if-worse.',
    ],
    [[gate('passed'), gate('passed')], 'passed', 'Outcome: passed (2 of 2 gates).'],
    [[gate('passed'), gate('failed')], 'failed', 'Outcome: failed (1 of 2 gates).'],
    [
      [gate('cannot tell'), gate('failed'), gate('passed')],
      'failed',
      'Outcome: failed (1 of 3 gates); 1 is inconclusive.',
    ],
    [
      [gate('passed'), gate('cannot tell'), gate('passed')],
      'cannot tell',
      'Outcome: cannot tell, because 1 of 3 gates is inconclusive; inconclusive=fail, so this fails.',
    ],
  ] as const)('%#: is said in a sentence', (outcomes, ends, sentence) => {
    expect(runOutcome(outcomes)).toMatchObject({ result: ends, ends, sentence })
  })

  test('lets what cannot be told pass where that is asked for, and nothing that failed', () => {
    expect(runOutcome([gate('passed'), gate('cannot tell')], 'pass')).toEqual({
      result: 'cannot tell',
      ends: 'passed',
      gates: { passed: 1, failed: 0, 'cannot tell': 1 },
      sentence:
        'Outcome: cannot tell, because 1 of 2 gates is inconclusive; inconclusive=pass, so this passes.',
    })
    expect(runOutcome([gate('failed'), gate('cannot tell')], 'pass').ends).toBe('failed')
  })

  test('never lets a run pass that is incomplete, that scored too little, or nothing', () => {
    const good = { id: 'a', outcomes: { relevancy: 1 } }
    const incomplete = makeRun([good], [scorer('relevancy')], { items: 10 })
    const few = runOf([1, 'not scorable', 'not scorable', 'not scorable'])
    const ofOne = makeRun(
      [{ id: 'a', outcomes: { relevancy: 1, faithfulness: 'not scorable' } }],
      [scorer('relevancy'), scorer('faithfulness')],
    )
    for (const [run, ends] of [
      [incomplete, 'cannot tell'],
      [few, 'cannot tell'],
      [ofOne, 'cannot tell'],
      [runOf(['not scorable']), 'failed'],
    ] as const)
      expect(runOutcome(checkGates(run, {}, { baseline: runOf([1, 0]) }), 'pass').ends).toBe(ends)
    expect(runOutcome(checkGates(few, {}), 'pass').sentence).toBe(
      'Outcome: cannot tell, because 1 of 1 gate is inconclusive; inconclusive=pass does not apply to a run that is incomplete, scored too few answers or has another judge, so this fails.',
    )
  })
})
