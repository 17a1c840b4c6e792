import { studentQuantile } from '../distributions.ts'
import type { ErrorMoments } from './error-moments.ts'
import type { Unseen } from './unseen.ts'
import { scoreDistances, type YesOrNo } from './yes-or-no.ts'

/**
 * Student's interval, made longer on the side to which errors are skewed, and never shorter than unseen items
 * allow. Of skewed values Student's interval is too short on one side and too long on the other; the longer side is
 * Johnson's (Modified t tests and confidence intervals for asymmetrical populations, 1978), with the moments of the
 * draw. The other side is left: to shorten it, the skewness of few labels is not known well enough (simulated).
 *
 * For yes and no it is known, by the share: there the interval is `scoreDistances`, but on the side to which errors are
 * skewed not shorter than Johnson's, which sees what few errors of a good judge add.
 */
export function distancesFrom(
  { variance, third, covariance, degreesOfFreedom }: ErrorMoments,
  { down, up, rareDown = 0, rareUp = 0 }: Unseen,
  level: number,
  yesOrNo?: YesOrNo,
): Unseen {
  const error = Math.sqrt(variance)
  if (error === 0) return { down: Math.hypot(down, rareDown), up: Math.hypot(up, rareUp) }
  const quantile = studentQuantile((1 + level) / 2, degreesOfFreedom)
  const cube = error ** 3
  const bend = cube > 0 ? (3 * covariance - third) / (6 * cube) : 0
  const shift = cube > 0 ? covariance / (2 * cube) - bend : 0
  const stretch = bend * quantile ** 2 + shift
  const usual = error * quantile
  const least = yesOrNo ? scoreDistances(yesOrNo, variance, quantile) : { down: usual, up: usual }
  return {
    down: Math.max(
      Math.hypot(Math.max(least.down, stretch < 0 ? usual - error * stretch : 0), rareDown),
      down,
    ),
    up: Math.max(Math.hypot(Math.max(least.up, stretch > 0 ? usual + error * stretch : 0), rareUp), up),
  }
}
