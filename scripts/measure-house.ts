/**
 * Tells how much there is to know of this package, as facts: it fails nothing.
 *
 *     node scripts/measure-house.ts
 */
import { globSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addCommands } from '../src/cli/add-commands.ts'
import type { Surroundings } from '../src/cli/surroundings.ts'
import { features } from '../src/command/features.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const source = globSync('src/**/*.ts').filter((file) => !file.endsWith('.d.ts'))

/** Values and types, as often as a subpath gives them. */
const publicNames = read('tests/exports.txt').match(/^ {2}\w+$/gm) ?? []

const flagsOf = (command: Command): string[] => [
  ...command.options.map(({ long }) => String(long)),
  ...command.commands.flatMap(flagsOf),
]

const program = new Command('verdict')
// What the commands do is never asked for here.
addCommands(program as never, { features } as Surroundings, async () => {})
const flagsOfCommand = (name: string) => {
  const command = program.commands.find((one) => one.name() === name)
  // With --help, which every command has.
  return command === undefined ? 0 : flagsOf(command).length + 1
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const typesIn = (text: string) =>
  text.match(/^(?:export )?(?:declare )?(?:interface|type) \w+/gm)?.length ?? 0
const wordsOf = (pattern: string) =>
  sum(globSync(pattern).map((page) => read(page).split(/\s+/).filter(Boolean).length))

/** How often a pattern occurs in src. */
const timesIn = (pattern: RegExp) => sum(source.map((file) => read(file).match(pattern)?.length ?? 0))

const facts: Readonly<Record<string, number>> = {
  'public names over all subpaths': publicNames.length,
  'different ones among them': new Set(publicNames).size,
  'flags of the command': new Set(flagsOf(program)).size,
  'flags of run': flagsOfCommand('run'),
  'flags of compare': flagsOfCommand('compare'),
  'named types and interfaces in src': sum(source.map((file) => typesIn(read(file)))),
  'loose files in evaluation/': globSync('src/evaluation/*.ts').length,
  'loose files in features/labels/': globSync('src/features/labels/*.ts').length,
  'words of docs': wordsOf('docs/**/*.md'),
  'words of the Guide': wordsOf('docs/guide/*.md'),
  'words of the changelog': wordsOf('CHANGELOG.md'),
  'words of AGENTS.md': wordsOf('AGENTS.md'),
  'comments of src': timesIn(/^\s*(?:\/\*\*|\/\/) ?(?:\n\s*\* )?\S/gm),
  'comments that begin with What, Where, Who, Which or Whether': timesIn(
    /^\s*(?:\/\*\*|\/\/) ?(?:\n\s*\* )?(?:What|Where|Who|Which|Whether)\b/gm,
  ),
  'functions and constants with Of in their name': timesIn(/^\s*(?:export )?(?:const|function\*?) \w*Of\b/gm),
  'spreads of a literal in a literal': timesIn(/\.\.\.\{ \w+/g),
  'pairs assigned at once': timesIn(/const \[\w+, \w+\] = \[/g),
  'files of src above 230 lines': source.filter((file) => read(file).split('\n').length > 231).length,
  'golden lines': sum(globSync('tests/report/golden/**/*.*').map((file) => read(file).split('\n').length)),
  'lines of src': sum(source.map((file) => read(file).split('\n').length - 1)),
}

for (const [what, count] of Object.entries(facts)) console.log(`${count.toString().padStart(6)} ${what}`)
