import { expect, it } from 'vitest'
import { comparePairs } from '../../../src/evaluation.ts'
import { pairsReport } from '../../../src/features/pairs/report/reports.ts'
import { pairJudge, runOf } from './pairs.ts'

const byLength = pairJudge(({ first, second }) =>
  first.length === second.length ? 'neither' : first.length > second.length ? 'first' : 'second',
)

async function reportOf(before: (index: number) => string, after: (index: number) => string) {
  const answers = (of: (index: number) => string) => Array.from({ length: 12 }, (_, index) => of(index))
  const [baseline, candidate] = [await runOf(answers(before), 'before'), await runOf(answers(after), 'after')]
  const comparisons = await comparePairs([baseline, candidate], { model: byLength, resamples: 1000 })
  const names = { [baseline.header.id]: 'before', [candidate.header.id]: 'after' }
  return pairsReport.markdown({ material: { comparisons, names }, gates: [] })
}

it('no gain when twice as long is shown where every pair has the same result, and why', async () => {
  const report = await reportOf(
    (index) => 'Yes, you can. '.repeat(9 + (index % 3)),
    (index) => `No ${index}.`,
  )
  expect(report).toContain('No gain when twice as long can be estimated: all pairs have the same result.')
  const [, ...cells] = report.split('\n').filter((line) => line.includes('| 0 |'))
  expect(report).toMatch(/Gain when twice as long \|\n.*\n.*\| – \|$/m)
  expect(cells.join()).not.toContain('0.000')
})

it('no win rate is shown twice where all answers are alike in length', async () => {
  const report = await reportOf(
    (index) => `You can return it within ${index + 10} days.`,
    (index) => `You can return it within ${index + 10} days${index % 3 === 0 ? '!!' : '!'}.`,
  )
  expect(report).toContain('Win rate')
  expect(report).not.toContain('Effect of length')
})

it('takes what comparePairs returns, in each format', async () => {
  const answers = (text: string) => Array.from({ length: 6 }, (_, index) => `${text} ${index}.`)
  const runs = [await runOf(answers('Yes'), 'before'), await runOf(answers('Yes, surely'), 'after')]
  const comparisons = await comparePairs(runs, { model: byLength, resamples: 1000 })
  const names = Object.fromEntries(runs.map(({ header: { id, name } }) => [id, name]))
  const found = { material: { comparisons, names }, gates: [] }
  for (const format of ['terminal', 'markdown', 'html', 'json'] as const)
    expect(pairsReport[format](comparisons)).toBe(pairsReport[format](found))
})

it('names the runs that comparePairs was given, and tells those of one name apart by their time', async () => {
  const run = await runOf(['Yes.', 'No.'], 'data')
  const later = (id: string, header: object) => ({ ...run, header: { ...run.header, id, ...header } })
  const headline = async (other: typeof run) =>
    pairsReport.terminal(await comparePairs([run, other], { model: byLength, resamples: 1000 }), {
      width: 400,
    })
  expect(await headline(later('b', { variant: 'short' }))).toContain('between data and short')
  const startedAt = '2026-05-01T09:30:00.000Z'
  expect(await headline(later('b', { startedAt }))).toMatch(
    /between data \(20[^)]*\) and data \(2026-05-01 09:30:00 UTC\)/,
  )
})
