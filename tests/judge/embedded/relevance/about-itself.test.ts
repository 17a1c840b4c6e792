import { expect, it } from 'vitest'
import { tellsOfItself } from '../../../../src/judge/embedded/relevance/about-itself.ts'

it.each([
  ['What can you help me with?', 'I can find your order.', true],
  ['What can you help me with?', 'I answer questions about your sales database.', true],
  ['What can you help me with?', 'I cannot book travel.', false],
  ['What can you help me with?', 'I am a computer program.', false],
  ['What can you help me with?', 'Bananas are yellow.', false],
  ['What can you help me with?', 'I see.', false],
  ['What can you not do?', "I can't see your code.", true],
  ["What can't you do?", "I can't give a diagnosis.", true],
  ['What can you not do?', 'I do not write to the database.', true],
  ['What can you not do?', 'We never share your data.', true],
  ['What can you not do?', 'I can book travel.', false],
  ['What do you need from me?', 'I only need the name of the city.', true],
  ['What do you need from me?', 'I can tell you the weather.', false],
  ['What do you do?', 'We help you find a flat.', true],
  ['What can you tell me about Oslo?', 'I can book your flight.', false],
  ['What can I do?', 'I can book your flight.', false],
  ['Can you help me?', 'I can book your flight.', false],
])('to %s, %s tells of itself: %s', (question, statement, expected) => {
  expect(tellsOfItself(question, statement)).toBe(expected)
})
