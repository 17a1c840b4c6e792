import type { FinishedRun } from '../../../src/cli/check-and-report.ts'
import type { PassAt } from '../../../src/evaluation/comparison/summarise-repeats.ts'
import { estimatePeople } from '../../../src/features/labels/read-people.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { labelsOf, runOfWorld, world } from '../../features/labels/labelled.ts'
import { randomRun } from '../random-run.ts'

const languageOf = (index: number) => (index % 3 === 0 ? 'en' : index % 3 === 1 ? 'de' : 'fr')
const topicOf = (index: number) => (index % 2 === 0 ? 'returns' : 'delivery')

/** With metadata to group by, what items expected, and readings by verdict and by share. */
function withDetails(run: EvaluationRun): EvaluationRun {
  return {
    ...run,
    header: {
      ...run.header,
      scorers: run.header.scorers.map((scorer) => ({ ...scorer, judge: 'openai/gpt-5-mini' })),
    },
    items: run.items.map((item, index) => ({
      ...item,
      metadata: { language: languageOf(index), topic: topicOf(index) },
      expectations: [
        { what: 'includes "order"', met: index % 9 !== 0, found: 'the answer' },
        { what: 'faithfulness at least 0.5', met: index % 13 !== 0, found: '0.4', scorerId: 'faithfulness' },
      ],
    })),
  }
}

const named = (run: EvaluationRun, variant: string): EvaluationRun => ({
  ...run,
  header: { ...run.header, variant },
})

const before = withDetails(randomRun({ items: 18, seed: 3, quality: 0.1 }))
const after = withDetails(randomRun({ items: 18, seed: 5 }))
const better = withDetails(randomRun({ items: 18, seed: 8, quality: 0.25 }))
const repeated = randomRun({ items: 6, seed: 2, repeats: 3 })
const [earlier, later] = [world({ items: 60, seed: 7 }), world({ items: 60, seed: 8 })]
const [labelledBefore, labelledAfter] = [runOfWorld(earlier, 'a'), runOfWorld(later, 'b')]
const lines = [...labelsOf(earlier, labelledBefore, 40), ...labelsOf(later, labelledAfter, 40)]
const gates = {
  'answer-relevancy': 0.8,
  failed: 0.1,
  unmet: 0.01,
}

export interface GoldenReport {
  readonly name: string
  readonly runs: readonly FinishedRun[]
  readonly by?: readonly (readonly string[])[]
  readonly passAt?: PassAt
  readonly acrossJudges?: boolean
  readonly details?: boolean
}

/** What every format is kept of. */
export const goldenReports: readonly GoldenReport[] = [
  { name: 'run', runs: [{ run: after }] },
  { name: 'gates', runs: [{ run: after, gates }], details: true },
  {
    name: 'comparison',
    runs: [
      {
        run: after,
        baseline: before,
        isGate: true,
        gates,
      },
    ],
  },
  {
    name: 'other-judge',
    runs: [
      {
        run: {
          ...after,
          header: {
            ...after.header,
            scorers: after.header.scorers.map((scorer) => ({
              ...scorer,
              judge: 'embedded',
              basis: { judge: 'embedded', options: {} },
            })),
          },
        },
        baseline: before,
        remedy: 'verdict rescore before.jsonl',
      },
    ],
  },
  { name: 'groups', runs: [{ run: after, baseline: before }], by: [['language'], ['language', 'topic']] },
  { name: 'repeats', runs: [{ run: repeated }], passAt: { 'answer-relevancy': 0.8 } },
  {
    name: 'people',
    runs: [{ run: labelledAfter, baseline: labelledBefore, people: estimatePeople(lines) }],
    details: true,
  },
  {
    name: 'variants',
    runs: [named(before, 'today'), named(after, 'shorter'), named(better, 'larger model')].map((run) => ({
      ...{ run, gates },
    })),
    by: [['language']],
  },
  {
    name: 'variants-people',
    runs: [named(labelledBefore, 'today'), named(labelledAfter, 'shorter')].map((run) => ({
      run,
      people: estimatePeople(lines),
    })),
  },
  { name: 'empty', runs: [{ run: { ...after, items: [] } }] },
  {
    name: 'stopped',
    runs: [
      {
        run: {
          ...after,
          items: after.items.slice(0, 7),
          end: { kind: 'end', at: '2026-05-12T09:40:00.000Z', status: 'budget', reason: '1 dollar is spent' },
        },
      },
    ],
  },
]
