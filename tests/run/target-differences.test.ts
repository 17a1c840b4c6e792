import { expect, it } from 'vitest'
import { listTargetDifferences } from '../../src/run/target-differences.ts'

const agent = (instructionsText: string) => ({
  ...({ kind: 'agent', id: 'support', instructionsText } as const),
  instructions: instructionsText,
})

it.each([
  ['Today is Sunday, November 29, 2026.', 'Today is Monday, November 30, 2026.'],
  [`It is ${new Date(0)}.`, `It is ${new Date(1e12)}.`],
  [`It is ${new Date(0).toISOString()}.`, `It is ${new Date(1e12).toISOString()}.`],
  ['Started at 1764400000000.', 'Started at 1764500000000.'],
  ['29.11.2026, 8:05 pm', '1.12.2026, 10:15 am'],
])('instructions with another date or time do not differ: %s', (one, other) => {
  expect(listTargetDifferences(agent(one), agent(other))).toEqual([])
})

it.each([
  ['Answer in 3 sentences.', 'Answer in 5 sentences.'],
  ['Refund within 14 days.', 'Refund within 30 days.'],
  ['You may refuse.', 'You can refuse.'],
  ['Ask for the money.', 'Ask for the month.'],
])('other words and numbers do: %s', (one, other) => {
  expect(listTargetDifferences(agent(one), agent(other))).toEqual(['instructions of the agent'])
})

it('what an older run did not record does not differ', () => {
  const older = { kind: 'agent', id: 'support' } as const
  expect(listTargetDifferences(older, { ...agent('Be brief.'), options: 'a1' })).toEqual([])
  expect(listTargetDifferences(older, { ...older, model: 'openai/gpt-5-mini' })).toEqual(['target'])
})
