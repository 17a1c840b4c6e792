import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScorer } from '@mastra/core/evals'
import type { EvaluationItem } from '../../src/evaluation/dataset/item.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'

export const folder = () => mkdtempSync(join(tmpdir(), 'verdict-evaluation-'))

/** Items q1, q2, …, asking for 1, 2, … */
export const questions = (count: number): EvaluationItem[] =>
  Array.from({ length: count }, (_, index) => ({ id: `q${index + 1}`, input: String(index + 1) }))

interface Answer {
  readonly text: string
}

/** Any scorer that reads the raw output. */
export const scorerOf = (id: string, score: (answer: string) => number | Promise<number>) =>
  createScorer<string, string | Answer>({ id, name: id, description: id }).generateScore(async ({ run }) =>
    score(typeof run.output === 'string' ? run.output : run.output.text),
  )

/** Scores the number in the answer, as a part of 100. */
export const numberScorer = (id = 'number') => scorerOf(id, (answer) => Number(answer) / 100)

/** A record without what differs from run to run. */
export function timeless({ startedAt: _, durationInMs: __, scores, ...rest }: ItemRecord) {
  const bare = Object.entries(scores).map(([id, { durationInMs: ___, ...score }]) => [id, score])
  return { ...rest, scores: Object.fromEntries(bare) }
}

export const delay = (inMs: number) => new Promise<void>((resolve) => setTimeout(resolve, inMs))

/** An error as the AI SDK has it for an HTTP status. */
export const httpError = (statusCode: number) =>
  Object.assign(new Error(`HTTP ${statusCode}`), { statusCode })
