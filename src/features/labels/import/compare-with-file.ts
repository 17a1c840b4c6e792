import type { LabelRecord, LabelsLine } from '../file/label-record.ts'
import { keyOfShown } from '../file/standing-labels.ts'

/**
 * Sorts imported labels of one run and scorer by what the labels file already says. The file's last line about an
 * answer counts, whatever its time, so a label is only added if it is no older than that line.
 *
 * @param existing Lines of the file, in its order.
 */
export function compareWithFile(imported: readonly LabelRecord[], existing: readonly LabelsLine[]) {
  const last = new Map<string, LabelsLine & { readonly at: string }>()
  for (const line of existing)
    if (line.kind !== 'draw' && line.kind !== 'skipped') last.set(keyIn(line), line)
  const latest = new Map<string, LabelRecord>()
  for (const label of imported) {
    const earlier = latest.get(keyIn(label))
    if (earlier === undefined || !isNewer(earlier, label)) latest.set(keyIn(label), label)
  }
  const outcomes = Map.groupBy(latest, ([key, label]) => {
    const before = last.get(key)
    if (before === undefined) return 'added'
    if (saysTheSame(before, label)) return 'known'
    return isNewer(before, label) ? 'outdated' : 'changed'
  })
  const labelsThat = (outcome: 'added' | 'changed' | 'known' | 'outdated') =>
    (outcomes.get(outcome) ?? []).map(([, label]) => label)
  return {
    added: labelsThat('added'),
    changed: labelsThat('changed'),
    known: labelsThat('known').length,
    outdated: labelsThat('outdated').length,
    /** Labels that the same rater gave again later. */
    repeated: imported.length - latest.size,
  }
}

const keyIn = (line: Exclude<LabelsLine, { kind: 'draw' }>) =>
  JSON.stringify([line.run, line.scorerId, keyOfShown(line)])

const isNewer = (one: { readonly at: string }, other: { readonly at: string }) =>
  Date.parse(one.at) > Date.parse(other.at)

/** Whether people chose the answer is part of it: no interval is right for such a label. */
function saysTheSame(before: LabelsLine, label: LabelRecord): boolean {
  if (before.kind !== 'label') return false
  const fields = ['label', 'value', 'comment', 'answerHash', 'selfSelected'] as const
  return fields.every((field) => before[field] === label[field])
}
