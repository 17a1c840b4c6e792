import { readFileSync } from 'node:fs'
import * as peers from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'
import * as ours from '../../src/scorers/index.ts'

interface Scorer {
  run(run: never): Promise<{ readonly score?: unknown }>
}

/** By metric: the scorer of the peer, and ours. The peer's compare the answer with the input, or with nothing. */
export const codeScorers: Record<string, { readonly peer: Scorer; readonly ours: Scorer }> = {
  'textual difference': {
    peer: peers.createTextualDifferenceScorer(),
    ours: ours.createTextualDifferenceScorer(),
  },
  completeness: { peer: peers.createCompletenessScorer(), ours: ours.createCompletenessScorer() },
  'keyword coverage': {
    peer: peers.createKeywordCoverageScorer(),
    ours: ours.createKeywordCoverageScorer(),
  },
  'content similarity': {
    peer: peers.createContentSimilarityScorer(),
    ours: ours.createContentSimilarityScorer(),
  },
  tone: { peer: peers.createToneScorer(), ours: ours.createToneScorer() },
}

/** Encyclopaedia passages one after the other; the first text has other passages than the second. */
function articles(): [string[], string[]] {
  const file = new URL('../../datasets/calibration/statement-relevance-clapnq.jsonl', import.meta.url)
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const passages = [...new Map(rows.map(({ group, output }) => [group, output as string])).values()]
  const half = passages.length >> 1
  return [passages.slice(0, half), passages.slice(half, 2 * half)]
}

/** As the passages are too few for a long text, their words are numbered from the second round on. */
function longText(passages: readonly string[], length: number): string {
  let text = ''
  for (let index = 0; text.length < length; index++) {
    const passage = passages[index % passages.length] ?? ''
    const round = Math.floor(index / passages.length)
    text += round === 0 ? passage : passage.replace(/\p{L}{7,}/gu, (word) => word + round)
    text += ' '
  }
  return text.slice(0, length)
}

export type Kind = 'unrelated' | 'edited' | 'no full stops'
export const kinds: readonly Kind[] = ['unrelated', 'edited', 'no full stops']

/** A reference and an answer of so many characters each. */
export function pairOf(kind: Kind, length: number): { reference: string; answer: string } {
  const [some, others] = articles()
  const reference = longText(some, length)
  if (kind === 'unrelated') return { reference, answer: longText(others, length) }
  if (kind === 'no full stops') {
    const strip = (text: string) => text.replace(/[.!?]/g, ' ')
    return { reference: strip(reference), answer: strip(longText(others, length)) }
  }
  const words = reference.split(' ')
  const edited = words.map((word, index) => (index % 17 === 3 ? `${word} indeed` : word))
  return { reference, answer: edited.filter((_, index) => index % 23 !== 7).join(' ') }
}

export function runOf({ reference, answer }: { reference: string; answer: string }): never {
  return createAgentTestRun({
    inputMessages: [createTestMessage({ id: 'i', role: 'user', content: reference })],
    output: [createTestMessage({ id: 'o', role: 'assistant', content: answer })],
  }) as never
}
