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
