import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'

const unit = z.number().min(0).max(1)
const count = z.int().min(0)

/** A non-decreasing curve from a judge's grade, 0 to 1, to a probability. */
const mapSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('platt'), slope: z.number().min(0), intercept: z.number() }),
  z.strictObject({
    method: z.literal('isotonic'),
    points: z
      .array(z.tuple([unit, unit]))
      .min(1)
      .refine(rises, 'must be in order, lowest grade first, with probabilities that never fall'),
  }),
])

function rises(points: readonly (readonly [number, number])[]): boolean {
  return points.every(([grade, probability], place) => {
    const before = points[place - 1]
    return before === undefined || (before[0] < grade && before[1] <= probability)
  })
}

export const calibrationSchema = z
  .strictObject({
    kind: z.literal('verdict-calibration'),
    /** The version of this format. */
    version: z.literal(1),
    /** The id of the judge that gives these grades. */
    judge: z.string().min(1),
    task: z.strictObject({ name: z.string().min(1), version: z.int() }),
    /** The grade to map: the share of an answer, or its probability. */
    grade: z.enum(['share', 'probability']),
    /** The option of that probability; absent for yes/no questions, where it is yes. */
    positive: z.string().optional(),
    map: mapSchema,
    /** From this probability on, the verdict is positive. Absent: verdicts stay as the judge gave them. */
    threshold: z
      .strictObject({
        value: unit,
        /** The criterion that the threshold maximises. */
        criterion: z.enum(['balanced accuracy', 'F1', 'kappa']),
        /** The option below the threshold, unless the judge chose one that is no more positive on the question's line. */
        negative: z.string().optional(),
      })
      .optional(),
    /** The data of the fit, and how well it did on rows that the fit had not seen. */
    fit: z.strictObject({
      rows: count,
      positives: count,
      groups: count,
      folds: z.int().min(2),
      /** Mean squared error of the original grades, 0 (best) to 1. */
      brierBefore: unit,
      /** The Brier score of the probabilities, each by a map that was fitted without its group. */
      brierAfter: unit,
      /** The criterion, with map and threshold of each fold from the other folds; absent without a threshold. */
      criterion: z.number().min(-1).max(1).optional(),
    }),
  })
  .refine(
    ({ positive, threshold }) =>
      threshold === undefined || (positive === undefined) === (threshold.negative === undefined),
    {
      path: ['threshold', 'negative'],
      error: 'must name an option if, and only if, the question is a choice',
    },
  )

/** A calibration as saved: plain JSON. */
export type Calibration = z.infer<typeof calibrationSchema>
export type CalibrationMap = Calibration['map']
export type Criterion = NonNullable<Calibration['threshold']>['criterion']

/**
 * Reads a calibration from JSON.
 *
 * @throws TypeError that names the field and says what it must be.
 */
export function readCalibration(value: unknown): Calibration {
  return readOptions('readCalibration', calibrationSchema, value as Calibration)
}

/**
 * Returns the probability for a grade.
 *
 * Platt: 1 / (1 + exp(−(slope · grade + intercept))), Platt 1999, "Probabilistic outputs for support vector machines".
 * Isotonic: straight lines between the points, level outside them.
 *
 * @param grade 0 to 1.
 * @returns 0 to 1; it never falls when the grade rises.
 */
export function applyMap(map: CalibrationMap, grade: number): number {
  if (map.method === 'platt') return 1 / (1 + Math.exp(-(map.slope * grade + map.intercept)))
  const first = map.points[0] as [number, number]
  const last = map.points.at(-1) as [number, number]
  if (grade <= first[0]) return first[1]
  if (grade >= last[0]) return last[1]
  const above = map.points.findIndex(([at]) => at >= grade)
  const left = map.points[above - 1] as [number, number]
  const right = map.points[above] as [number, number]
  const part = (grade - left[0]) / (right[0] - left[0])
  // Limited to the right end, which rounding could exceed.
  return Math.min(right[1], left[1] + part * (right[1] - left[1]))
}
