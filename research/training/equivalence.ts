import { readFileSync } from 'node:fs'
import { compareAnswer, equivalenceFeatures } from '../../src/judge/embedded/equivalence/features.ts'
import { whyUnsuited } from '../../src/judge/embedded/equivalence/judge-equivalence.ts'
import { readAnswer, readText } from '../../src/judge/embedded/equivalence/read-text.ts'
import { predict, type Weights } from '../../src/judge/embedded/regression.ts'
import { fitRegression, tenth } from './fit.ts'

/** An answer with the verdict that people gave, and the features of it beside each accepted reference. */
export interface MeasuredAnswer {
  readonly id: string
  readonly answer: string
  /** Those that can be judged by their words; any of them will do. */
  readonly references: readonly string[]
  /** One for each reference. */
  readonly features: ReturnType<typeof compareAnswer>[]
  readonly label: 'yes' | 'no'
  /** The question: never on both sides of a split. */
  readonly group: string
}

interface Row {
  readonly id: string
  readonly input: string
  readonly output: string
  readonly groundTruth: readonly string[]
  readonly label: 'correct' | 'incorrect'
}

/** Chosen by cross-validation, see docs/reference/embedded-judge.md. */
const penalty = 3

const file = new URL('../../datasets/calibration/answer-equivalence-evouna.jsonl', import.meta.url)

/** The answers that have at least one reference to judge by. */
export function measureAnswers(): MeasuredAnswer[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .map(({ id, input, output, groundTruth, label }) => {
      const references = groundTruth.filter((reference) => whyUnsuited(reference) === undefined)
      const [answer, question] = [readAnswer(output), readText(input)]
      return {
        id,
        answer: output,
        references,
        features: references.map((reference) => compareAnswer(readText(reference), answer, question)),
        label: label === 'correct' ? ('yes' as const) : ('no' as const),
        group: id.slice(0, id.lastIndexOf('-')),
      }
    })
    .filter(({ references }) => references.length > 0)
}

/** Fits to each answer beside the reference that it has most of. */
export function trainEquivalence(examples: readonly MeasuredAnswer[]): Weights {
  const rows = examples.map(({ features, label }) => ({
    features: features.reduce((best, next) => (closer(next) > closer(best) ? next : best)),
    label,
    weight: 1,
  }))
  return fitRegression(rows, equivalenceFeatures, penalty)
}

/** How probably the answer is right by the reference that suits it best, 0 to 1. */
export function predictBest(weights: Weights, { features }: MeasuredAnswer): number {
  return Math.max(...features.map((each) => predict(weights, each).yes))
}

/** What a judge that has not seen the question says, with questions left out in tenths: example id to probability. */
export function crossValidateEquivalence(
  examples: readonly MeasuredAnswer[],
  ask: (weights: Weights, example: MeasuredAnswer) => number = predictBest,
): Map<string, number> {
  const judged = new Map<string, number>()
  for (const fold of new Set(examples.map(({ group }) => tenth(group)))) {
    const weights = trainEquivalence(examples.filter(({ group }) => tenth(group) !== fold))
    for (const example of examples)
      if (tenth(example.group) === fold) judged.set(example.id, ask(weights, example))
  }
  return judged
}

const closer = ({ coverage, phrase }: ReturnType<typeof compareAnswer>) => coverage + phrase
