import { describe, expect, it } from 'vitest'
import { whyTooOld } from '../../src/cli/node-version.ts'

describe('a version of Node', () => {
  it.each(['18.20.0', '20.19.5', '22.9.0', '22.12.99', '9.0.0'])('is too old: %s', (version) => {
    expect(whyTooOld(version, '>=22.13.0')).toContain(
      `it needs Node 22.13.0 or later, and this is Node ${version}`,
    )
  })

  it.each(['22.13.0', '22.13.1', '22.20.0', '24.0.0', '100.0.0'])('will do: %s', (version) => {
    expect(whyTooOld(version, '>=22.13.0')).toBeUndefined()
  })
})
