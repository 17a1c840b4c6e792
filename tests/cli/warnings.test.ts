import { describe, expect, it } from 'vitest'
import { command, echoConfig, project } from './support.ts'

/** Two tries of three are refused, whoever makes them, each time in other words, as providers do. No item runs out of tries. */
const refusing = (status: number) =>
  echoConfig(
    Array.from({ length: 20 }, (_, index) => 40 + index),
    `attempts: 60, target: (() => {
      let tries = 0
      return async (input) => {
        tries += 1
        if (tries % 3 === 0) return input
        throw Object.assign(new Error('Refused, request req_' + tries + 'x, again in ' + tries / 10 + 's'), {
          name: 'AI_APICallError', statusCode: ${status}, isRetryable: true, url: 'http://x', requestBodyValues: {},
        })
      }
    })(),`,
  )

describe('warnings of tries that failed', () => {
  it.each([
    [
      429,
      /^warning: a try hit a rate limit: Refused, request req_1x, again in 0\.1s \(40 times, in similar words\)\n$/,
    ],
    [
      500,
      /^warning: a try failed: Refused, request req_1x, again in 0\.1s \(40 times, in similar words\)\n$/,
    ],
  ])('are one line that counts: HTTP %i', async (status, line) => {
    const { stderr } = await command(project({ 'verdict.config.mjs': refusing(status) }), ['run'])
    expect(stderr).toMatch(line)
  })
})
