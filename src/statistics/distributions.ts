import jStat from 'jstat'

/** A quantile is the value below which a variable falls with a probability, which is 0 to 1. */

export const normalQuantile = (probability: number): number => jStat.normal.inv(probability, 0, 1)

export const normalProbability = (value: number): number => jStat.normal.cdf(value, 0, 1)

export const studentQuantile = (probability: number, degreesOfFreedom: number): number =>
  jStat.studentt.inv(probability, degreesOfFreedom)

/** Both shapes of a beta variable are above 0. */
export const betaProbability = (value: number, one: number, other: number): number =>
  jStat.beta.cdf(value, one, other)

export const betaQuantile = (probability: number, one: number, other: number): number =>
  jStat.beta.inv(probability, one, other)

/** Returns the logarithm of the beta function. */
export const logBeta = (one: number, other: number): number => jStat.betaln(one, other)
