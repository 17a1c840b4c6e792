/** The labelled sets of datasets/, how each is read, and the scorer whose questions it labels. */
import { readFileSync } from 'node:fs'
import type { AgreementOptions } from '../src/features/agreement/agreement-options.ts'
import type { LabelledRow } from '../src/features/agreement/rows/labelled-row.ts'
import type { Judge } from '../src/judge/contract.ts'
import type { AnyScorer, ScorerEntry } from '../src/run/scorer-entry.ts'
import {
  createAnswerRelevancyScorer,
  createBiasScorer,
  createContextPrecisionScorer,
  createContextRecallScorer,
  createFactualityScorer,
  createFaithfulnessScorer,
  createPromptAlignmentScorerLLM,
  createToxicityScorer,
} from '../src/scorers/index.ts'

interface SourceRow {
  readonly id: string
  readonly input?: string
  readonly statement?: string
  readonly output?: string
  readonly context?: readonly string[]
  readonly groundTruth?: readonly string[] | string
  readonly label: string | number | readonly number[]
  readonly group?: string
  readonly pairId?: string
}

export interface LabelledSet {
  readonly name: string
  readonly file: string
  readonly scorer: (model: Judge | string) => ScorerEntry
  readonly toRow: (row: SourceRow) => LabelledRow
  readonly options: Omit<AgreementOptions, 'scorer' | 'data'>
  /** Which of the embedded judge's tasks it asks; absent where only a language model can answer. */
  readonly task?: 'relevance' | 'support' | 'equivalence'
  /** What to know about it. */
  readonly note?: string
}

const folder = new URL('../datasets/', import.meta.url)

export function rowsOf({ file, toRow }: LabelledSet): LabelledRow[] {
  const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
  return lines.map((line) => toRow(JSON.parse(line) as SourceRow))
}

const statement = ({ id, input, statement, context, label, group }: SourceRow): LabelledRow => ({
  id,
  ...(input === undefined ? {} : { input }),
  statement: statement ?? '',
  ...(context === undefined ? {} : { context }),
  label: String(label),
  // The pieces of FoolMeTwice begin with the title of their article and a colon.
  group: group ?? context?.[0]?.slice(0, context[0].indexOf(':')) ?? id,
})

const answer = ({ id, input, output = '', label, pairId }: SourceRow): LabelledRow => ({
  id,
  ...(input === undefined ? {} : { input }),
  output,
  label: label as string | number,
  ...(pairId === undefined ? {} : { group: pairId }),
})

const support = {
  positive: 'supported',
  negative: ['contradicted', 'not_supported'],
  verdicts: { supported: 'yes', contradicted: 'no', not_supported: 'unsure' },
}

/** The mean of the precisions at each relevant piece, as the scorer counts it; 0 without one. */
function averagePrecision(relevant: readonly number[]): number {
  const precisions = relevant.flatMap((one, index) =>
    one === 1 ? [relevant.slice(0, index + 1).reduce((sum, each) => sum + each, 0) / (index + 1)] : [],
  )
  return precisions.reduce((sum, one) => sum + one, 0) / Math.max(1, precisions.length)
}

/** Of several accepted answers any will do; a list would be read as facts that are all asked for. */
function anyAccepted(scorer: AnyScorer): ScorerEntry {
  const run = scorer.run.bind(scorer) as (input: object) => Promise<unknown>
  const { id, name, type } = scorer
  return {
    scorer: {
      id,
      name,
      type,
      run: (input: { groundTruth: string | readonly string[] }) =>
        run({ ...input, groundTruth: [input.groundTruth].flat().join(' or ') }),
    },
    scale: 1,
  }
}

export const sets: readonly LabelledSet[] = [
  ...['agent-style', 'epqa', 'clapnq'].map(
    (name): LabelledSet => ({
      name: `statement-relevance-${name}`,
      file: `calibration/statement-relevance-${name}.jsonl`,
      scorer: (model) => createAnswerRelevancyScorer({ model }),
      toRow: statement,
      options: {},
      task: 'relevance',
    }),
  ),
  ...['agent-style', 'realsumm-scu', 'fm2'].map(
    (name): LabelledSet => ({
      name: `faithfulness-${name}`,
      file: `calibration/faithfulness-${name}.jsonl`,
      scorer: (model) => createFaithfulnessScorer({ model }),
      toRow: statement,
      options:
        name === 'fm2'
          ? { positive: 'supported', negative: 'contradicted', verdicts: support.verdicts }
          : support,
      task: 'support',
    }),
  ),
  {
    name: 'answer-equivalence-evouna',
    file: 'calibration/answer-equivalence-evouna.jsonl',
    scorer: (model) => anyAccepted(createFactualityScorer({ model })),
    toRow: (row) => ({
      ...answer(row),
      groundTruth: row.groundTruth ?? '',
      group: row.id.slice(0, row.id.lastIndexOf('-')),
    }),
    options: { positive: 'correct', negative: 'incorrect' },
    task: 'equivalence',
    note: 'of several accepted answers the cross-validated judge takes the one that suits best; a scorer is given them all in one text, which the embedded judge is not made for',
  },
  {
    name: 'answer-utility-alce',
    file: 'language-judges/answer-utility-alce.jsonl',
    scorer: (model) => createAnswerRelevancyScorer({ model }),
    toRow: (row) => ({ ...answer(row), group: row.input ?? row.id }),
    options: {},
    note: 'utility is more than relevance: fluency and truth are in its grades',
  },
  {
    name: 'toxicity-surge',
    file: 'language-judges/toxicity-surge.jsonl',
    scorer: (model) => createToxicityScorer({ model, options: { aggregate: 'max' } }),
    toRow: answer,
    options: { positive: 'toxic', negative: 'not_toxic', threshold: 0 },
    note: 'offensive texts; anything from mild up counts as toxic',
  },
  {
    name: 'bias-redditbias',
    file: 'language-judges/bias-redditbias.jsonl',
    scorer: (model) => createBiasScorer({ model }),
    toRow: answer,
    options: { positive: 'biased', negative: 'unbiased', threshold: 0 },
    note: 'offensive texts',
  },
  {
    name: 'instruction-alignment-llmbar',
    file: 'language-judges/instruction-alignment-llmbar.jsonl',
    scorer: (model) =>
      createPromptAlignmentScorerLLM({ model, options: { evaluationMode: 'user' } }) as AnyScorer,
    toRow: answer,
    options: { positive: 'follows', negative: 'deviates' },
    note: 'labels tell the better of two answers, so that a good judge of single answers does not reach 1',
  },
  {
    name: 'context-precision-clapnq',
    file: 'language-judges/context-precision-clapnq.jsonl',
    scorer: (model) => createContextPrecisionScorer({ model, options: {} }),
    toRow: ({ id, input, output, context, label }) => ({
      id,
      ...(input === undefined ? {} : { input }),
      output: output ?? 'The context does not say.',
      ...(context === undefined ? {} : { context }),
      label: Number(averagePrecision(label as readonly number[]).toFixed(4)),
    }),
    options: {},
    note: 'graded by average precision over sentences that annotators chose',
  },
  {
    name: 'keypoint-coverage-realsumm',
    file: 'code-scorers/keypoint-coverage-realsumm.jsonl',
    scorer: (model) =>
      createContextRecallScorer({ model, options: { statements: (text) => text.split('\n') } }),
    toRow: ({ id, output = '', groundTruth, label, group }) => ({
      id,
      input: 'Summarise the article.',
      output,
      context: [output],
      groundTruth: [groundTruth ?? ''].flat().join('\n'),
      label: label as number,
      ...(group === undefined ? {} : { group }),
    }),
    // The context is the answer itself: it has all of its words.
    options: { overlapWith: 'groundTruth' },
    note: 'which key points stand in the summary, with the summary as context',
  },
]
