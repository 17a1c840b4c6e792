import type { Weights } from '../../src/judge/embedded/regression.ts'

/** Named weights as the source of weights.ts, each number to five decimals. */
export function showWeights(named: Readonly<Record<string, Weights>>): string {
  return [
    '/** Written by research/train-embedded-judge.ts: fit again, never edit. */',
    "import type { Weights } from './regression.ts'",
    '',
    Object.entries(named)
      .map(([name, weights]) => `${show(name, weights).join('\n')}\n`)
      .join('\n'),
  ].join('\n')
}

function show(name: string, { features, means, deviations, coefficients }: Weights): string[] {
  return [
    `export const ${name}: Weights = {`,
    '  features: [',
    ...features.map((feature) => `    '${feature}',`),
    '  ],',
    ...list('  means', means),
    ...list('  deviations', deviations),
    '  coefficients: {',
    ...Object.entries(coefficients).flatMap(([verdict, numbers]) => list(`    ${verdict}`, numbers)),
    '  },',
    '}',
  ]
}

function list(name: string, numbers: readonly number[]): string[] {
  return [`${name}: [`, ...numbers.map((number) => `      ${Number(number.toFixed(5))},`), '    ],']
}
