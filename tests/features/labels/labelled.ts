import type { LabelRecord, LabelsLine } from '../../../src/features/labels/file/label-record.ts'
import { hashOfAnswer } from '../../../src/features/labels/file/label-record.ts'
import type { ItemRecord } from '../../../src/run/item-record.ts'
import type { EvaluationRun, Readings, ScorerRecord } from '../../../src/run/record.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { drawUniform } from '../../../src/statistics/prediction-powered/draw.ts'

export const relevancy: ScorerRecord = { id: 'relevancy', name: 'Relevancy', scale: 1, lowerIsBetter: false }

const noCost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }

/** Something that was judged, with what people would say of it. */
export interface Judged {
  readonly id: string
  readonly answer: string
  readonly score: number
  readonly truth: number
  readonly readings?: Readings
}

export interface WorldOptions {
  readonly items?: number
  readonly seed?: number
  /** Of the answers that people find good. */
  readonly quality?: number
  /** What the judge adds to a true score. */
  readonly kindness?: number
  readonly noise?: number
}

/** Answers that people find good or bad, and a judge that sees it with noise, and is too kind. */
export function world({
  items = 400,
  seed = 1,
  quality = 0.6,
  kindness = 0.1,
  noise = 0.2,
}: WorldOptions = {}) {
  const random = seededRandom(seed)
  return Array.from({ length: items }, (_, index): Judged => {
    const truth = random() < quality ? 1 : 0
    const share = within(0.25 + 0.5 * truth + (random() - 0.5) * 2 * noise)
    const verdict = within(Math.round(2 * (share + kindness)) / 2)
    return {
      id: `q${index}`,
      answer: `answer ${index} of ${seed}`,
      score: verdict,
      truth,
      readings: { verdict, share },
    }
  })
}

const within = (value: number) => Math.min(1, Math.max(0, value))

export function runOfWorld(judged: readonly Judged[], id: string, scorer = relevancy): EvaluationRun {
  return {
    header: {
      kind: 'run',
      version: 1,
      id,
      name: 'Echo',
      startedAt: '2026-01-01T00:00:00.000Z',
      target: { kind: 'function', id: 'function' },
      dataset: { name: 'data', items: judged.length, hash: 'hash' },
      scorers: [scorer],
      repeats: 1,
    },
    items: judged.map(
      ({ id: itemId, answer, score, readings }): ItemRecord => ({
        kind: 'item',
        itemId,
        repeat: 1,
        input: `question ${itemId}`,
        answer,
        cost: noCost,
        startedAt: '2026-01-01T00:00:00.000Z',
        durationInMs: 1,
        scores: { [scorer.id]: { outcome: 'scored', score, readings, cost: noCost, durationInMs: 1 } },
      }),
    ),
    end: { kind: 'end', at: '2026-01-01T00:00:00.000Z', status: 'complete' },
  }
}

/** Labels of a random draw. */
export function labelsOf(
  judged: readonly Judged[],
  run: EvaluationRun,
  count: number,
  more: Partial<LabelRecord> & { seed?: number } = {},
): LabelsLine[] {
  const { seed = 1, ...rest } = more
  const byId = new Map(judged.map((one) => [one.id, one]))
  return drawUniform(judged, count, seed).map(({ id, probability }): LabelRecord => {
    const { truth, answer } = byId.get(id) as Judged
    return {
      kind: 'label',
      run: run.header.id,
      scorerId: run.header.scorers[0]?.id ?? '',
      itemId: id,
      repeat: 1,
      rater: 'ada',
      at: '2026-01-02T00:00:00Z',
      answerHash: hashOfAnswer(answer),
      label: truth === 1 ? 'yes' : 'no',
      value: truth,
      probability,
      ...rest,
    }
  })
}
