import fc from 'fast-check'

/**
 * Random tests take the same values on every machine, so that a red run is red for all. `npm run test:random`
 * looks further: RANDOM_SEED is where the values begin, RANDOM_RUNS how many times as many of them are tried.
 */
const seed = Number(process.env.RANDOM_SEED ?? 20_261_121)
const factor = Number(process.env.RANDOM_RUNS ?? 1)

if (!Number.isSafeInteger(seed)) throw new TypeError('RANDOM_SEED must be a whole number')
if (!(factor > 0)) throw new TypeError('RANDOM_RUNS must be a number above 0')

fc.configureGlobal({ seed, numRuns: Math.ceil(100 * factor) })

/** How often a property is tried that is tried this often by default. */
export const runs = (usual: number): number => Math.ceil(usual * factor)
