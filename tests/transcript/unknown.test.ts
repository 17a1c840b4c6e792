import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countTurns,
  extractAgentResponseMessages,
  extractInputMessages,
  extractToolCalls,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getTextContentFromMastraDBMessage,
  readAnswer,
  readConversation,
  readQuestion,
  readToolResults,
} from '../../src/transcript/index.ts'
import { runs } from '../support/random-runs.ts'

test('what cannot be read is empty, never an error and never a printed object', () => {
  const key = fc.constantFrom(
    'role',
    'content',
    'parts',
    'text',
    'type',
    'toolInvocations',
    'state',
    'toolName',
    'data',
    'messages',
    'inputMessages',
    'input',
    'metadata',
    'signal',
    'error',
    'output',
    'details',
    'contents',
  )
  const word = fc.constantFrom(
    'user',
    'assistant',
    'signal',
    'tool',
    'text',
    'tool-result',
    'tool-look',
    'reasoning',
    'data-signal',
    'result',
    '',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(tree, tree, (input, output) => {
      const read = [
        readQuestion(input, output),
        readConversation(input),
        readAnswer(output),
        getAssistantMessageFromRunOutput(output),
        getReasoningFromRunOutput(output),
        getCombinedSystemPrompt(input),
        extractInputMessages(input),
        extractAgentResponseMessages(output),
        extractToolCalls(output).tools,
        getTextContentFromMastraDBMessage(output),
      ]
      expect(JSON.stringify(read)).not.toContain('[object')
      expect(countTurns(input, output)).toBeGreaterThanOrEqual(1)
      expect(Array.isArray(readToolResults(output, input))).toBe(true)
    }),
    { numRuns: runs(2000) },
  )
})

test.each([undefined, null, 7, true, {}, [], [null], Symbol('x'), () => 'x', { answer: { deep: 'x' } }])(
  'of %s nothing is read',
  (value) => {
    expect([
      readQuestion(value),
      readAnswer(value),
      readConversation(value),
      readToolResults(value, value),
    ]).toEqual([undefined, '', [], []])
  },
)
