/**
 * Simulations behind "Watching live scores" in docs/reference/statistics.md: `node research/simulate-monitoring.ts`, with names
 * of parts to run only these, and a factor on the number of runs if wanted.
 */
import { systemOrJudge } from './monitoring/anchors.ts'
import { coverage } from './monitoring/coverage.ts'
import { defaultDelays } from './monitoring/default-delays.ts'
import { badGroup, delays, slowDrift } from './monitoring/delays.ts'
import { dependence } from './monitoring/dependence.ts'
import {
  falseAlarms,
  falseAlarmsOfConversations,
  falseAlarmsOfLengths,
  falseAlarmsOfRepeats,
} from './monitoring/false-alarms.ts'
import { fixedTests } from './monitoring/fixed-test.ts'
import { movedGroups } from './monitoring/moved-groups.ts'
import { recoveries } from './monitoring/recoveries.ts'
import { speed } from './monitoring/speed.ts'
import { toldChanges, toldRecoveries } from './monitoring/told-changes.ts'
import { userDelays } from './monitoring/user-delays.ts'

const parts: Record<string, (factor: number) => void> = {
  'false-alarms': (factor) => falseAlarms(1000 * factor),
  conversations: (factor) => falseAlarmsOfConversations(1000 * factor),
  lengths: (factor) => falseAlarmsOfLengths(100 * factor),
  repeats: (factor) => falseAlarmsOfRepeats(1000 * factor),
  'fixed-tests': (factor) => fixedTests(100_000 * factor),
  delays: (factor) => delays(1000 * factor),
  'default-delays': (factor) => defaultDelays(200 * factor),
  'user-delays': (factor) => userDelays(100 * factor),
  drift: (factor) => slowDrift(500 * factor),
  groups: (factor) => badGroup(500 * factor),
  moved: (factor) => movedGroups(1000 * factor),
  dependence: (factor) => dependence(200 * factor),
  coverage: (factor) => coverage(1000 * factor),
  recoveries: (factor) => recoveries(500 * factor),
  told: (factor) => toldChanges(500 * factor),
  'told-recoveries': (factor) => toldRecoveries(500 * factor),
  anchors: (factor) => systemOrJudge(60 * factor),
  speed: () => speed(),
}

const words = process.argv.slice(2)
const factor = Number(words.find((word) => Number(word) > 0) ?? 1)
const named = words.filter((word) => !(Number(word) > 0))
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new TypeError(`"${name}" is none of ${Object.keys(parts).join(', ')}`)
  part(factor)
}
