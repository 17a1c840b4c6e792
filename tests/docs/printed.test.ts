import { expect, it } from 'vitest'
import { command, project } from '../cli/support.ts'
import { readPages } from './pages.ts'

/** A block of commands, and behind it one without a language: what the last of them prints first. */
const shown = /^```sh\n([^`]*?)\n```\n\n```\n([^`]*?)\n```$/gm

const printed = readPages().flatMap(({ file, text }) =>
  Array.from(text.matchAll(shown), ([, commands = '', output = '']) => ({
    ...{ file, output },
    line: commands.split('\n').at(-1) ?? '',
  })),
)

/** Words of a shell, in single quotes or without. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')

it('README shows what the judge prints', () => {
  expect(printed.filter(({ file }) => file === 'README.md')).toHaveLength(1)
})

it.each(printed)('$file shows what is printed by: $line', { timeout: 60_000 }, async ({ line, output }) => {
  const [npx, verdict, ...args] = wordsOf(line)
  expect([npx, verdict]).toEqual(['npx', 'verdict'])
  const { code, stdout, stderr } = await command(project(), args)
  expect([code, stderr]).toEqual([0, ''])
  // Time and the reason in words come behind what a page shows.
  expect(stdout.slice(0, output.length + 1)).toBe(`${output}\n`)
})
