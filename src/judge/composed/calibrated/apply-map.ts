import type { CalibrationMap } from './calibration.ts'

/**
 * The probability that belongs to a grade.
 *
 * Platt: 1 / (1 + exp(−(slope · grade + intercept))), Platt 1999, "Probabilistic outputs for support vector machines".
 * Isotonic: straight lines between the points, level outside them.
 *
 * @param grade 0 to 1.
 * @returns 0 to 1; it never falls where the grade rises.
 */
export function applyMap(map: CalibrationMap, grade: number): number {
  if (map.method === 'platt') return 1 / (1 + Math.exp(-(map.slope * grade + map.intercept)))
  const [first, last] = [map.points[0], map.points.at(-1)] as [[number, number], [number, number]]
  if (grade <= first[0]) return first[1]
  if (grade >= last[0]) return last[1]
  const above = map.points.findIndex(([at]) => at >= grade)
  const [left, right] = [map.points[above - 1], map.points[above]] as [[number, number], [number, number]]
  const part = (grade - left[0]) / (right[0] - left[0])
  // Held below the right end, which rounding could pass.
  return Math.min(right[1], left[1] + part * (right[1] - left[1]))
}
