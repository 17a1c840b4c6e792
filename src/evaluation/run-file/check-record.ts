import type { ItemRecord, RunHeader } from '../record.ts'

/** Why a record cannot be of the run whose head it stands under, as a phrase; undefined where it can. */
export function whyNotOfRun({ scores, repeat }: ItemRecord, header: RunHeader): string | undefined {
  if (repeat > header.repeats)
    return `is repeat ${repeat} in a run of ${header.repeats}: it is of another run`
  for (const [id, record] of Object.entries(scores)) {
    const scorer = header.scorers.find((one) => one.id === id)
    if (scorer === undefined)
      return `has a score by "${id}", which the run does not have: it is of another run`
    if (record.outcome !== 'scored') continue
    const { scale = Number.POSITIVE_INFINITY } = scorer
    if (record.score < 0 || record.score > scale)
      return `has a score of ${record.score} by "${id}", which scores from 0 to ${scale}: the file was changed`
  }
  return undefined
}
