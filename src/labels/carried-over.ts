import { type EvaluationRun, keyOf } from '../evaluation/record.ts'
import { hashOfAnswer } from './answer-hash.ts'
import type { LabelRecord, LabelsLine } from './label-record.ts'

/**
 * The lines that can say something of a run. Labels given to another run count where all of its labelled answers are
 * the same here. Where some have changed, those that stayed the same are no random draw: an answer that changed had
 * no chance to be among them, so that a mean over the others would be of the unchanged answers alone.
 */
export function linesFor(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
): { readonly lines: readonly LabelsLine[]; readonly warnings: readonly string[] } {
  const { id, rescored } = run.header
  const isOther = (line: LabelsLine): line is LabelRecord =>
    line.kind === 'label' && line.scorerId === scorerId && line.run !== id && line.run !== rescored
  const hashes = new Map(run.items.map((item) => [keyOf(item), hashOfAnswer(item.answer ?? '')]))
  const left = new Map<string, number>()
  for (const [other, given] of Map.groupBy(lines.filter(isOther), (label) => label.run)) {
    const isChanged = (label: LabelRecord) => {
      const hash = hashes.get(keyOf(label))
      return hash !== undefined && label.answerHash !== undefined && label.answerHash !== hash
    }
    if (given.some(isChanged)) left.set(other, given.length)
  }
  const hasOwn = lines.some((line) => line.kind === 'label' && line.scorerId === scorerId && !isOther(line))
  return {
    lines: lines.filter((line) => line.kind === 'draw' || line.scorerId !== scorerId || !left.has(line.run)),
    // Of labels of several runs in one file, those of the others are nothing odd.
    warnings: [...(hasOwn ? [] : left)].map(
      ([other, count]) =>
        `${count === 1 ? '1 label' : `${count} labels`} of another run (${other}), some answers of which are others in this one: not used, since those that stayed the same are no random draw.`,
    ),
  }
}
