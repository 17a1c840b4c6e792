import type { z } from 'zod/v4'
import type { MeasureRecord } from '../../../evaluation/comparison/scorer-differences.ts'
import { ConfidenceSequence, createConfidenceSequence } from '../../../statistics/confidence-sequence.ts'
import { createJudgeWatch, JudgeWatch } from '../detectors/judge-watch.ts'
import type { anchorsState } from './anchors-state.ts'

type ScorerState = z.output<typeof anchorsState>['scorers'][string]

export interface ScorerAnchors {
  watch: JudgeWatch
  difference: ConfidenceSequence
  counts: Omit<ScorerState, 'watch' | 'difference' | 'measured'>
  measured: MeasureRecord | undefined
}

export const beginDifference = (scale: number) =>
  createConfidenceSequence({ low: -scale, high: scale, steps: 400 })

export const beginAnchors = (scale: number): Omit<ScorerAnchors, 'measured'> => ({
  watch: createJudgeWatch({ scale }),
  difference: beginDifference(scale),
  counts: { judged: 0, failed: 0, labelled: 0, storedError: 0, error: 0 },
})

/** Continues from a state; a state on another scale cannot be continued. */
export function resumeAnchors(scale: number, state: ScorerState | undefined): ScorerAnchors {
  const begun = { ...beginAnchors(scale), measured: undefined }
  if (state?.difference.options.high !== scale) return begun
  const { watch, difference, measured, ...counts } = state
  return {
    watch: new JudgeWatch(watch),
    difference: new ConfidenceSequence(difference),
    counts: { ...begun.counts, ...counts },
    measured,
  }
}
