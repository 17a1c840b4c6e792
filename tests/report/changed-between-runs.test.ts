import { expect, it } from 'vitest'
import { compareRuns } from '../../src/evaluation.ts'
import { changesSentence } from '../../src/report/run/changed-between-runs.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { makeRun, scorer } from '../evaluation/support/runs.ts'
import { materialOf } from './material-of.ts'

const judgedBy = (judges: Readonly<Record<string, string>>, options = {}): EvaluationRun =>
  makeRun(
    ['a', 'b'].map((id) => ({
      id,
      outcomes: Object.fromEntries(Object.keys(judges).map((one) => [one, 0.5])),
    })),
    Object.entries(judges).map(([id, judge]) =>
      scorer(id, { version: `${judge} ${JSON.stringify(options)}`, basis: { judge, options } }),
    ),
  )
const told = (before: EvaluationRun, after: EvaluationRun) =>
  changesSentence({ ...materialOf(after, before), comparisons: compareRuns(before, after) })

it('another judge is told once, and what else differs in scoring as well', () => {
  const one = judgedBy({ tone: 'a', bias: 'a' })
  expect(told(one, judgedBy({ tone: 'b', bias: 'b' }))).toMatch(/^Changed: judge \(a → b\)\. The same: /)
  expect(told(one, judgedBy({ tone: 'b', bias: 'b' }, { scale: '10' }))).toMatch(
    /^Changed: judge \(a → b\)\. In scoring: the options of the scorer differ \(scale: none → scale: 10\)\. /,
  )
})

it('of several judges, the report says which of them scored otherwise', () => {
  expect(told(judgedBy({ tone: 'a', bias: 'a' }), judgedBy({ tone: 'a', bias: 'b' }))).toMatch(
    /^Changed: judge \(a → a, b\)\. In scoring: the judge differs \(a → b\)\. /,
  )
})

it('two runs with uncommitted changes to one commit are not told as of the same code', () => {
  const run = judgedBy({ tone: 'a' })
  const at = (commit: string) => ({ ...run, header: { ...run.header, commit } })
  expect(told(at('09d446'), at('09d446'))).toContain('The same: commit, ')
  const uncommitted = told(at('09d446-dirty'), at('09d446-dirty'))
  expect(uncommitted).not.toContain('The same: commit')
  expect(uncommitted).toMatch(/ Both ran with uncommitted changes to 09d446, which may differ\.$/)
})
