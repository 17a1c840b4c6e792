import { describe, expect, it } from 'vitest'
import { hashInstructions, listTargetDifferences } from '../../src/run/target-differences.ts'

type Instructions = Parameters<typeof hashInstructions>[0]

const agent = (instructions: Instructions) =>
  ({ kind: 'agent', id: 'support', instructions: hashInstructions(instructions) }) as const

it.each([
  ['Today is Sunday, November 29, 2026.', 'Today is Monday, November 30, 2026.'],
  [`It is ${new Date(0).toISOString()}.`, `It is ${new Date(1e12).toISOString()}.`],
  [`It is ${new Date(0)}.`, `It is ${new Date(1e12)}.`],
  ['Started at 1764400000000.', 'Started at 1764500000000.'],
  ['Today is 29.11.2026, 8:05 pm.', 'Today is 1.12.2026, 10:15 am.'],
  ['The time is 10:15.', 'The time is 11:45.'],
  ['It is 29 November 2026 at 10:15.', 'It is 1 December 2026 at 9:05.'],
  ['Date: 29/11/26', 'Date: 1/12/26'],
  ['Date: 11/29/26, 10:15 AM', 'Date: 12/1/26, 9:05 PM'],
  ['November 29th, 2026', 'December 1st, 2026'],
  ['29-Nov-2026', '01-Dec-2026'],
  ['Sunday the 29th of November, 2026', 'Tuesday the 1st of December, 2026'],
  ['Nous sommes le 1er décembre 2026.', 'Nous sommes le 29 novembre 2026.'],
  ['Hoje é segunda-feira, 30 de novembro.', 'Hoje é terça-feira, 1 de dezembro.'],
  ['Heute: So., 29.11.26 um 10:15 Uhr', 'Heute: Di., 01.12.26 um 9:05 Uhr'],
  ['今日は2026年11月29日(日) 10時15分です。', '今日は2026年12月1日(火) 9時05分です。'],
  // A line break before the date is an escape in JSON.
  ['Today:\nNovember 29', 'Today:\nDecember 1'],
])('instructions with another date or time do not differ: %s', (one, other) => {
  expect(listTargetDifferences(agent(one), agent(other))).toEqual([])
})

const locales = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt-BR', 'pt-PT', 'nl', 'ja', 'zh-CN', 'zh-TW']
const styles = ['full', 'long', 'medium', 'short'] as const

describe.each(locales)('instructions in %s', (locale) => {
  it.each(styles)('do not differ in dates and times that Intl writes, %s', (dateStyle) => {
    for (const timeStyle of [undefined, 'medium', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle, timeZone: 'UTC' })
      const [first, ...others] = Array.from({ length: 12 }, (_, month) =>
        agent(`Today: ${format.format(Date.UTC(2026, month, 28 - 2 * month, 10 + month, 15 + month))}`),
      )
      for (const other of others) expect(first).toEqual(other)
    }
  })
})

it.each([
  ['Answer in 3 sentences.', 'Answer in 5 sentences.'],
  ['Answer within 10 days.', 'Answer within 20 days.'],
  ['You may refuse.', 'You can refuse.'],
  ['Returns after 10 may be refused.', 'Returns after 20 may be refused.'],
  ['Ask for the money.', 'Ask for the month.'],
  ['We are open from 9:00 to 17:00.', 'We are open from 8:00 to 20:00.'],
  ['Use API 1.2.3.', 'Use API 2.0.0.'],
  ['Use API 1.2.10.', 'Use API 1.3.10.'],
  ['Call 10.11.12.13.', 'Call 10.11.12.14.'],
  ['Call 5551234567.', 'Call 5557654321.'],
  ['Add 1/2 cup.', 'Add 1/3 cup.'],
  ['8 out of 10 pass.', '9 out of 10 pass.'],
  ['Set 5 limits.', 'Set 6 limits.'],
  ['每周一次', '每周三次'],
  ['The 2026 edition.', 'The 2027 edition.'],
])('other words and numbers do: %s', (one, other) => {
  expect(listTargetDifferences(agent(one), agent(other))).toEqual(['instructions of the agent'])
})

it('of messages, only who says what counts', () => {
  const message = (content: string, id: string, createdAt: Date) => [
    { role: 'system', content, id, createdAt } as { role: 'system'; content: string },
  ]
  const before = agent(message('Be brief. Today is 1 May 2026.', 'one', new Date(0)))
  expect(agent(message('Be brief. Today is 2 May 2026.', 'two', new Date(1e12)))).toEqual(before)
  expect(agent(message('Be kind. Today is 1 May 2026.', 'one', new Date(0)))).not.toEqual(before)
})

it('what an older run did not record does not differ, nor do texts that it hashed with their times', () => {
  const older = { kind: 'agent', id: 'support' } as const
  expect(listTargetDifferences(older, { ...agent('Be brief.'), options: 'a1' })).toEqual([])
  expect(listTargetDifferences(older, { ...older, model: 'openai/gpt-5-mini' })).toEqual(['target'])
  const text = (day: number) => ({ instructionsText: `It is 2026-11-${day}.` })
  const hashed = { ...older, instructions: 'with its time', ...text(28) }
  expect(listTargetDifferences(hashed, { ...agent('It is 2026-11-29.'), ...text(29) })).toEqual([])
})
