import type { GateOutcome, GateResult } from '../../evaluation/gates/gate.ts'
import type { Outcome, Outcomes } from '../document/blocks.ts'
import { gateName } from '../names.ts'

const marks = {
  passed: { mark: '✓', tone: 'good' },
  failed: { mark: '✗', tone: 'bad' },
  'cannot tell': { mark: '?', tone: 'partly' },
} as const satisfies Record<GateResult, Partial<Outcome>>

const order = ['failed', 'cannot tell', 'passed'] as const satisfies readonly GateResult[]

export const gateTitle = (gate: GateOutcome): string => gate.title ?? gateName(gate)

/** Keeps one of several gates that found the same of all scorers together. */
export const eachOnce = (gates: readonly GateOutcome[]) => [
  ...new Map(gates.map((gate) => [`${gate.gate} ${gate.result} ${gateTitle(gate)}`, gate])).values(),
]

/** Shows what each gate found, the worst first; those that passed in one line. */
export function gateBlocks(gates: readonly GateOutcome[] = []): Outcomes[] {
  if (gates.length === 0) return []
  const each = eachOnce(gates)
  const sorted = order.flatMap((wanted) => each.filter(({ result }) => result === wanted))
  return [{ block: 'outcomes', title: 'Gate', outcomes: sorted.map(showGate) }]
}

const showGate = (gate: GateOutcome): Outcome => ({
  ...marks[gate.result],
  word: gate.result,
  isMinor: gate.result === 'passed',
  isWhole: true,
  name: gateTitle(gate),
  text: gate.sentence,
})
