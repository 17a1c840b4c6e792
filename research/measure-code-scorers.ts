/**
 * Measures how the code scorers agree with people, beside those of `@mastra/evals`, as docs/reference/code-scorers.md
 * shows it. Run: node research/measure-code-scorers.ts
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as peers from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'
import * as ours from '../src/scorers/index.ts'
import { runAtOnce } from '../src/shared/slices.ts'
import { rateSentence } from '../src/text/measures/sentiment.ts'
import { bootstrapByGroup } from './training/measures.ts'

interface Row {
  readonly id: string
  readonly group: string
  readonly output: string
  readonly reference: string
  /** What people said. */
  readonly label: number
}

interface Scored extends Row {
  readonly score: number
}

function readRows(dataset: string): Row[] {
  const file = new URL(`../datasets/code-scorers/${dataset}.jsonl`, import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ id, group = id, output, groundTruth = '', label, score }) => ({
      id,
      group,
      output,
      reference: [groundTruth].flat().join('\n'),
      label: score ?? label,
    }))
}

/** Ranks from 1; equal values share the mean of theirs. */
function ranksOf(values: readonly number[]): number[] {
  const sorted = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value)
  const ranks: number[] = []
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (sorted[end]?.value === sorted[start]?.value && end < sorted.length) end++
    for (const { index } of sorted.slice(start, end)) ranks[index] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

/** Spearman's rank correlation: Pearson's of the ranks. */
function spearman(rows: readonly Scored[]): number {
  const [one, other] = [ranksOf(rows.map(({ score }) => score)), ranksOf(rows.map(({ label }) => label))]
  const middle = (rows.length + 1) / 2
  let [product, squares, otherSquares] = [0, 0, 0]
  for (const [index, rank] of one.entries()) {
    const [a, b] = [rank - middle, (other[index] as number) - middle]
    product += a * b
    squares += a * a
    otherSquares += b * b
  }
  return product / Math.sqrt(squares * otherSquares)
}

/** Half of the groups, by their names: how far the two halves are apart tells how far to trust a number. */
const isInFirstHalf = ({ group }: Row) => (createHash('sha1').update(group).digest()[0] as number) % 2 === 0

type Score = (row: Row) => Promise<unknown>

function scoreOurs(scorer: { run(run: never): Promise<{ score?: unknown }> }): Score {
  return async ({ output, reference }) => (await scorer.run({ input: reference, output } as never)).score
}

/** The scorers of the peer only compare with the input. */
const toPeerRun = ({ output, reference }: Row) =>
  createAgentTestRun({
    inputMessages: [createTestMessage({ id: 'i', role: 'user', content: reference })],
    output: [createTestMessage({ id: 'o', role: 'assistant', content: output })],
  })

function scorePeer(scorer: { run(run: never): Promise<{ score?: unknown }> }): Score {
  return async (row) => (await scorer.run(toPeerRun(row) as never)).score
}

const peerTone = peers.createToneScorer({ referenceTone: 'neutral' })

const measures: Record<string, readonly (readonly [string, Score])[]> = {
  'similarity-sts-images': [
    ['content similarity', scoreOurs(ours.createContentSimilarityScorer())],
    ['content similarity of the peer', scorePeer(peers.createContentSimilarityScorer())],
    ['textual difference', scoreOurs(ours.createTextualDifferenceScorer())],
    ['textual difference of the peer', scorePeer(peers.createTextualDifferenceScorer())],
  ],
  'tone-vader': [
    ['sentiment of a sentence', async ({ output }) => runAtOnce(rateSentence(output))],
    [
      'sentiment of the peer',
      async (row) => (await peerTone.run(toPeerRun(row) as never)).preprocessStepResult?.responseSentiment,
    ],
  ],
  'keypoint-coverage-realsumm': [
    ['completeness', scoreOurs(ours.createCompletenessScorer())],
    ['completeness of the peer', scorePeer(peers.createCompletenessScorer())],
    ['keyword coverage', scoreOurs(ours.createKeywordCoverageScorer())],
    ['keyword coverage of the peer', scorePeer(peers.createKeywordCoverageScorer())],
  ],
}

for (const [dataset, scorers] of Object.entries(measures)) {
  const rows = readRows(dataset)
  console.log(`\n${dataset}: ${rows.length} rows; Spearman's correlation with people`)
  for (const [name, score] of scorers) {
    const scored: Scored[] = []
    for (const row of rows) {
      const value = await score(row)
      if (typeof value !== 'number') throw new Error(`${name} gave ${value} for ${row.id}`)
      scored.push({ ...row, score: value })
    }
    const show = (part: readonly Scored[]) => spearman(part).toFixed(3)
    const [low, high] = bootstrapByGroup(scored, spearman)
    const halves = `halves ${show(scored.filter(isInFirstHalf))} and ${show(scored.filter((row) => !isInFirstHalf(row)))}`
    console.log(`  ${name.padEnd(32)} ${show(scored)} [${low.toFixed(2)}, ${high.toFixed(2)}]; ${halves}`)
  }
}
