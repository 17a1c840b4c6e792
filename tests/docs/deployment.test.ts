import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readPages, repository } from './pages.ts'

const read = (file: string) => readFileSync(`${repository}docs/${file}`, 'utf8')

it('what runs in a container gets its SIGTERM: npx would keep it to itself', () => {
  const starts = [...read('Dockerfile').matchAll(/^(?:CMD|ENTRYPOINT) .*/gm)]
  const commands = [...read('compose.yaml').matchAll(/^ +(?:command|entrypoint): .*/gm)]
  expect([starts.length, commands.length]).toEqual([1, 2])
  for (const [line] of [...starts, ...commands]) {
    expect(line).not.toMatch(/\bnp[mx]\b/)
    // A shell stays in front of what it starts, unless that takes its place.
    expect(line).toMatch(
      /\bsh -c .*\bexec /.test(line) ? /exec node_modules/ : /^[^"]*"?node_modules\/\.bin\//,
    )
  }
})

it('a budget in money is shown only where the page shows prices', () => {
  const pages = readPages().filter(({ text }) => /^[^\n]*verdict [^\n`]*--budget money=/m.test(text))
  for (const { file, text } of pages) expect([file, text]).toEqual([file, expect.stringContaining('prices:')])
})

it('no page prints the errors of a pool whole: they hold its client, with its keys', () => {
  const printing = readPages().filter(({ text }) => /'error', console\./.test(text))
  expect(printing.map(({ file }) => file)).toEqual([])
})
