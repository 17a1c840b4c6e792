/** Simulations behind docs/reference/statistics.md: `npm run simulate`, with a factor on the number of runs if wanted. */
import { coverageOfAgreement } from './simulate-agreement.ts'
import { coverageOfGroups, coverageOfMeans, falseAlarms, powerOfComparison } from './simulate-scores.ts'
import { falseAlarmsOfVariants } from './simulate-variants.ts'

const factor = Number(process.argv[2] ?? 1)
coverageOfMeans(2000 * factor)
coverageOfGroups(2000 * factor)
falseAlarms(1000 * factor)
powerOfComparison(500 * factor)
coverageOfAgreement(1000 * factor)
falseAlarmsOfVariants(500 * factor)
