import { checkRepeats, RunsNotComparableError } from '../../evaluation/comparison/collect-scores.ts'
import { commonItems } from '../../evaluation/comparison/common-items.ts'
import { toDataset } from '../../evaluation/dataset/dataset.ts'
import { evaluateWithin } from '../../evaluation/evaluate.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import { givenThen } from '../../evaluation/rescore.ts'
import { stoppingPairs } from '../../evaluation/sequential/sequential-preference.ts'
import { type Answerer, noUsage } from '../../evaluation/target/target-answer.ts'
import type { JudgeModel } from '../../judge/to-judge.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import { type EvaluationRun, type FailureRecord, toAnswerKey } from '../../run/record.ts'
import { type AnswerPair, preferenceScorer, toldByCode } from '../../scorers/answer-preference.ts'
import { readDialogue, requireAnswer, whyNoQuestion } from '../../scorers/material/answer.ts'
import { isNotScorable } from '../../shared/core-evals.ts'

/** How to judge pairs, as in `evaluate`. */
export type JudgePairsOptions = Pick<
  EvaluateOptions,
  | 'file'
  | 'resume'
  | 'concurrency'
  | 'timeoutInMs'
  | 'attempts'
  | 'retryDelayInMs'
  | 'signal'
  | 'budget'
  | 'prices'
  | 'cache'
  | 'commit'
  | 'branch'
  | 'workers'
  | 'onProgress'
> & {
  /** The judge: any `model` of a scorer except the embedded one; a router string with `workers`. */
  model: JudgeModel
}

export interface PairedAnswers {
  readonly baseline: EvaluationRun
  readonly candidate: EvaluationRun
  /** Items that only one of them has, or that changed. */
  readonly leftOut: number
  readonly repeats: number
}

/** @throws RunsNotComparableError if the runs share no item, or if one stopped once it was decided. */
export function pairAnswers(baseline: EvaluationRun, candidate: EvaluationRun): PairedAnswers {
  for (const run of [baseline, candidate]) {
    checkRepeats(run)
    if (run.end?.status === 'decided')
      throw new RunsNotComparableError(
        `run ${run.header.id} stopped when it was decided, so its answers were chosen by their scores: answer the whole dataset to compare pairs`,
      )
  }
  const { before, after, counts } = commonItems(baseline, candidate)
  if (counts.common === 0)
    throw new RunsNotComparableError('no item is in both runs: compare runs that asked the same')
  return {
    baseline: before,
    candidate: after,
    leftOut: counts.added + counts.removed + counts.changed,
    repeats: Math.min(baseline.header.repeats, candidate.header.repeats),
  }
}

const indexRecords = ({ items }: EvaluationRun) =>
  new Map(items.map((record) => [toAnswerKey(record), record]))

function missing(side: string, record: ItemRecord | undefined): FailureRecord | undefined {
  if (record !== undefined && record.failure === undefined) return undefined
  const why = record?.failure?.message ?? 'its run stopped early'
  return { name: 'MissingAnswerError', message: `the ${side} has no answer: ${why}`, attempts: 1 }
}

function toPair(baseline: ItemRecord, candidate: ItemRecord): AnswerPair {
  const before = givenThen(baseline)
  const after = givenThen(candidate)
  const { question, conversation } = readDialogue(after)
  const one = requireAnswer(before.output)
  const other = requireAnswer(after.output)
  if (isNotScorable(one) || isNotScorable(other)) {
    const side = isNotScorable(one) ? 'baseline' : 'candidate'
    return { baseline: '', candidate: '', because: `the answer of the ${side} cannot be read` }
  }
  const pair = { question, conversation, baseline: one, candidate: other }
  const turns = [baseline, candidate].map((record) => record.conversation?.turns.length ?? 1)
  if (Math.max(...turns) > 1)
    return { ...pair, because: 'it is a conversation of several turns, and pairs are single answers' }
  if (question === undefined) return { ...pair, because: whyNoQuestion(after) }
  return question === readDialogue(before).question
    ? pair
    : { ...pair, because: 'the simulated users asked different questions' }
}

/** Returns a function that gives each pair, or the failure in its place. */
function makePairing({ baseline, candidate }: PairedAnswers) {
  const before = indexRecords(baseline)
  const after = indexRecords(candidate)
  return (itemId: string, repeat: number): AnswerPair | FailureRecord => {
    const key = toAnswerKey({ itemId, repeat })
    const one = before.get(key)
    const other = after.get(key)
    const failure = missing('baseline', one) ?? missing('candidate', other)
    return failure ?? toPair(one as ItemRecord, other as ItemRecord)
  }
}

const isFailure = (found: AnswerPair | FailureRecord): found is FailureRecord => 'attempts' in found

/** Counts the pairs and the calls to their judge: two for each that code cannot decide. */
export function countPairs(paired: PairedAnswers): { readonly pairs: number; readonly calls: number } {
  const found = makePairing(paired)
  const ids = [...new Set(paired.candidate.items.map(({ itemId }) => itemId))]
  const all = ids.flatMap((id) => Array.from({ length: paired.repeats }, (_, index) => found(id, index + 1)))
  const asked = all.filter(
    (one) => !isFailure(one) && one.because === undefined && toldByCode(one) === undefined,
  )
  return { pairs: all.length, calls: 2 * asked.length }
}

/**
 * Has a judge say for each pair which answer the asker would prefer. An item without an answer on one side is a
 * failure.
 *
 * @param level Judging stops as soon as the comparison is decided at this level. Default: all pairs are judged.
 * @returns A normal run: its one scorer gives 1, 0.5 or 0, and its records have both answers.
 * @throws TypeError for workers with a judge that is not given by name; otherwise as `evaluate` does.
 */
export async function judgePairs(
  paired: PairedAnswers,
  { model, ...work }: JudgePairsOptions,
  level?: number,
): Promise<EvaluationRun> {
  if (work.workers !== undefined && typeof model !== 'string')
    throw new TypeError(
      "comparePairs: workers create the judge from its name: give model as a text, such as 'openai/gpt-5-mini', or leave out workers",
    )
  const { baseline, candidate, repeats } = paired
  const first = new Map(candidate.items.map((record) => [record.itemId, record]))
  const data = toDataset(
    Array.from(first.values(), ({ itemId: id, input, metadata, group }) => ({ id, input, metadata, group })),
    { name: candidate.header.dataset.name, source: `run ${candidate.header.id}` },
  )
  const pairs = { baseline: baseline.header.id, candidate: candidate.header.id }
  const { name, hash, items } = data
  return evaluateWithin(
    {
      name: nameOfPairs(baseline, candidate),
      ...work,
      target: 'recorded',
      data,
      repeats,
      scorers: [preferenceScorer(model)],
    },
    {
      answerer: pairsAnswerer(makePairing(paired)),
      head: { pairs, dataset: { name, hash, items: items.length } },
      ...(level === undefined ? {} : { stops: stoppingPairs(level, baseline) }),
    },
  )
}

const called = ({ header: { name, variant } }: EvaluationRun) => variant ?? name

export const nameOfPairs = (baseline: EvaluationRun, candidate: EvaluationRun): string =>
  `${called(candidate)} against ${called(baseline)}`

/**
 * Makes an answerer that returns pairs, for their scorer to read.
 *
 * @param found Returns a pair, or the failure in its place.
 */
export function pairsAnswerer(
  found: (itemId: string, repeat: number) => AnswerPair | FailureRecord,
): Answerer {
  return {
    record: { kind: 'recorded', id: 'pairs' },
    earlier({ id }, { repeat }) {
      const pair = found(id, repeat)
      return { failure: isFailure(pair) ? pair : undefined, durationInMs: 0 }
    },
    async answer({ id, input }, _, { repeat }) {
      return { input, output: found(id, repeat), ...noUsage }
    },
    given: ({ id }, { repeat }) => found(id, repeat),
  }
}
