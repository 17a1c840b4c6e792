import { describe, expect, it } from 'vitest'
import { pageData } from '../../src/report/html/page-data.ts'
import { shownItems } from '../../src/report/run/limit-items.ts'
import { runReport } from '../../src/report.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const run = randomRun({ items: 400, repeats: 2 })
const chosen = (most: number, linked: readonly string[] = []) => [...(shownItems([run], linked, most) ?? [])]

describe('the items on a page', () => {
  it('are all, where there is room for them', () => {
    expect(shownItems([run], [], 800)).toBeUndefined()
  })

  it.each([2, 10, 99, 500, 799])('are no more than there is room for: %i answers', (most) => {
    expect(chosen(most).length).toBe(Math.floor(most / 2))
  })

  it('are those that the page links to, before all others', () => {
    expect(chosen(40, ['of the comparison'])).toContain('of the comparison')
    const failed = run.items.find(({ failure }) => failure !== undefined)
    expect(failed).toBeDefined()
    expect(chosen(60)).toContain(failed?.itemId)
  })

  it('are the worst by every scorer, and others from all parts of the dataset', () => {
    const ids = new Set(chosen(200))
    for (const { id, lowerIsBetter } of run.header.scorers) {
      const scores = run.items.flatMap(({ itemId, scores: { [id]: one } }) =>
        one?.outcome === 'scored' ? [{ itemId, score: lowerIsBetter ? one.score : -one.score }] : [],
      )
      const [worst] = scores.toSorted((one, other) => other.score - one.score)
      expect(ids.has(worst?.itemId ?? '')).toBe(true)
    }
    const places = [...new Set(run.items.map(({ itemId }) => itemId))].map((id) => ids.has(id))
    for (let start = 0; start < 400; start += 100) expect(places.slice(start, start + 100)).toContain(true)
  })
})

it('a page says how many answers it leaves out, and its numbers are over all of them', async () => {
  const large = randomRun({ items: 10_050 })
  const data = pageData('alone', [{ label: '', run: large }])
  expect([data.items.length, data.answersLeftOut]).toEqual([1_500, 8_550])
  expect(pageData('alone', [{ label: '', run }]).answersLeftOut).toBe(0)
  const page = await runReport.html(materialOf(large))
  expect(page).toContain('8,550 answers are not on this page, only in the run file')
  expect(await runReport.html(materialOf(run))).not.toContain('not on this page, only')
})

it('JUnit of many answers has all that failed, and says how many answers it lists', async () => {
  const large = randomRun({ items: 10_050 })
  const xml = await runReport.junit(materialOf(large))
  const id = large.header.scorers[0]?.id ?? ''
  const failed = large.items.filter(
    ({ scores }) => scores[id] === undefined || scores[id].outcome === 'failed',
  )
  expect(failed.length).toBeGreaterThan(50)
  const cases = xml.split('<testcase ').filter((part) => part.startsWith(`classname="${id}"`))
  expect(cases.length).toBe(10_000)
  expect(cases.filter((part) => part.includes('<error')).length).toBe(failed.length)
  expect(xml).toContain('<property name="answers" value="10050"/>')
  expect(xml).toContain('<property name="answers listed" value="10000"/>')
  expect(await runReport.junit(materialOf(run))).not.toContain('answers listed')
})

it.each([
  [1, 68_000, 20_000],
  [60, 900_000, 20_000],
  [1_600, 40_000, 4_000],
])(
  'a page of %i answers of %i characters cuts them with a word, and stays below 50 MB',
  async (items, long, shown) => {
    const whole = randomRun({ items })
    const answer = '<b>é</b> '.repeat(long / 9 + 1).slice(0, long)
    const run = {
      ...whole,
      items: whole.items.map((item) => ({
        ...item,
        failure: undefined,
        answer: `${item.itemId}${answer}`.slice(0, long),
      })),
    }
    const page = await runReport.html(materialOf(run))
    expect(Buffer.byteLength(page)).toBeLessThan(50_000_000)
    const left = (long - shown).toLocaleString('en')
    expect(page).toContain(`… ${left} more characters, in the run file`)
  },
)
