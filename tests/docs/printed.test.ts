import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command, project } from '../cli/support.ts'
import { readPages, repository } from './pages.ts'

/** A block of commands, and behind it one without a language: what the last of them prints. */
const shown = /^```sh\n([^`]*?)\n```\n\n```\n([^`]*?)\n```$/gm

const printed = readPages().map(({ file, text }) => ({
  file,
  blocks: Array.from(text.matchAll(shown), ([, commands = '', output = '']) => ({
    lines: commands.split('\n'),
    output,
  })),
}))

/** Words of a shell, in single quotes or without, behind `npx verdict`. */
function argumentsOf(line: string): string[] {
  const words = Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
  expect(words.slice(0, 2)).toEqual(['npx', 'verdict'])
  return words.slice(2)
}

it('README shows what the judge prints', async () => {
  const blocks = printed.find(({ file }) => file === 'README.md')?.blocks ?? []
  expect(blocks).toHaveLength(1)
  const { lines, output } = blocks[0] ?? { lines: [], output: '' }
  const { code, stdout, stderr } = await command(project(), argumentsOf(lines.at(-1) ?? ''))
  expect([code, stderr]).toEqual([0, ''])
  const withoutTime = (text: string) => text.replace(/[\d.,]+ m?s$/m, '')
  expect(withoutTime(stdout)).toBe(withoutTime(`${output}\n`))
})

describe('the pages show what is printed', () => {
  const folder = join(repository, 'tests/docs/project')
  const files = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  const pages = printed.filter(({ file, blocks }) => file !== 'README.md' && blocks.length > 0)

  /** The commands of a page run one after the other in one project; `…` on a line stands for what is left out. */
  it.each(pages)('$file', async ({ blocks }) => {
    const at = project(files)
    for (const { lines, output } of blocks) {
      let printedLast = ''
      for (const line of lines) {
        const { code, stdout, stderr } = await command(at, argumentsOf(line))
        expect(code, stderr).not.toBe(2)
        printedLast = stdout
      }
      for (const part of output.split('\n…\n')) expect(printedLast).toContain(part)
    }
  })
})
