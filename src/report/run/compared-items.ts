import { pairScores, type ScorePair } from '../../evaluation/comparison/collect-scores.ts'
import { commonItems } from '../../evaluation/comparison/common-items.ts'
import type { EvaluationRun } from '../../run/record.ts'

type Compared = ReturnType<typeof commonItems>

/** Found once: the questions of a large run are read from its file. */
const found = new WeakMap<EvaluationRun, WeakMap<EvaluationRun, Compared>>()

export function comparedItems(baseline: EvaluationRun, run: EvaluationRun): Compared {
  const ofRun = found.get(run) ?? new WeakMap<EvaluationRun, Compared>()
  const compared = ofRun.get(baseline) ?? commonItems(baseline, run)
  found.set(run, ofRun.set(baseline, compared))
  return compared
}

export function comparedPairs(
  baseline: EvaluationRun,
  run: EvaluationRun,
  scorerId: string,
): readonly ScorePair[] {
  const { before, after } = comparedItems(baseline, run)
  return pairScores(before, after, scorerId).pairs
}
