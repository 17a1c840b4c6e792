/** The few functions of jStat that are used here; the package has no types. */
declare module 'jstat' {
  interface Distribution<Parameters extends readonly number[]> {
    cdf(value: number, ...parameters: Parameters): number
    inv(probability: number, ...parameters: Parameters): number
  }
  const jStat: {
    readonly normal: Distribution<[mean: number, deviation: number]>
    readonly beta: Distribution<[one: number, other: number]>
    readonly studentt: Distribution<[degreesOfFreedom: number]>
    betaln(one: number, other: number): number
  }
  export default jStat
}
