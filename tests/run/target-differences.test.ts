import { expect, it } from 'vitest'
import { listTargetDifferences } from '../../src/run/target-differences.ts'
import { hashWithoutTimes } from '../../src/run/to-json.ts'

const agent = (instructions: string) =>
  ({ kind: 'agent', id: 'support', instructions: hashWithoutTimes(instructions) }) as const

it.each([
  ['Today is Sunday, November 29, 2026.', 'Today is Monday, November 30, 2026.'],
  [`It is ${new Date(0).toISOString()}.`, `It is ${new Date(1e12).toISOString()}.`],
  ['Started at 1764400000000.', 'Started at 1764500000000.'],
  ['Today is 29.11.2026, 8:05 pm.', 'Today is 1.12.2026, 10:15 am.'],
  ['The time is 10:15.', 'The time is 11:45.'],
])('instructions with another date or time do not differ: %s', (one, other) => {
  expect(listTargetDifferences(agent(one), agent(other))).toEqual([])
})

it.each([
  ['Answer in 3 sentences.', 'Answer in 5 sentences.'],
  ['You may refuse.', 'You can refuse.'],
  ['Ask for the money.', 'Ask for the month.'],
  ['We are open from 9:00 to 17:00.', 'We are open from 8:00 to 20:00.'],
  ['Use API 1.2.3.', 'Use API 2.0.0.'],
  ['Call 5551234567.', 'Call 5557654321.'],
])('other words and numbers do: %s', (one, other) => {
  expect(listTargetDifferences(agent(one), agent(other))).toEqual(['instructions of the agent'])
})

it('what an older run did not record does not differ, nor do texts that it hashed with their times', () => {
  const older = { kind: 'agent', id: 'support' } as const
  expect(listTargetDifferences(older, { ...agent('Be brief.'), options: 'a1' })).toEqual([])
  expect(listTargetDifferences(older, { ...older, model: 'openai/gpt-5-mini' })).toEqual(['target'])
  const text = (day: number) => ({ instructionsText: `It is 2026-11-${day}.` })
  const hashed = { ...older, instructions: 'with its time', ...text(28) }
  expect(listTargetDifferences(hashed, { ...agent('It is 2026-11-29.'), ...text(29) })).toEqual([])
})
