import { type EvaluationRun, keyOf } from '../../evaluation/record.ts'
import { hashOfAnswer } from './answer-hash.ts'
import type { LabelRecord, LabelsLine } from './label-record.ts'
import { standingOf } from './standing.ts'

/**
 * The lines that can say something of a run. Labels given to another run count where all of its labelled answers are
 * the same here. Where some have changed, the labels of the others are a draw from the answers that stayed the same,
 * and of those alone: an answer that changed had no chance to be labelled as it is now. What changed is no chance
 * either, it is what the new prompt does otherwise. A mean over all answers would take the judge to be as far from
 * people on the changed answers as on the others, which is what labels are there to find out.
 */
export function linesFor(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
): { readonly lines: readonly LabelsLine[]; readonly warnings: readonly string[] } {
  const { id, rescored } = run.header
  const isOwn = (line: LabelsLine) => line.run === id || line.run === rescored
  const hashes = new Map(run.items.map((item) => [keyOf(item), hashOfAnswer(item.answer ?? '')]))
  const isChanged = (label: LabelRecord) => {
    const hash = hashes.get(keyOf(label))
    return hash !== undefined && label.answerHash !== undefined && label.answerHash !== hash
  }
  const given = standingOf(lines, scorerId).filter((one): one is LabelRecord => one.kind === 'label')
  const left = new Map<string, { readonly labels: number; readonly changed: number }>()
  for (const [other, labels] of Map.groupBy(given, (label) => label.run)) {
    const changed = labels.filter(isChanged).length
    if (changed > 0 && !isOwn(labels[0] as LabelRecord)) left.set(other, { labels: labels.length, changed })
  }
  return {
    lines: lines.filter((line) => line.kind === 'draw' || line.scorerId !== scorerId || !left.has(line.run)),
    // Of labels of several runs in one file, those of the others are nothing odd.
    warnings: given.some(isOwn)
      ? []
      : Array.from(
          left,
          ([other, { labels, changed }]) =>
            `Labels of another run (${other}): ${changed} of ${labels} ${changed === 1 ? 'is of an answer that has changed' : 'are of answers that have changed'} in this one, so none of them is used. Those that stayed the same are no random draw of all: how far the judge is from people on the changed answers is not known. Label answers of this run.`,
        ),
  }
}
