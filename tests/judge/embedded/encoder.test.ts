import { expect, test } from 'vitest'
import { cosine, sharedEncoder } from '../../../src/judge/embedded/encoder.ts'

function encoder() {
  const found = sharedEncoder()
  if (!found) throw new Error('the encoder is not installed')
  return found
}

test('texts that mean the same are nearer than texts that do not', async () => {
  const [asked, near, far] = await encoder().encode([
    'How old is the universe?',
    'The age of the cosmos is about 13.8 billion years.',
    'Please close the window.',
  ])
  if (!asked || !near || !far) throw new Error('a vector is missing')
  expect(asked).toHaveLength(512)
  expect(cosine(asked, near)).toBeGreaterThan(cosine(asked, far) + 0.2)
})

test('a text has the same vector in batches of any size, to four decimals', async () => {
  const texts = Array.from(
    { length: 35 },
    (_, index) => `Sentence ${index} ${'goes on and '.repeat(index)}ends.`,
  )
  const together = await encoder().encode(texts)
  expect(together).toHaveLength(35)
  for (const index of [0, 15, 16, 34]) {
    const [alone] = await encoder().encode([texts[index] as string])
    for (const [place, value] of (alone ?? []).entries())
      expect(together[index]?.[place]).toBeCloseTo(value, 4)
  }
})

test('requests at the same time each get their own vectors', async () => {
  const texts = ['one apple', 'two pears', 'three plums']
  const apart = await Promise.all(texts.map((text) => encoder().encode([text])))
  const together = await encoder().encode(texts)
  for (const [index, vectors] of apart.entries())
    expect(cosine(vectors[0] as Float32Array, together[index] as Float32Array)).toBe(1)
})

test('the event loop runs on while the encoder works', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await encoder().encode(
    Array.from({ length: 32 }, (_, index) => `A long sentence, number ${index}. `.repeat(10)),
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})
