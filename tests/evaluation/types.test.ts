import type { Agent } from '@mastra/core/agent'
import { createScorer } from '@mastra/core/evals'
import type { AnyWorkflow } from '@mastra/core/workflows'
import { describe, expectTypeOf, it } from 'vitest'
import type { ScoreComparison } from '../../src/evaluation/comparison/score-comparison.ts'
import type { ScoreSummary } from '../../src/evaluation/comparison/score-summary.ts'
import type { EvaluationItem } from '../../src/evaluation/dataset/item.ts'
import type { EvaluateOptions } from '../../src/evaluation/evaluate-options.ts'
import type { GateOutcome, Gates } from '../../src/evaluation/gates/gate.ts'
import type { Target, TargetFunction } from '../../src/evaluation/target/target.ts'
import {
  type checkGates,
  type compareRuns,
  type EvaluationRun,
  type evaluate,
  type overallResult,
  type readDataset,
  summarise,
} from '../../src/evaluation.ts'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import type { ScoreRecord } from '../../src/run/record.ts'
import type { AnyScorer, ScorerEntry } from '../../src/run/scorer-entry.ts'
import { createFaithfulnessScorer } from '../../src/scorers/faithfulness.ts'
import { createTrajectoryScorerCode } from '../../src/scorers/trajectory-code.ts'

/** Checked by `tsc`, which reads the tests too; at run time they only must not throw. */
describe('the types of an evaluation', () => {
  it('take agents, workflows, functions of any input, and recorded answers as a target', () => {
    expectTypeOf<Agent>().toExtend<Target>()
    expectTypeOf<AnyWorkflow>().toExtend<Target>()
    expectTypeOf<'recorded'>().toExtend<Target>()
    expectTypeOf<(question: string) => string>().toExtend<TargetFunction>()
    expectTypeOf<(question: { city: string }) => Promise<object>>().toExtend<TargetFunction>()
    expectTypeOf<(question: string, context: { signal: AbortSignal }) => string>().toExtend<TargetFunction>()
    expectTypeOf<'stored'>().not.toExtend<Target>()
    // The type of an input that the function does not state is the dataset's affair.
    const shout: TargetFunction = (question) => question.toUpperCase()
    expectTypeOf(shout).toExtend<Target>()
    expectTypeOf<(question: string, context: number) => string>().not.toExtend<TargetFunction>()
  })

  it('take our scorers and those of Mastra of any input, alone or with how they are read', () => {
    const ours = createFaithfulnessScorer({ model: embeddedJudge() })
    const byCode = createTrajectoryScorerCode()
    const texts = createScorer<string, string>({ id: 'a', name: 'a', description: 'a' }).generateScore(
      () => 1,
    )
    const agents = createScorer({ id: 'b', name: 'b', description: 'b', type: 'agent' }).generateScore(
      () => 1,
    )
    expectTypeOf<typeof ours | typeof byCode | typeof texts | typeof agents>().toExtend<AnyScorer>()
    expectTypeOf<{ scorer: typeof texts; lowerIsBetter: true; scale: 10 }>().toExtend<ScorerEntry>()
    expectTypeOf<{ scorer: typeof texts; scale: 'ten' }>().not.toExtend<ScorerEntry>()
    expectTypeOf<{ id: string }>().not.toExtend<ScorerEntry>()
  })

  it('take a file, items, or a dataset that was read', () => {
    type Data = EvaluateOptions['data']
    expectTypeOf<string>().toExtend<Data>()
    expectTypeOf<readonly { id: number; input: string }[]>().toExtend<Data>()
    expectTypeOf<Awaited<ReturnType<typeof readDataset>>>().toExtend<Data>()
    expectTypeOf<'question'>().not.toExtend<keyof EvaluationItem>()
  })

  it('give one run to summaries, comparisons and gates', () => {
    expectTypeOf<ReturnType<typeof evaluate>>().toEqualTypeOf<Promise<EvaluationRun>>()
    expectTypeOf(summarise).parameter(0).toEqualTypeOf<EvaluationRun>()
    expectTypeOf<ReturnType<typeof summarise>>().toEqualTypeOf<ScoreSummary[]>()
    expectTypeOf<ReturnType<typeof compareRuns>>().toEqualTypeOf<ScoreComparison[]>()
    expectTypeOf<ReturnType<typeof checkGates>>().toExtend<Parameters<typeof overallResult>[0]>()
    expectTypeOf<ReturnType<typeof overallResult>>().toEqualTypeOf<'passed' | 'failed' | 'cannot tell'>()
    expectTypeOf<GateOutcome['result']>().toEqualTypeOf<ReturnType<typeof overallResult>>()
  })

  it('have no score without looking at the outcome, nor a mean that is always there', () => {
    expectTypeOf<ScoreRecord>().not.toHaveProperty('score')
    expectTypeOf<Extract<ScoreRecord, { outcome: 'scored' }>['score']>().toEqualTypeOf<number>()
    expectTypeOf<Extract<ScoreRecord, { outcome: 'not scorable' }>['reason']>().toEqualTypeOf<string>()
    expectTypeOf<Extract<ScoreRecord, { outcome: 'failed' }>>().not.toHaveProperty('reason')
    expectTypeOf<ScoreSummary['mean']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<EvaluationRun['items'][number]['scores'][string]['outcome']>().toEqualTypeOf<
      'scored' | 'not scorable' | 'failed'
    >()
  })

  it('take gates by scorer and by word, each a number', () => {
    expectTypeOf<{ relevancy: 0.8; failed: 0.01; 'bias.loss': 0.1; inconclusive: 'pass' }>().toExtend<Gates>()
    expectTypeOf<{ relevancy: { limit: 0.8 } }>().not.toExtend<Gates>()
    expectTypeOf<{ failed: '1%' }>().not.toExtend<Gates>()
    expectTypeOf<{ inconclusive: 'maybe' }>().not.toExtend<Gates>()
  })
})
