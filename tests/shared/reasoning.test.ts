import { describe, expect, it } from 'vitest'
import { withoutReasoning } from '../../src/shared/reasoning.ts'
import { readAnswer } from '../../src/transcript/index.ts'

const answer = 'It opens at nine.'

describe('what is thought aloud is no part of an answer', () => {
  it.each([
    [`<think>Look it up. It says nine.</think>\n\n${answer}`],
    [`<THINK>Hm.</THINK>${answer}`],
    [`<think>One.</think>\n<think>Two.</think>\n${answer}`],
    [`<reasoning>\nHm.\n</reasoning>\n${answer}`],
    [`<thought>Hm.</thought> ${answer}`],
    [`The template put the beginning into the prompt.\n</think>\n\n${answer}`],
    [`Hm.</think>\n${answer}`],
    [
      `<|channel|>analysis<|message|>Nine.<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
    ],
    [`${answer}\n<think>That should do.</think>`],
    [`<think>Code: \`\`\`a </think>\n${answer}`],
    [`<think>a</think><think>b</think>${answer}`],
    [`[THINK]Hm.[/THINK]${answer}`],
    [`Hm. </think> ${answer}`],
    [`◁think▷Hm.◁/think▷${answer}`],
    [`<seed:think>Hm.</seed:think>${answer}`],
    [`<think time="3">Hm.</think>${answer}`],
    [`<|START_THINKING|>Hm.<|END_THINKING|>${answer}`],
    [`<|begin_of_thought|>Hm.<|end_of_thought|>${answer}`],
    [`analysisWe look.assistantfinal${answer}`],
    [`<think>One <think>two</think> three</think>${answer}`],
    [`<think>One.</think>Hm. Two.</think>${answer}`],
  ])('%j', (text) => {
    expect(withoutReasoning(text).text.trim()).toBe(answer)
    expect(readAnswer(text)).toBe(answer)
    expect(readAnswer([{ role: 'assistant', content: [{ type: 'text', text }] }])).toBe(answer)
  })

  it.each([
    [`Hi. <think>Nine?</think>${answer}`, `Hi. ${answer}`],
    [`Hi.<think>Nine?</think>${answer}`, `Hi. ${answer}`],
    [`Hi.\n[THINK]Nine?[/THINK]\n${answer}`, `Hi.\n\n${answer}`],
    ['It opens <think>so it says</think>at nine.', 'It opens at nine.'],
    [
      `Write \`<think>\`. <think>Nine?</think>${answer}\n\`\`\`\n</think>\n\`\`\``,
      `Write \`<think>\`. ${answer}\n\`\`\`\n</think>\n\`\`\``,
    ],
  ])('only the block in a text is taken out: %j', (text, left) => expect(readAnswer(text)).toBe(left))

  it('an answer of thoughts alone, which were cut off, is empty', () => {
    expect(readAnswer('<think>Let me see')).toBe('')
  })

  it('thoughts between tool calls do not join what is said', () => {
    const parts = [
      { type: 'text', text: '<think>Look.</think>\nOne moment.' },
      { type: 'text', text: `<think>Nine.</think>${answer}` },
    ]
    expect(readAnswer([{ role: 'assistant', content: { format: 2, parts } }])).toBe(
      `One moment.\n\n${answer}`,
    )
  })

  it('an end without a beginning ends the thoughts of its own step', () => {
    const parts = [
      { type: 'text', text: 'Look.</think>One moment.' },
      { type: 'text', text: `It says nine.</think>${answer}` },
    ]
    expect(readAnswer([{ role: 'assistant', content: { format: 2, parts } }])).toBe(
      `One moment.\n\n${answer}`,
    )
  })

  it.each([
    'The model writes `<think> and </think>` around it, in a line.',
    'Use `</think>` as the end of it.',
    'Use ``</think>`` as the end of it.',
    '````md\n```\n</think>\n```\n````\nSo it goes.',
    '~~~\n<think>a</think>\n~~~',
    'It begins with <think> and goes on.',
    '```html\n<think>\nThis is shown.\n</think>\n```\nSo it goes.',
    'I think so.',
    'An analysis says nine.',
    '[Thought] Nine is early.',
    'a < b, and </thinking-of-you> is no tag',
  ])('tags that a text is about stay: %j', (text) => expect(readAnswer(text)).toBe(text))

  it('what a person writes stays', () => {
    const text = '<think>me</think> too'
    expect(withoutReasoning(text).text).toBe(' too')
    expect(readAnswer([{ role: 'user', content: text }])).toBe('')
  })
})

it.each([
  'Wrap it in <reason>text</reason> tags, then send it.',
  'Close it with </reason>. Done.',
  'It has <thought>one</thought> and <reflection>two</reflection>.',
])('leaves the tags that an answer speaks of: %j', (text) => {
  expect(withoutReasoning(text)).toEqual({ reasoning: '', text })
})

it('takes out two blocks of any name at the beginning', () => {
  expect(withoutReasoning('<thought>a</thought><thought>b</thought>A').text.trim()).toBe('A')
})
