import { expect, it } from 'vitest'
import { EventMaker } from '../../../../src/features/monitor/alarms/event-maker.ts'
import { Stream } from '../../../../src/features/monitor/streams/stream.ts'

it('an interval holds its estimate, though threads are observed later than their scores were', () => {
  const stream = new Stream({
    key: { scorerId: 'quality', of: 'scores' },
    watch: { low: 0, high: 1, direction: 'drop', reference: { mean: 0.5 } },
    conversations: {},
  })
  const options = { name: 'default', by: [], lateInMs: 1000 }
  const maker = new EventMaker({ options, rows: undefined as never, onWarning: () => {} })
  const at = (index: number, minute: number) => ({ index, time: minute * 60_000 })
  // By their places they are in order; by their times they are not.
  const since = { low: at(1, 5), estimate: at(2, 30), high: at(3, 10), level: 0.95, mean: 0.5, weight: 3 }
  const { since: said, sentence } = maker.recovery({
    stream,
    told: {
      kind: 'recovery',
      at: at(4, 31),
      since,
      interval: { low: 0.4, high: 0.6, level: 0.95 },
      limit: 0.48,
    },
  })
  expect(said).toEqual({
    low: '1970-01-01T00:05:00.000Z',
    estimate: '1970-01-01T00:30:00.000Z',
    high: '1970-01-01T00:30:00.000Z',
    level: 0.95,
  })
  expect(sentence).toBe(
    'quality: likely back since about 1970-01-01 00:30 UTC, at about 0.500 (0.400 to 0.600 with 95 %), which includes the limit of 0.480.',
  )
})
