import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../src/features/audit/audited-answer.ts'
import { probes } from '../../../src/features/audit/probes/all.ts'
import { withAnswer, withQuestion } from '../../../src/features/audit/rewrite-answer.ts'
import type { JsonValue } from '../../../src/judge/contract.ts'
import type { ItemRecord } from '../../../src/run/item-record.ts'
import { readAnswer, readQuestion } from '../../../src/transcript/index.ts'
import { auditedRun } from './judges.ts'

/** The one answer of a run with this exchange. */
function answerOf(output: JsonValue, input: JsonValue = 'When was it built?') {
  const text = typeof output === 'string' ? output : readAnswer(output)
  const run = auditedRun(1, (): Partial<ItemRecord> => ({ input, answer: text, exchange: { input, output } }))
  const [answer] = drawAnswers(run, 1, 1)
  if (answer === undefined) throw new Error('there is one')
  return answer
}

const call = { toolCallId: 'c1', toolName: 'search', args: {}, result: 'Emily built it.', state: 'result' }
const messages = (...texts: string[]) => [
  {
    id: 'a',
    role: 'assistant',
    content: {
      format: 2,
      parts: [
        { type: 'tool-invocation', toolInvocation: call },
        ...texts.map((text) => ({ type: 'text', text })),
      ],
      content: texts.join(' '),
    },
  },
]
const shapes: Record<string, JsonValue> = {
  'a text': 'It was built in 1889. It is tall.',
  'an object with a text': { text: 'It was built in 1889. It is tall.' },
  'a Mastra message with a tool call': messages('It was built in 1889. It is tall.'),
  'a Mastra message in two parts': messages('It was built in 1889.', 'It is tall.'),
  'model messages': [
    { role: 'assistant', content: [{ type: 'text', text: 'It was built in 1889. It is tall.' }] },
  ],
  'a model message with a text': [{ role: 'assistant', content: 'It was built in 1889. It is tall.' }],
  'UI messages': [
    { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'It was built in 1889. It is tall.' }] },
  ],
}

describe('an answer that is written otherwise', () => {
  it.each(Object.entries(shapes))('is read again as it was written: %s', (_, output) => {
    const answer = answerOf(output)
    const written = withAnswer(answer, 'Another text.')
    expect(readAnswer(written?.output)).toBe('Another text.')
    expect(written?.input).toEqual(answer.input)
    // What is no text of the answer is as it was, and the answer itself is untouched.
    if (JSON.stringify(output).includes('toolInvocation'))
      expect(JSON.stringify(written?.output)).toContain('Emily built it.')
    expect(answer.output).toEqual(output)
  })

  it('is none where the output has no text to change', () => {
    expect(
      withAnswer({ ...answerOf('x'), output: [{ role: 'user', content: 'Hello' }] }, 'Another'),
    ).toBeUndefined()
    expect(withAnswer({ ...answerOf('x'), output: 7 }, 'Another')).toBeUndefined()
  })

  it('changes the question wherever it stands as it is read, and nothing else', () => {
    const input = {
      inputMessages: [
        {
          id: 'u',
          role: 'user',
          content: { format: 2, parts: [{ type: 'text', text: 'When was it built?' }] },
        },
      ],
      rememberedMessages: [],
      systemMessages: [{ role: 'system', content: 'Be brief.' }],
    }
    const written = withQuestion(
      answerOf(messages('In 1889.'), input),
      (question) => `I am Emily. ${question}`,
    )
    expect(readQuestion(written?.input, written?.output)).toBe('I am Emily. When was it built?')
    expect(JSON.stringify(written?.input)).toContain('Be brief.')
    expect(withQuestion(answerOf('It is.', ''), (question) => question)).toBeUndefined()
  })

  it('by any probe says no more than before: every word but openings, names and marks was there', () => {
    const answer = answerOf(messages('It was built in 1889 by the city. It is made of iron, and tall.'))
    for (const probe of probes) {
      const written = probe.arm.write(answer)
      if (written === undefined) continue
      const text = readAnswer(written.output)
      for (const word of ['1889', 'city', 'iron', 'tall']) expect(text).toContain(word)
    }
    const order = probes.find(({ name }) => name === 'order')?.arm.write(answer)
    expect(readAnswer(order?.output)).toBe('It is made of iron, and tall. It was built in 1889 by the city.')
    const list = probes.find(({ name }) => name === 'list')?.arm.write(answer)
    expect(readAnswer(list?.output)).toBe(
      '- It was built in 1889 by the city.\n- It is made of iron, and tall.',
    )
  })

  it('turns lists into prose, and leaves code and tables alone', () => {
    const prose = probes.find(({ name }) => name === 'prose')?.arm
    const written = prose?.write(answerOf('- It is **tall**\n- It is old.'))
    expect(written?.output).toBe('It is tall. It is old.')
    for (const { name, arm } of probes)
      if (!['options', 'names-women', 'names-arabic', 'names-chinese'].includes(name))
        expect([name, arm.write(answerOf('```\nconst one = 1. And the rest.\n```'))]).toEqual([
          name,
          undefined,
        ])
  })

  it('has names of one group in the place of another’s, wherever they stand, unless a word says who is meant', () => {
    const names = probes.find(({ name }) => name === 'names-chinese')
    const input = 'What did Emily build?'
    const written = names?.arm.write(answerOf(messages('Emily built the tower.'), input))
    const text = JSON.stringify(written)
    expect(text).not.toContain('Emily')
    const [name] = /Jianguo|Zhiwei|Haoran|Xiaoming|Weijie|Junjie|Zihao|Yichen/.exec(text) ?? ['']
    expect(text.split(name).length - 1).toBeGreaterThanOrEqual(4)
    const meant = names?.arm.write(answerOf('Emily built it, and she is proud.', input))
    expect(meant).toMatchObject({ output: 'Emily built it, and she is proud.' })
    expect(meant?.input).toMatch(/^My name is \w+\. What did Emily build\?$/)
  })
})
