import { readFileSync } from 'node:fs'
import {
  type Probabilities,
  predict,
  type Verdict,
  type Weights,
} from '../../src/judge/embedded/regression.ts'
import { findEvidence } from '../../src/judge/embedded/support/evidence.ts'
import { compare, supportFeatures } from '../../src/judge/embedded/support/features.ts'
import { breathing, readContext, readSentence } from '../../src/judge/embedded/support/read-context.ts'
import { fitRegression, tenth } from './fit.ts'

export const claimSets = ['agent-style', 'realsumm-scu', 'fm2'] as const

export type ClaimSet = (typeof claimSets)[number]

/** A claim with the verdict that people gave. */
export interface ClaimExample {
  readonly id: string
  readonly dataset: ClaimSet
  readonly claim: string
  readonly context: readonly string[]
  readonly label: Verdict
  /** Claims about one article: never on both sides of a split. */
  readonly group: string
}

export interface MeasuredClaim extends ClaimExample {
  readonly features: ReturnType<typeof compare>['features']
}

interface Row {
  readonly id: string
  readonly statement: string
  readonly context: readonly string[]
  readonly label: keyof typeof labels
  readonly group?: string
}

const labels = { supported: 'yes', not_supported: 'unsure', contradicted: 'no' } as const
/** Chosen by cross-validation, see docs/reference/embedded-judge.md. */
const penalty = 5
const datasetWeights: Readonly<Record<ClaimSet, number>> = { 'agent-style': 4, 'realsumm-scu': 1, fm2: 1 }

const directory = new URL('../../datasets/calibration/', import.meta.url)

export function readClaims(): ClaimExample[] {
  return claimSets.flatMap((dataset) =>
    readFileSync(new URL(`faithfulness-${dataset}.jsonl`, directory), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { id, statement, context, label, group = titleOf(context) } = JSON.parse(line) as Row
        return { id, dataset, claim: statement, context, label: labels[label], group: `${dataset}:${group}` }
      }),
  )
}

/** The pieces of FoolMeTwice begin with the title of their article and a colon. */
function titleOf([piece = '']: readonly string[]): string {
  return piece.slice(0, piece.indexOf(':'))
}

/**
 * The features of every claim.
 *
 * @param contextOf Another context for a claim than its own.
 */
export async function measureClaims(
  examples: readonly ClaimExample[],
  contextOf: (example: ClaimExample) => readonly string[] = ({ context }) => context,
): Promise<MeasuredClaim[]> {
  const measured: MeasuredClaim[] = []
  const breath = breathing(undefined)
  for (const example of examples) {
    const pieces = new Map(contextOf(example).map((text, index) => [`c${index + 1}`, text]))
    const context = await readContext(pieces, breath)
    const claim = readSentence(example.claim)
    const evidence = await findEvidence(claim, context, breath)
    measured.push({ ...example, features: compare(claim, evidence).features })
  }
  return measured
}

export function trainSupport(examples: readonly MeasuredClaim[]): Weights {
  return fitRegression(
    examples.map(({ features, label, dataset }) => ({ features, label, weight: datasetWeights[dataset] })),
    supportFeatures,
    penalty,
  )
}

/**
 * What a judge that has not seen the claim's article says of it, with articles left out in tenths.
 *
 * @param asked The same claims with other contexts; default: the examples themselves.
 * @returns Example id to probabilities.
 */
export function crossValidateSupport(
  examples: readonly MeasuredClaim[],
  asked: readonly MeasuredClaim[] = examples,
): Map<string, Probabilities> {
  const judged = new Map<string, Probabilities>()
  for (const fold of new Set(examples.map(({ group }) => tenth(group)))) {
    const weights = trainSupport(examples.filter(({ group }) => tenth(group) !== fold))
    for (const { id, group, features } of asked)
      if (tenth(group) === fold) judged.set(id, predict(weights, features))
  }
  return judged
}
