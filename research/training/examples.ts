import { readFileSync, writeFileSync } from 'node:fs'
import { cosine, type Encoder } from '../../src/judge/embedded/encoder.ts'
import {
  type Probabilities,
  predict,
  type Verdict,
  type Weights,
} from '../../src/judge/embedded/regression.ts'
import {
  encoderFeatures,
  type Features,
  lexicalFeatures,
  longestText,
  measureFeatures,
  type QuestionReading,
  readQuestions,
} from '../../src/judge/embedded/relevance/features.ts'
import { fitRegression, tenth } from './fit.ts'

export const datasets = ['agent-style', 'epqa', 'clapnq'] as const
export type Dataset = (typeof datasets)[number]

/** A statement with the verdict that people gave. */
export interface Example {
  readonly id: string
  readonly dataset: Dataset
  readonly question: string
  readonly statement: string
  readonly label: Verdict
  /** Examples of a group must not be on both sides of a split. */
  readonly group: string
}

export interface MeasuredExample extends Example {
  readonly features: Features
}

interface Row {
  readonly id: string
  readonly input: string
  readonly statement: string
  readonly label: Verdict
  readonly group: string
}

const directory = new URL('../../datasets/calibration/', import.meta.url)

export function readExamples(): Example[] {
  return datasets.flatMap((dataset) =>
    readFileSync(new URL(`statement-relevance-${dataset}.jsonl`, directory), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { id, input, statement, label, group } = JSON.parse(line) as Row
        return { id, dataset, question: input, statement, label, group: `${dataset}:${group}` }
      }),
  )
}

// No question of the data is several.
const readingOf = ({ question }: Example) => readQuestions(question)[0] as QuestionReading

/** The cosine of question and statement of every example, which takes the encoder a minute. */
export async function measureCosines(examples: readonly Example[], encoder: Encoder): Promise<number[]> {
  const asked = await encoder.encode(examples.map((example) => readingOf(example).text))
  const said = await encoder.encode(examples.map(({ statement }) => statement.slice(0, longestText)))
  return asked.map((vector, index) => cosine(vector, said[index] as Float32Array))
}

const cosinesFile = new URL('cosines.json', directory)

/** Keeps the cosines of the examples that the judge is fitted to, to six digits. */
export function storeCosines(examples: readonly Example[], cosines: readonly number[]): void {
  const byId = examples.map(({ id }, index) => [id, Number(cosines[index]?.toFixed(6))])
  writeFileSync(cosinesFile, `${JSON.stringify(Object.fromEntries(byId), undefined, 1)}\n`)
}

/** The features of every example, with the stored cosines. */
export function measureExamples(examples: readonly Example[]): MeasuredExample[] {
  const cosines: Record<string, number> = JSON.parse(readFileSync(cosinesFile, 'utf8'))
  return examples.map((example) => {
    const cosine = cosines[example.id]
    if (cosine === undefined)
      throw new Error(`${example.id} has no cosine: run node research/train-embedded-judge.ts`)
    return { ...example, features: measureFeatures(readingOf(example), example.statement, cosine) }
  })
}

/** Chosen by cross-validation, see docs/reference/embedded-judge.md. */
const penalty = 3
const datasetWeights: Readonly<Record<Dataset, number>> = { 'agent-style': 1.5, epqa: 1, clapnq: 1 }

export type Variant = 'encoder' | 'lexical'

/** Fits the weights of one of the two variants to examples. */
export function train(examples: readonly MeasuredExample[], variant: Variant): Weights {
  const rows = examples.map(({ features, label, dataset }) => ({
    features,
    label,
    weight: datasetWeights[dataset],
  }))
  return fitRegression(rows, variant === 'encoder' ? encoderFeatures : lexicalFeatures, penalty)
}

/**
 * What a judge that has not seen the example says of it. Everyday questions are left out one at a time, the
 * groups of the other two sets in tenths; the rest of all three sets is what is learned from.
 *
 * @returns Example id to probabilities.
 */
export function crossValidate(
  examples: readonly MeasuredExample[],
  variant: Variant,
): Map<string, Probabilities> {
  const folds = new Map(
    examples.map(({ group, dataset }) => [group, dataset === 'agent-style' ? group : tenth(group)]),
  )
  const judged = new Map<string, Probabilities>()
  for (const fold of new Set(folds.values())) {
    const isLeftOut = ({ group }: MeasuredExample) => folds.get(group) === fold
    const weights = train(
      examples.filter((example) => !isLeftOut(example)),
      variant,
    )
    for (const { id, features } of examples.filter(isLeftOut)) judged.set(id, predict(weights, features))
  }
  return judged
}
