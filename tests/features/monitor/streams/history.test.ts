import { expect, it } from 'vitest'
import { History } from '../../../../src/features/monitor/streams/history.ts'

it('counts every observation in at most 160 points, however often points are merged', () => {
  let history = new History()
  for (let count = 1; count <= 2000; count += 1) {
    history.add(count, 1000 + count)
    const { points } = history
    expect(points.length).toBeLessThanOrEqual(160)
    expect(points.reduce((sum, point) => sum + point.count, 0)).toBe(count)
    expect(points.reduce((sum, point) => sum + point.sum, 0)).toBe((count * (count + 1)) / 2)
    expect([points[0]?.from, points.at(-1)?.to]).toEqual([1001, 1000 + count])
    // As after a restart.
    if (count % 97 === 0) history = new History(history.state())
  }
})

it('ends points at times without scores, however late those come, and stays as short', () => {
  const hour = 60
  // Twelve hours of scores a day, one a minute.
  let history = new History()
  let time = 0
  for (let day = 0; day < 20; day += 1)
    for (let count = 0; count < 12 * hour; count += 1) {
      time = day * 24 * hour + count
      history.add(1, time)
      if (count === 100) history = new History(history.state())
    }
  const { points } = history
  expect(points.length).toBeLessThanOrEqual(160)
  expect(points.length).toBeGreaterThan(40)
  expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(20 * 12 * hour)
  for (const { from, to } of points) expect(to - from).toBeLessThan(12 * hour)
})

it('joins points where each is apart from the next', () => {
  const history = new History()
  for (let count = 0; count < 5000; count += 1)
    history.add(1, 2 ** Math.floor(count / 100) + (count % 100) / 1000)
  expect(history.points.length).toBeLessThanOrEqual(160)
  expect(history.points.length).toBeGreaterThan(20)
})
