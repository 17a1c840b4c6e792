/** What a score costs: processor time, and the size of the state. */

import { createStreamWatch } from '../../src/features/monitor/detectors/stream-watch.ts'
import { createConversations } from '../../src/features/monitor/streams/conversations.ts'
import { createConfidenceSequence } from '../../src/statistics/confidence-sequence.ts'
import { uniform } from '../simulate-scores.ts'
import { kinds } from './streams.ts'

const scores = 1_000_000

export function speed(): void {
  console.log(`\n${scores} scores: conversations, watch and confidence sequence of 200 steps`)
  const [, ordinal] = kinds
  if (!ordinal) throw new Error('there are no scores')
  for (const streams of [1, 100])
    for (const observations of [0, 1000]) {
      const random = uniform(1)
      const values = Float64Array.from({ length: scores }, () => ordinal.draw(0, random))
      const all = Array.from({ length: streams }, () => ({
        watch: createStreamWatch({
          low: 0,
          high: 1,
          direction: 'drop',
          reference: observations > 0 ? { observations } : { mean: ordinal.mean },
          allowed: 0.05,
        }),
        sequence: createConfidenceSequence({ low: 0, high: 1, steps: 200 }),
        conversations: createConversations(),
      }))
      const start = process.cpuUsage()
      for (const [time, score] of values.entries()) {
        const { watch, sequence, conversations } = all[time % streams] as (typeof all)[number]
        for (const observation of conversations.add({ value: score, time })) {
          watch.add(observation)
          sequence.add(observation.value)
        }
      }
      const { user, system } = process.cpuUsage(start)
      const sizes = all.map(({ watch, sequence }) => JSON.stringify([watch.state(), sequence.state()]).length)
      console.log(
        `${streams} streams, reference ${observations > 0 ? `learned from ${observations}` : 'stated'}: ` +
          `${((user + system) / scores).toFixed(2)} µs a score; state ${Math.round(Math.max(...sizes) / 1000)} kB a stream`,
      )
    }
}
