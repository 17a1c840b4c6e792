import type { Weights } from '../../src/judge/embedded/regression.ts'

/** Named weights as the source of a file beside their judge, each number to five decimals, formatted like all files. */
export function showWeights(named: Readonly<Record<string, Weights>>): string {
  return [
    '/** Written by research/train-embedded-judge.ts: fit again, never edit. */',
    "import type { Weights } from '../regression.ts'",
    ...Object.entries(named).map(([name, weights]) => `\n${show(name, weights)}`),
    '',
  ].join('\n')
}

function show(name: string, { features, means, deviations, coefficients }: Weights): string {
  const names = features.map((feature) => `'${feature}'`)
  return [
    `export const ${name}: Weights = {`,
    list('  ', 'features', names, 1),
    numbers('  ', 'means', means),
    numbers('  ', 'deviations', deviations),
    '  coefficients: {',
    ...Object.entries(coefficients).map(([verdict, slopes]) => numbers('    ', verdict, slopes)),
    '  },',
    '}',
  ].join('\n')
}

function numbers(indent: string, name: string, values: readonly number[]): string {
  const shown = values.map((value) => String(Number(value.toFixed(5))))
  return list(indent, name, shown, Number.POSITIVE_INFINITY)
}

const lineWidth = 110

/** On one line where it fits; else in lines that are filled, or hold so many items at most. */
function list(indent: string, name: string, items: readonly string[], atMost: number): string {
  const whole = `${indent}${name}: [${items.join(', ')}],`
  if (whole.length <= lineWidth) return whole
  const lines: string[][] = [[]]
  for (const item of items) {
    const line = lines.at(-1) as string[]
    const width = `${indent}  ${[...line, item].join(', ')},`.length
    if (line.length > 0 && (line.length === atMost || width > lineWidth)) lines.push([item])
    else line.push(item)
  }
  return [
    `${indent}${name}: [`,
    ...lines.map((line) => `${indent}  ${line.join(', ')},`),
    `${indent}],`,
  ].join('\n')
}
