const measureKey = Symbol.for('mastra-verdict.measure')

/** How a scorer's numbers are to be read. */
export interface Measure {
  /** The highest possible score. */
  readonly scale: number
  readonly lowerIsBetter: boolean
}

/** Tells evaluations how this scorer's numbers are to be read. */
export function setMeasure<Scorer extends object>(scorer: Scorer, measure: Measure): Scorer {
  return Object.defineProperty(scorer, measureKey, { value: measure })
}

/** Undefined for a scorer that is not ours. */
export function measureOf(scorer: object): Measure | undefined {
  return (scorer as { [measureKey]?: Measure })[measureKey]
}
