/** Simulations behind docs/statistics.md: `npm run simulate`, or with a factor on the number of runs. */
import { coverageOfGroups, coverageOfMeans, falseAlarms, powerOfComparison } from './simulate-scores.ts'

const factor = Number(process.argv[2] ?? 1)
coverageOfMeans(2000 * factor)
coverageOfGroups(2000 * factor)
falseAlarms(2000 * factor)
powerOfComparison(1000 * factor)
