import { describe, expect, it } from 'vitest'
import { harmless, isHeldOut, isLeft, isTouched, places, secrets } from './collected/collected.ts'

/** Of 250 kinds at least 230 are found, and of 500 harmless texts at most 10 are touched. */
const found = 230 / 250
const touched = 0.02

const parts = { 'looked at': (name: string) => !isHeldOut(name), 'held out': isHeldOut }

it('has as many kinds and harmless texts as the thresholds speak of', () => {
  expect(secrets.length).toBeGreaterThanOrEqual(250)
  expect(harmless.length).toBeGreaterThanOrEqual(500)
  expect(secrets.filter(({ kind }) => isHeldOut(kind)).length).toBeGreaterThan(secrets.length / 4)
})

describe.each(Object.entries(parts))('of the collected texts, %s', (_, isIn) => {
  it.each(Object.keys(places))('nearly every secret is found, and nearly nothing else, in: %s', (place) => {
    const kinds = secrets.filter(({ kind }) => isIn(kind))
    const missed = kinds.filter((secret) => isLeft(secret, place)).map(({ kind }) => kind)
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual((1 - found) * kinds.length)
    const others = harmless.filter(({ name }) => isIn(name))
    const changed = others.filter(({ text }) => isTouched(text, place)).map(({ text }) => text)
    expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(touched * others.length)
  })
})
