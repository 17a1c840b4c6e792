import { expect, it } from 'vitest'
import { redactCase } from '../../../src/evaluation/cases/redact-case.ts'

it('mocks that were called with other words for what is taken out answer any arguments, others their own', () => {
  const { item, counts } = redactCase(
    {
      id: 'case-1',
      input: 'I am anna.muster@example.org: where is order 1042?',
      metadata: {},
      toolMocks: [
        { toolName: 'customers', args: { query: 'orders of anna muster' }, output: 'Anna' },
        { toolName: 'orders', args: { order: 1042, of: 'anna.muster@example.org' }, output: 'late' },
      ],
    },
    {},
  )
  expect(item.input).toBe('I am [email address 1]: where is order 1042?')
  expect(item.toolMocks).toEqual([
    {
      toolName: 'customers',
      args: { query: 'orders of [email address 1]' },
      output: 'Anna',
      matchArgs: 'ignore',
    },
    { toolName: 'orders', args: { order: 1042, of: '[email address 1]' }, output: 'late' },
  ])
  expect(Object.fromEntries(counts)).toEqual({ 'email address': 3 })
})
