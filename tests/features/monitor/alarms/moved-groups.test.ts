import { expect, test } from 'vitest'
import { groupMoves } from '../../../../src/features/monitor/alarms/moved-groups.ts'
import type { ScoreRow } from '../../../../src/features/monitor/source/score-row.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { studentQuantile } from '../../../../src/statistics/distributions.ts'

const looked = { fields: ['agent'], direction: 'drop', threshold: 50_000 } as const

let ids = 0
const scored = (agentId: string, score: number, threadId?: string) =>
  ({ id: `${++ids}`, agentId, score, threadId }) as ScoreRow

const evenly = (agent: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => scored(agent, from + (index % 5) / 10))

const movedOf = (
  before: readonly ScoreRow[],
  after: readonly ScoreRow[],
  options: Parameters<typeof groupMoves>[2] = looked,
) =>
  groupMoves(before, after, options)
    .filter(({ moved }) => moved)
    .map(({ value }) => value)

test('a group that fell is named, and others beside it are not', () => {
  const before = ['a', 'b', 'c'].flatMap((agent) => evenly(agent, 0.5, 100))
  const after = [...evenly('a', 0.2, 30), ...evenly('b', 0.5, 30), ...evenly('c', 0.5, 30)]
  expect(movedOf(before, after)).toEqual(['a'])
})

test('what falls everywhere by as much as chance can choose is in no group', () => {
  const before = ['a', 'b'].flatMap((agent) => evenly(agent, 0.5, 100))
  const after = ['a', 'b'].flatMap((agent) => evenly(agent, 0.42, 40))
  expect(movedOf(before, after)).toEqual([])
  // Far more than that it is in both.
  expect(
    movedOf(
      before,
      ['a', 'b'].flatMap((agent) => evenly(agent, 0.2, 40)),
    ),
  ).toEqual(['a', 'b'])
})

test('ten scores of one thread are one observation', () => {
  const before = ['a', 'b'].flatMap((agent) => evenly(agent, 0.5, 200))
  const low = (threads: number) =>
    Array.from({ length: 100 }, (_, index) =>
      scored('a', 0.2 + (index % 5) / 50, `thread ${index % threads}`),
    )
  expect(movedOf(before, [...low(2), ...evenly('b', 0.5, 50)])).toEqual([])
  expect(movedOf(before, [...low(50), ...evenly('b', 0.5, 50)])).toEqual(['a'])
})

test('fewer than twenty observations since the change say nothing', () => {
  const before = ['a', 'b'].flatMap((agent) => evenly(agent, 0.5, 100))
  const since = (count: number) => movedOf(before, [...evenly('a', 0, count), ...evenly('b', 0.5, 50)])
  expect([since(19), since(20)]).toEqual([[], ['a']])
})

test('a thread that began before the change says nothing of what came after', () => {
  const before = ['a', 'b'].flatMap((agent) =>
    Array.from({ length: 50 }, (_, at) => scored(agent, (at % 5) / 5, `${agent} ${at}`)),
  )
  const after = Array.from({ length: 50 }, (_, at) => scored('a', 0, `a ${at}`))
  expect(groupMoves(before, [...after, ...evenly('b', 0.2, 50)], looked).map(({ value }) => value)).toEqual([
    'b',
  ])
})

test('a group that rose is not where a drop is, and one that was not there before is held against all', () => {
  const before = evenly('a', 0.3, 100)
  expect(movedOf(before, [...evenly('a', 0.3, 50), ...evenly('b', 0.6, 50)])).toEqual([])
  const groups = groupMoves(before, [...evenly('a', 0.3, 50), ...evenly('b', 0, 50)], looked)
  expect(groups[0]).toMatchObject({
    value: 'b',
    before: undefined,
    moved: true,
    difference: expect.closeTo(-0.3, 10),
  })
})

test('is Student’s test of two changes, computed anew', () => {
  const random = seededRandom(1)
  for (let run = 0; run < 50; run++) {
    const draw = (agent: string, count: number, less = 0) =>
      Array.from({ length: count }, () => scored(agent, random() - less))
    const [a, b, a2, b2] = [draw('a', 40), draw('b', 60), draw('a', 20, 0.4), draw('b', 30)]
    const parts = [
      [a, a2],
      [b, b2],
    ].map((sides) => {
      const values = sides.map((rows) => rows.map(({ score }) => score))
      const means = values.map((of) => of.reduce((sum, value) => sum + value) / of.length)
      const squares = values.flatMap((of, side) => of.map((value) => (value - (means[side] as number)) ** 2))
      const freedom = squares.length - 2
      const variance = squares.reduce((sum, value) => sum + value) / freedom
      const error = variance * values.reduce((sum, of) => sum + 1 / of.length, 0)
      return { change: (means[1] as number) - (means[0] as number), error, freedom }
    }) as [Part, Part]
    type Part = { change: number; error: number; freedom: number }
    const error = parts[0].error + parts[1].error
    const freedom =
      error ** 2 / (parts[0].error ** 2 / parts[0].freedom + parts[1].error ** 2 / parts[1].freedom)
    const statistic = (parts[1].change - parts[0].change) / Math.sqrt(error)
    const alone = -parts[0].change / Math.sqrt(parts[0].error)
    const isMoved =
      statistic > studentQuantile(1 - 0.035 / 2, freedom) ||
      alone > studentQuantile(1 - 0.01 / 2 / 50_000, parts[0].freedom)
    expect(movedOf([...a, ...b], [...a2, ...b2])).toEqual(isMoved ? ['a'] : [])
  }
})
