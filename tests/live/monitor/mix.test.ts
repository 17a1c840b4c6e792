import { expect, test } from 'vitest'
import { mixChange } from '../../../src/live/monitor/alarms/mix.ts'
import type { ScoreRow } from '../../../src/live/monitor/source/score-row.ts'
import { seededRandom } from '../../../src/shared/random.ts'

const random = seededRandom(45)
/** Scores of easy and of hard topics, which are 0.9 and 0.5 on average. */
const rows = (count: number, hard: number, lost = 0): ScoreRow[] =>
  Array.from({ length: count }, (_, at) => {
    const topic = random() < hard ? 'hard' : 'easy'
    const score = random() < (topic === 'hard' ? 0.5 : 0.9) - lost ? 1 : 0
    return { id: `${at}`, agentId: 'a', score, metadata: { topic } } as unknown as ScoreRow
  })
const looked = { fields: ['metadata.topic', 'agent'], allowed: 0.02 }

test('more hard questions are told as that', () => {
  expect(mixChange(rows(2000, 0.2), rows(1000, 0.6), looked)).toMatchObject({
    ...{ field: 'metadata.topic', value: expect.stringMatching(/hard|easy/) },
    after: expect.closeTo(0.6, 1),
  })
})

test('worse answers are not, also beside some more hard questions', () => {
  expect(mixChange(rows(2000, 0.2), rows(1000, 0.2, 0.2), looked)).toBeUndefined()
  expect(mixChange(rows(2000, 0.2), rows(1000, 0.4, 0.2), looked)).toBeUndefined()
})

test('a topic that was not there before explains nothing', () => {
  const before = rows(2000, 0)
  expect(mixChange(before, rows(1000, 0.6), looked)).toBeUndefined()
})
