import type { GateOutcome, GateResult } from '../../evaluation/gates/types.ts'
import type { Outcome, Outcomes } from '../document/blocks.ts'
import { gateName } from '../wording.ts'

const marks = {
  passed: { mark: '✓', tone: 'good' },
  failed: { mark: '✗', tone: 'bad' },
  'cannot tell': { mark: '?', tone: 'partly' },
} as const satisfies Record<GateResult, Partial<Outcome>>

/** Shows each gate with its outcome and the reason. */
export const gateBlocks = (gates: readonly GateOutcome[] = []): Outcomes[] =>
  gates.length === 0 ? [] : [{ block: 'outcomes', title: 'Gate', outcomes: gates.map(outcomeOfGate) }]

function outcomeOfGate(gate: GateOutcome): Outcome {
  const { result, scorerId, sentence } = gate
  const isNamed = scorerId !== undefined && sentence.startsWith(scorerId)
  return {
    ...marks[result],
    ...{ word: result, isMinor: result === 'passed' },
    name: isNamed ? gate.gate : gateName(gate),
    text: sentence,
  }
}
