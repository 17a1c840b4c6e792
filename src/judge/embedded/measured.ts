/** What was measured of the judge, in percent: `verdict init` writes it, and README and reference say the same. */
export const measured = {
  /** Of this many pairs of a right and a wrong text, which played no part in its design. */
  hardPairs: 140,
  /** How many of the right texts it gave `yes`. */
  rightPassed: 71,
  wrongPassed: 7,
  /** How often it puts the right one of five answers to a shop's question first. */
  shopFirst: 53,
} as const
