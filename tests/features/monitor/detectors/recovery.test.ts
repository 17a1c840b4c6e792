import { expect, test } from 'vitest'
import { shares } from '../../../../src/features/monitor/detectors/gamblers.ts'
import {
  type Alarm,
  createStreamWatch,
  type Recovery,
  StreamWatch,
} from '../../../../src/features/monitor/detectors/stream-watch.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

const threshold = 40

/** What a bet on each of these makes of 1, for each share, by the stakes of those bets. */
const product = (payoffs: readonly number[], stake: (payoff: number, at: number) => number) =>
  payoffs.reduce((made, payoff, at) => made * (1 + stake(payoff, at)), 1)

/**
 * The recovery from an alarm about values from 0 to 1 of which the mean fell, anew from all of them at each one.
 *
 * @param values Since the alarm.
 */
function slowRecovery({ since, at, limit }: Alarm, values: readonly number[], allowed: number) {
  const observed = at.index - since.estimate.index + 1
  // Before each value: half of the way from where the mean is, by up to 200 of those before it, to the limit.
  const halves = values.map((_, place) => {
    const known = values.slice(0, Math.min(place, 200))
    const mean = (observed * since.mean + known.reduce((sum, of) => sum + of, 0)) / (observed + known.length)
    return (limit + Math.min(limit, mean)) / 2
  })
  const [first = Number.NaN] = halves
  for (let count = 1; count <= values.length; count++) {
    const won = values.slice(0, count).map((value, place) => value - (halves[place] as number))
    const starts = [...won.keys()]
    const stakeAt = (share: number, place: number) => Math.min(share / first, 0.9 / (halves[place] as number))
    const evidence = shares.map((share) =>
      starts.reduce(
        (sum, start) => sum + product(won.slice(start), (of, place) => of * stakeAt(share, start + place)),
        0,
      ),
    )
    if (evidence.reduce((sum, of) => sum + of, 0) / shares.length < threshold) continue
    const held = starts.map((start) =>
      shares.reduce(
        (sum, share) =>
          sum + product(won.slice(start), (of, place) => (of * share) / (halves[start + place] as number)),
        0,
      ),
    )
    const meanFrom = (start: number) =>
      values.slice(start, count).reduce((sum, of) => sum + of, 0) / (count - start)
    const total = held.reduce((sum, of) => sum + of, 0)
    const mean = held.reduce((sum, of, start) => sum + (of / total) * meanFrom(start), 0)
    const start = held.indexOf(Math.max(...held))
    const error = Math.sqrt((mean * (1 - mean)) / (count - start))
    if (mean + (allowed > 0 ? error / 2 : error) >= limit) return { count, start, mean }
  }
  return undefined
}

test('a recovery is the one that is found anew from all values since the alarm', () => {
  let [recovered, stayed] = [0, 0]
  for (let seed = 1; seed <= 60; seed++) {
    const allowed = seed % 2 === 0 ? 0 : 0.1
    let watch = createStreamWatch({
      ...({ low: 0, high: 1, direction: 'drop', reference: { mean: 0.7 }, allowed } as const),
      ...{ averageRunLength: threshold, recoveryRunLength: threshold },
    })
    const random = seededRandom(seed)
    const next = (mean: number) => Math.round(4 * random() ** ((1 - mean) / mean)) / 4
    const add = (value: number): Alarm | Recovery | undefined => watch.add({ value, time: 0 })
    let alarm = add(next(0.3))
    while (alarm?.kind !== 'alarm') alarm = add(next(0.3))
    const low = seed % 3 === 0 ? 60 : seed % 40
    // Starts of more values would be put together.
    const values = Array.from({ length: 60 }, (_, place) => next(place < low ? 0.3 : 0.8))
    const expected = slowRecovery(alarm, values, allowed)
    const place = values.findIndex((value) => {
      const told = add(value)
      watch = new StreamWatch(JSON.parse(JSON.stringify(watch.state())))
      if (told?.kind !== 'recovery') return false
      expect(told.since.mean).toBeCloseTo(expected?.mean as number, 9)
      expect(told.since.estimate.index).toBe((alarm as Alarm).at.index + (expected?.start as number) + 1)
      return true
    })
    expect(place + 1).toBe(expected?.count ?? 0)
    if (expected) recovered += 1
    else stayed += 1
  }
  expect(Math.min(recovered, stayed)).toBeGreaterThan(5)
})

test('what stays as bad is told to be back in at most 1 of 50 episodes', () => {
  const random = seededRandom(26)
  let wrong = 0
  for (let episode = 0; episode < 100; episode++) {
    const watch = createStreamWatch({
      ...({ low: 0, high: 1, direction: 'drop', reference: { mean: 0.8 }, allowed: 0.02 } as const),
    })
    const next = () => watch.add({ value: random() < 0.75 ? 1 : 0, time: 0 })
    while (!watch.alarmedAt) next()
    for (let more = 0; more < 2000 && watch.alarmedAt; more++) next()
    if (!watch.alarmedAt) wrong += 1
  }
  expect(wrong).toBeLessThanOrEqual(2)
})
