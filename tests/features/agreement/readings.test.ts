import { expect, it } from 'vitest'
import { measureAgreement } from '../../../src/features/agreement/index.ts'
import { agreementReport } from '../../../src/report.ts'
import { bracketJudge, quick, relevancy, rows } from './support.ts'

it('says of a judge that gives shares which reading agrees better with people, and how to switch', async () => {
  const data = rows(
    ['yes', '[yes 0.9]', 20],
    ['yes', '[unsure 0.7]', 10],
    ['no', '[unsure 0.4]', 10],
    ['no', '[no 0.2]', 20],
    ['no', '[yes 0.5]', 5],
  )
  for (const weighting of ['verdict', 'share'] as const) {
    const scorer = relevancy(bracketJudge({ weighting }))
    const { readings, ...result } = await measureAgreement({ ...quick, scorer, data })
    expect(readings).toMatchObject({ rows: 65, better: 'share', ranking: { figure: 'areaUnderCurve' } })
    expect(readings?.ranking.share).toMatchObject({ value: 1 })
    const text = agreementReport.terminal({ ...result, readings }, { details: true }).replace(/\s+/g, ' ')
    expect(text).toMatch(
      /The share agrees better with the labels, over 65 rows: area under the curve 0\.\d+ by verdict, 1\.000/,
    )
    expect(text.includes("weighting: 'share'")).toBe(weighting === 'verdict')
  }
})

it('says nothing of readings where the judge gives no shares', async () => {
  const data = rows(['yes', '[yes]', 10], ['no', '[no]', 10])
  expect((await measureAgreement({ ...quick, scorer: relevancy(), data })).readings).toBeUndefined()
})
