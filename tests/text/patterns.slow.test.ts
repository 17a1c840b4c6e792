import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { type Pattern, patternsOf, shippedFiles } from '../support/patterns.ts'

/** Beginnings of patterns that are left as they are, each with its reason. */
const left: readonly (readonly [source: string, file: RegExp, reason: string])[] = [
  ['(?:\\p{L}\\p{M}*', /full-stops\.ts$/, 'sees the 48 characters before a full stop'],
  [
    '^[ \\t>*+\\d.)-]{0,40}(?<fence>`{3,}(?=[^`\\n]*$)|~{3,})|(?<ticks>',
    /./,
    'each of its alternatives is checked alone; tests of large texts have the time of the whole',
  ],
  ['(?<formula>', /./, 'stops where another formula would begin, and after 2,000 characters'],
  ['^\\W*(?:here', /no-claim\.ts$/, 'sees 4,000 characters, and looks at most 120 times'],
  ['\\b(?:sk|pk|', /failure\.ts$/, 'sees 1,000 characters of a message'],
  ['[\\w.*-]{1,200}$', /failure\.ts$/, 'sees 1,000 characters of a message'],
  // Whoever imports them first makes them. The checker does not end on their beginnings: lists of words of a fixed
  // length, behind which at most 20,000 characters are taken. tests/text/redact has their time on large texts.
  ['(?<=(?:(?:pass(?:word', /./, 'looks at most 1,000 characters ahead'],
  ['(?<=(?:(?:(?:secret|token', /./, 'looks at most 20,000 characters ahead'],
  ['(?<=(?:key|auth|session', /./, 'looks at most 1,000 characters ahead'],
  ['(?<=\\b(?:mysql|mariadb)', /./, 'looks at most 90 characters behind and 200 ahead'],
  ['\\/\\*[\\s\\S]', /init\/project\.ts$/, 'sees the source of the user who types the command'],
]

const isLeft = ({ source, file }: Pattern) =>
  left.some(([beginning, where]) => source.startsWith(beginning) && where.test(file))

/** It also takes what is slow by the clock for vulnerable, and on a busy machine everything is. */
const stepsAlone = { timeout: 100_000, attackTimeout: null, incubationTimeout: null }

/** How the time grows, where it grows faster than the text; undefined where it does not. */
async function growthOf({ source, flags }: Pattern): Promise<string | undefined> {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  if (reports.length > 0) return reports.map(({ type, exponential }) => `${type} ${exponential}`).join(', ')
  // It does not know sets of classes yet.
  if (flags.includes('v')) return undefined
  const result = await check(source, flags, stepsAlone)
  if (result.status === 'unknown') return `not known: ${result.error.kind}`
  return result.status === 'vulnerable' ? `${result.complexity.summary}: ${result.attack.pattern}` : undefined
}

/**
 * A checker of some version says the same of a pattern each time, in minutes for all of them. So those found to take
 * linear time are kept, by a hash of pattern and versions, and only others are checked. `--update` writes the file
 * anew, where all are linear.
 */
const linearFile = join(import.meta.dirname, 'linear-patterns.txt')
const versions = ['recheck', 'scslre'].map((name) => {
  const manifest = join(import.meta.dirname, '../../node_modules', name, 'package.json')
  return `${name} ${JSON.parse(readFileSync(manifest, 'utf8')).version}`
})
const keyOf = ({ source, flags }: Pattern) =>
  createHash('sha256')
    .update(JSON.stringify([source, flags, versions]))
    .digest('hex')
    .slice(0, 32)

describe('regular expressions of the package', () => {
  it('take time in proportion to the text, whatever it is', async () => {
    const patterns = await patternsOf(shippedFiles())
    expect(patterns.length).toBeGreaterThan(200)
    const known = new Set(readFileSync(linearFile, 'utf8').split('\n'))
    const slow: string[] = []
    const linear = new Set<string>()
    for (const pattern of patterns.filter((pattern) => !isLeft(pattern))) {
      const key = keyOf(pattern)
      const growth = known.has(key) ? undefined : await growthOf(pattern)
      if (growth === undefined) linear.add(key)
      else slow.push(`${pattern.file}: /${pattern.source}/${pattern.flags}: ${growth}`)
    }
    expect(slow).toEqual([])
    await expect(`${[...linear].sort().join('\n')}\n`).toMatchFileSnapshot(linearFile)
  })

  it('are told apart from those that take exponential or quadratic time', async () => {
    const file = 'here'
    expect(await growthOf({ source: '(a+)+$', flags: '', file })).toBeDefined()
    expect(await growthOf({ source: '\\s+$', flags: 'u', file })).toBeDefined()
    expect(await growthOf({ source: "(?:\\W+[\\p{L}'’]+){0,8}\\W*$", flags: 'iu', file })).toBeDefined()
    expect(await growthOf({ source: '^\\s+', flags: 'u', file })).toBeUndefined()
  })
})
