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
  expect(asked).toHaveLength(384)
  expect(cosine(asked, asked)).toBeCloseTo(1, 12)
  expect(cosine(asked, near)).toBeGreaterThan(cosine(asked, far) + 0.4)
})

test('requests at the same time each get their own vectors', async () => {
  const texts = ['one apple', 'two pears', 'three plums']
  const apart = await Promise.all(texts.map((text) => encoder().encode([text])))
  expect(apart.flat()).toEqual(await encoder().encode(texts))
  expect(apart[0]).not.toEqual(apart[1])
})

test('a text is read to its end, however long it is', async () => {
  const long = 'The museum is closed. '.repeat(30)
  const [ends, differently, again] = await encoder().encode([
    `${long}Dogs may come in.`,
    `${long}The train is late.`,
    `${long}Dogs may come in.`,
  ])
  expect(ends).not.toEqual(differently)
  expect(ends).toEqual(again)
})

test('of a window with a word piece a character the last one is read', async () => {
  const [one, other] = await encoder().encode([`${'!'.repeat(253)}!`, `${'!'.repeat(253)}?`])
  expect(one).not.toEqual(other)
})

test('what is said again is encoded once', async () => {
  const texts = Array.from({ length: 100_000 }, (_, index) => `Sentence ${index % 2} is said again.`)
  const vectors = await encoder().encode(texts)
  expect(vectors).toHaveLength(100_000)
  expect(vectors[99_999]).toEqual(vectors[1])
})

test('the event loop runs on while the encoder works', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await encoder().encode(Array.from({ length: 16 }, (_, index) => `A sentence with the number ${index}.`))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})

test('an abort rejects at once with its reason, and who waits for the same text gets it', async () => {
  const controller = new AbortController()
  const given = encoder().encode(['A sentence that two wait for.'], controller.signal)
  const kept = encoder().encode(['A sentence that two wait for.'])
  controller.abort(new Error('enough'))
  await expect(given).rejects.toThrow('enough')
  expect((await kept)[0]).toHaveLength(384)
  await expect(encoder().encode(['Another one.'], controller.signal)).rejects.toThrow('enough')
})
