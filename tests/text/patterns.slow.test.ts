import { check } from 'recheck'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { type Pattern, patternsOf, shippedFiles } from '../support/patterns.ts'

/** Patterns that only see a text of at most so many characters, whatever comes in. */
const bounded: Readonly<Record<string, number>> = {
  // The word before a full stop: src/text/sentences.ts looks at no more.
  "(?:\\p{L}\\p{M}*|[\\p{N}.'’-])+$": 48,
}

/** How the time grows, where it grows faster than the text; undefined where it does not. */
async function growthOf({ source, flags }: Pattern): Promise<string | undefined> {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  if (reports.length > 0) return reports.map(({ type, exponential }) => `${type} ${exponential}`).join(', ')
  // It does not know sets of classes yet.
  if (flags.includes('v')) return undefined
  const result = await check(source, flags, { timeout: 60_000 })
  if (result.status === 'unknown') return `not known: ${result.error.kind}`
  return result.status === 'vulnerable' ? `${result.complexity.summary}: ${result.attack.pattern}` : undefined
}

describe('regular expressions of the package', () => {
  it('take time in proportion to the text, whatever it is', { timeout: 300_000 }, async () => {
    const patterns = await patternsOf(shippedFiles())
    expect(patterns.length).toBeGreaterThan(200)
    const slow: string[] = []
    for (const pattern of patterns) {
      const growth = bounded[pattern.source] === undefined ? await growthOf(pattern) : undefined
      if (growth !== undefined) slow.push(`${pattern.file}: /${pattern.source}/${pattern.flags}: ${growth}`)
    }
    expect(slow).toEqual([])
  })

  it('are told apart from those that take exponential or quadratic time', async () => {
    const file = 'here'
    expect(await growthOf({ source: '(a+)+$', flags: '', file })).toBeDefined()
    expect(await growthOf({ source: '\\s+$', flags: 'u', file })).toBeDefined()
    expect(await growthOf({ source: "(?:\\W+[\\p{L}'’]+){0,8}\\W*$", flags: 'iu', file })).toBeDefined()
    expect(await growthOf({ source: '^\\s+', flags: 'u', file })).toBeUndefined()
  })
})
