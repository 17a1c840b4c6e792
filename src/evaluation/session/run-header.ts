import { randomUUID } from 'node:crypto'
import type { RunHeader, ScorerRecord } from '../../run/record.ts'
import type { UsedScorer } from '../../run/scorer-entry.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import type { EvaluateSettings } from '../evaluate-options.ts'
import type { Answerer } from '../target/target-answer.ts'

/** @param earlier The header of the run that gave the answers. */
export function makeHeader(
  settings: EvaluateSettings,
  { name, path, version, storedId, items, hash, expectationsHash }: EvaluationDataset,
  { record: target }: Answerer,
  scorers: readonly UsedScorer[],
  earlier?: RunHeader,
): RunHeader {
  return {
    kind: 'run',
    ...earlier,
    version: 1,
    id: randomUUID(),
    name: settings.name ?? name,
    variant: settings.variant,
    commit: settings.commit,
    branch: settings.branch,
    selection: settings.selection,
    startedAt: new Date().toISOString(),
    target,
    dataset: { name, path, version, storedId, items: items.length, hash, expectationsHash },
    scorers: scorerRecords(scorers, settings.judgings),
    repeats: settings.repeats,
    judgings: settings.judgings > 1 ? settings.judgings : undefined,
  }
}

/** Returns the records of a run's scorers, which say who judged only once although answers are judged several times. */
export const scorerRecords = (scorers: readonly UsedScorer[], judgings: number): ScorerRecord[] =>
  scorers.map(({ record, deterministic }) =>
    judgings > 1 && deterministic ? { ...record, deterministic } : record,
  )
