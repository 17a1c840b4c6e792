/**
 * How long `splitStatements` takes on 10 KB, 100 KB and 1 MB of ordinary and of hostile shapes, with the growth
 * exponent between the last two: 1 is linear, 2 quadratic. Run: `node bench/statements.ts`.
 */
import { splitStatements } from '../src/text/statements.ts'

/** A shape is a unit that is repeated, with what stands once before it. */
const shapes: Record<string, [unit: string, before?: string]> = {
  'plain prose': ['The cat sat on the mat. Did it rain, e.g. on Monday? '],
  'one word': ['a'],
  'words without marks': ['word '],
  'blank lines': ['\n'],
  spaces: [' '],
  'short lines': ['a\n'],
  'wrapped lines': ['this line is long enough to have been wrapped by someone\n'],
  'bullet items': ['- item\n'],
  'numbered items': ['1. item\n'],
  'nested quotations': ['> '],
  'nested bullets': ['- ', 'x'],
  'deepening items': ['  - item\n'],
  'headings only': ['# a\n'],
  'table rows': ['| a | b |\n', '| x | y |\n|---|---|\n'],
  'full stops': ['.'],
  'full stops with blanks': ['. '],
  'full stops before a letter': ['.....a'],
  abbreviations: ['e.g. '],
  initials: ['A. '],
  'opening brackets': ['('],
  'opening square brackets': ['['],
  'broken links': ['[a](b "'],
  'links with brackets': ['[a](b(c'],
  'image marks': ['!['],
  stars: ['*'],
  'unclosed strong': ['**a '],
  'one unclosed strong': ['a', '**'],
  'unclosed emphasis': [' *a'],
  backticks: ['`'],
  'uneven backticks': ['`a``b'],
  'straight quotes': ['"'],
  'unclosed quotes': [' "a. B'],
  'curly openers': ['“a. '],
  'stops in quotes': [`"${'.'.repeat(990)}a"  `],
  'closers after a stop': [')', 'Yes.'],
  'openers after a stop': [' (', 'Yes.'],
  hashes: ['#', '# a '],
  'hashes with blanks': [' #', '# a'],
  dashes: ['-'],
  'dashes with blanks': ['- '],
  'table rule': ['|-'],
  'unclosed fence': ['a. b\n', '```\n'],
  'fences that never close': ['````\n```\n', '`````\n'],
  'fences within quotations': ['> ```\n> a\n'],
  'Chinese without marks': ['天'],
  'Chinese sentences': ['今天天气很好。'],
  'Greek marks': ['ά;'],
  'combining marks': ['\u0301', 'α'],
  'lone surrogates': ['\ud800'],
  NUL: ['\0'],
  emoji: ['👍. '],
  'citations after a stop': ['[1]', 'Yes.'],
}

const sizes = [10_000, 100_000, 1_000_000]

function timeInMs(text: string): number {
  const start = performance.now()
  splitStatements(text)
  return performance.now() - start
}

/** The least of several runs is the one that other work on the machine disturbed least. */
function leastTimeInMs(text: string): number {
  return Math.min(...Array.from({ length: 5 }, () => timeInMs(text)))
}

timeInMs('The cat sat. It rained.\n\n- a\n- b\n'.repeat(10_000))
console.log(
  `${'shape'.padEnd(28)}${sizes.map((size) => `${size / 1000} KB`.padStart(11)).join('')}   exponent`,
)
for (const [name, [unit, before = '']] of Object.entries(shapes)) {
  const times = sizes.map((size) => {
    const text = before + unit.repeat(Math.floor(size / unit.length))
    return leastTimeInMs(text)
  })
  const [, middle = 0, large = 0] = times
  const exponent = Math.log10(large / middle)
  const cells = times.map((time) => `${time.toFixed(1)} ms`.padStart(11)).join('')
  console.log(`${name.padEnd(28)}${cells}   ${exponent.toFixed(2)}`)
}
