import { expect, test } from 'vitest'
import { findAnswerTypes } from '../../../src/judge/embedded/relevance/question-type.ts'

test.each([
  ['Can I return it?', 'confirmation'],
  ['Does it beep when there is a message?', 'confirmation'],
  ['hi, does it come in blue?', 'confirmation'],
  ['Should I buy the large one?', 'choice'],
  ['Can you suggest a restaurant near the station?', 'choice'],
  ['Which phone is best?', 'choice'],
  ['Which plan includes exports?', 'any'],
  ['Could you tell me where the station is?', 'place'],
  ['Do you know who wrote it?', 'person'],
  ['where is mount logan located', 'place'],
  ['what are the sirens in o brother where art thou', 'any'],
  ['What year did it open?', 'date'],
  ['How much does it cost?', 'money'],
  ['bert and ernie how they got their names', 'procedure'],
  ['when was the berlin wall built and why', 'date, cause'],
  ['who discovered the wreck and when?', 'person, date'],
  ['', 'any'],
])('%s asks for %s', (question, types) => {
  expect(findAnswerTypes(question).join(', ')).toBe(types)
})
