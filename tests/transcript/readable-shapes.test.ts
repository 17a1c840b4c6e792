import { describe, expect, it } from 'vitest'
import { isReadableInput, isReadableOutput } from '../../src/transcript/readable-shapes.ts'

describe('an output', () => {
  it.each<[unknown]>([
    [undefined],
    [null],
    [''],
    [[]],
    [[{ role: 'assistant', content: '' }]],
    [[{ role: 'assistant', content: null, tool_calls: [] }]],
    [{ text: '' }],
    [{ messages: [{ role: 'assistant', parts: [] }] }],
  ])('can be read where it is %j', (output) => expect(isReadableOutput(output)).toBe(true))

  it.each<[unknown]>([
    [{ answer: 'Yes.' }],
    [{ answer: 'Yes.', error: null }],
    [{ answer: 'Yes.', tool_calls: [] }],
    [42],
    [[null]],
    [[{ role: 'assistant', content: null }]],
    [['Yes.', { answer: 'Yes.' }]],
  ])('cannot be read where it is %j', (output) => expect(isReadableOutput(output)).toBe(false))
})

describe('an input', () => {
  it.each<[unknown]>([
    ['Why?'],
    [{ prompt: '' }],
    [{ messages: [] }],
    [[{ role: 'system', content: 'Be brief.' }]],
  ])('has the form of a conversation where it is %j', (input) => expect(isReadableInput(input)).toBe(true))

  it.each<[unknown]>([[{ city: 'Paris' }], [{ input: { city: 'Paris' } }], [{}], [[1, 2]]])(
    'has not where it is %j',
    (input) => expect(isReadableInput(input)).toBe(false),
  )
})
