import jStat from 'jstat'

/** Returns the value below which a standard normal variable falls with this probability, 0 to 1. */
export function normalQuantile(probability: number): number {
  return jStat.normal.inv(probability, 0, 1)
}

/** Returns the probability, 0 to 1, that a standard normal variable falls below this value. */
export function normalProbability(value: number): number {
  return jStat.normal.cdf(value, 0, 1)
}

/** Returns the value below which Student's t falls with this probability, 0 to 1. */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  return jStat.studentt.inv(probability, degreesOfFreedom)
}

/** Returns the probability, 0 to 1, that a beta variable falls below this value; both shapes above 0. */
export function betaProbability(value: number, one: number, other: number): number {
  return jStat.beta.cdf(value, one, other)
}

/** Returns the value below which a beta variable falls with this probability, 0 to 1; both shapes above 0. */
export function betaQuantile(probability: number, one: number, other: number): number {
  return jStat.beta.inv(probability, one, other)
}

/** Returns the logarithm of the beta function; both arguments above 0. */
export function logBeta(one: number, other: number): number {
  return jStat.betaln(one, other)
}
