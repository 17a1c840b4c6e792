import { expect, it } from 'vitest'
import { inWords } from '../../../src/features/workers/engine/pglite.ts'

/** As Emscripten throws it: no Error, and no message. */
const errno = (number: number) => ({ name: 'ErrnoError', errno: number })

it.each([
  [51, 'the queue in /q cannot be used: its disk is full'],
  [2, 'the queue in /q cannot be used: it is not writable'],
  [44, 'the queue in /q cannot be used: its file system failed with error 44'],
])('PGlite’s error number %i is a sentence', (number, message) => {
  const error = errno(number)
  expect(inWords(error, '/q')).toMatchObject({ message, cause: error })
})

it('leaves other errors as they are', () => {
  const error = new Error('syntax error')
  expect(inWords(error, '/q')).toBe(error)
})
