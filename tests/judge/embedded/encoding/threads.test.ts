import { expect, test } from 'vitest'
import { EncoderThreads } from '../../../../src/judge/embedded/encoding/threads.ts'

/** Packages with an engine of a few lines. Its vector is the number of its thread and the length of the text. */
function packagesWith(embed: string) {
  const source = `
    const { threadId } = process.getBuiltinModule('node:worker_threads')
    export const createEmbedder = async () => ({ embed: async ([text]) => { ${embed} } })
  `
  return {
    engine: `data:text/javascript,${encodeURIComponent(source)}`,
    model: 'data:text/javascript,export default {}',
  }
}
const honest = 'return [[threadId, text.length]]'
const slow = `await new Promise((resolve) => setTimeout(resolve, 20)); ${honest}`

async function threadsUsed(threads: EncoderThreads, texts: number): Promise<Set<number | undefined>> {
  const vectors = await Promise.all(
    Array.from({ length: texts }, (_, index) => threads.encode('x'.repeat(index))),
  )
  expect(vectors.map(([, length]) => length)).toEqual(Array.from({ length: texts }, (_, index) => index))
  return new Set(vectors.map(([thread]) => thread))
}

test('few texts wait for one thread, many are shared out, and each gets its own vector', async () => {
  const threads = new EncoderThreads(packagesWith(slow), 3)
  expect((await threadsUsed(threads, 10)).size).toBe(1)
  expect((await threadsUsed(threads, 100)).size).toBe(3)
})

test('there are never more threads than are allowed', async () => {
  expect((await threadsUsed(new EncoderThreads(packagesWith(slow), 1), 100)).size).toBe(1)
})

test('a thread that dies takes what waits with it, and the next text gets a new one', async () => {
  const threads = new EncoderThreads(packagesWith(`if (text === 'die') process.exit(3); ${honest}`), 1)
  const [first] = await threads.encode('before')
  const lost = await Promise.allSettled([threads.encode('die'), threads.encode('behind it')])
  for (const each of lost)
    expect(each).toMatchObject({ reason: new Error('the sentence encoder stopped with code 3') })
  const [second, length] = await threads.encode('after')
  expect(length).toBe(5)
  expect(second).not.toBe(first)
})

test('an engine that throws fails the text that it threw at, and no other', async () => {
  const threads = new EncoderThreads(
    packagesWith(`if (text === 'bad') throw new Error('cannot read it'); ${honest}`),
    1,
  )
  const [bad, good] = await Promise.allSettled([threads.encode('bad'), threads.encode('good')])
  expect(bad).toMatchObject({ reason: new Error('the sentence encoder failed: cannot read it') })
  expect(good).toMatchObject({ status: 'fulfilled' })
})

test('a vector that is not finite is an error', async () => {
  const threads = new EncoderThreads(packagesWith('return [[1, Number.NaN]]'), 1)
  await expect(threads.encode('text')).rejects.toThrow('not finite')
})
