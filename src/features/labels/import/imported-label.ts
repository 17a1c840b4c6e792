import { type EvaluationRun, type ScorerRecord, toAnswerKey } from '../../../run/record.ts'
import { withoutUndefined } from '../../../shared/without-undefined.ts'
import type { LabelTask } from '../draw/answers-to-label.ts'
import { type DrawRecord, hashOfAnswer, type LabelRecord, type LabelsLine } from '../file/label-record.ts'
import { lastDraw } from '../file/standing-labels.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { compareWithFile } from './compare-with-file.ts'
import type { readValues } from './read-values.ts'

export interface ImportSource {
  readonly run: EvaluationRun
  readonly scorer: ScorerRecord
  readonly shareOf: ReturnType<typeof readValues>
}

export interface ImportedLabel extends LabelTask {
  readonly label: string | number
  /** 0 to 1: the credit of a unit, or the share of the scale for an answer. */
  readonly share: number
  readonly rater: string
  /** ISO 8601. */
  readonly at: string
  readonly comment?: string
  readonly source: string
}

export interface ImportedLabels {
  readonly labels: readonly ImportedLabel[]
  /** The selection of the labelled answers: by users themselves, or a random draw. */
  readonly chosenBy: 'users' | 'chance'
  /** The rows that were left out, with reasons. */
  readonly notes: readonly string[]
}

/**
 * Makes lines for a labels file. Random labels are preceded by a draw, so that their probability is known.
 *
 * @param existing Current lines of the file: a label is only added if the rater's last one there differs and is not newer.
 * @throws TypeError for a scorer without a scale, and if random labels conflict with an earlier draw.
 */
export function toLines(
  { run, scorer }: ImportSource,
  { labels, chosenBy }: ImportedLabels,
  existing: readonly LabelsLine[],
): { readonly lines: readonly LabelsLine[] } & Record<
  'added' | 'changed' | 'known' | 'outdated' | 'repeated',
  number
> {
  const { scale } = scorer
  if (scale === undefined)
    throw new TypeError(
      `${scorer.id} does not state its scale: give it as { scorer, scale } in the configuration, and run again`,
    )
  const draw =
    chosenBy === 'chance' && labels.length > 0 ? describeDraw(run, scorer, labels, existing) : undefined
  const probabilities = new Map((draw?.answers ?? []).map((one) => [toAnswerKey(one), one.probability]))
  const records = labels.map(({ answer, unit, share, label, rater, at, comment, source }): LabelRecord => {
    const { itemId, repeat, answer: text = '' } = answer.item
    const probability = probabilities.get(answer.key)
    return {
      kind: 'label',
      run: run.header.id,
      scorerId: scorer.id,
      itemId,
      repeat,
      rater,
      at,
      answerHash: hashOfAnswer(text),
      label,
      source,
      value: unit === undefined ? share * scale : share,
      ...withoutUndefined({ unit, comment, probability, draw: draw?.id, scorerVersion: scorer.version }),
      ...(chosenBy === 'users' ? { selfSelected: true } : {}),
    }
  })
  const { added, changed, ...counts } = compareWithFile(records, existing)
  const isNewDraw = draw !== undefined && !existing.includes(draw)
  return {
    lines: [...(isNewDraw ? [draw] : []), ...added, ...changed],
    added: added.length,
    changed: changed.length,
    ...counts,
  }
}

/** Returns the draw of these answers from all that have a score. */
function describeDraw(
  run: EvaluationRun,
  scorer: ScorerRecord,
  labels: readonly ImportedLabel[],
  existing: readonly LabelsLine[],
): DrawRecord {
  const answers = new Map(labels.map(({ answer }) => [answer.key, answer.item]))
  const of = scoredAnswers(run, scorer.id).length
  const earlier = lastDraw(existing, scorer.id, [run.header.id])
  if (earlier !== undefined) {
    const drawn = new Set(earlier.answers.map((one) => JSON.stringify([one.itemId, one.repeat])))
    if (drawn.size === answers.size && [...answers.keys()].every((key) => drawn.has(key))) return earlier
    throw new TypeError(
      'this file already has a draw of answers, and these labels are for others: put the rows of both into one file, and import that into a new labels file (--labels)',
    )
  }
  return {
    kind: 'draw',
    id: `import-${run.header.id}-${answers.size}`,
    run: run.header.id,
    scorerId: scorer.id,
    at: new Date().toISOString(),
    by: answers.size === of ? 'all' : 'uniform',
    seed: 1,
    count: answers.size,
    of,
    unit: labels.every(({ unit }) => unit === undefined) ? 'answer' : 'statement',
    answers: Array.from(answers.values(), ({ itemId, repeat }) => {
      return { itemId, repeat, probability: answers.size / of }
    }),
  }
}
