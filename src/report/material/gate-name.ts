import type { GateOutcome } from '../../evaluation/gates/types.ts'

/** 'fail under: answer-relevancy', or the gate alone where it is about the whole run. */
export const gateName = ({ gate, scorerId }: GateOutcome): string =>
  scorerId === undefined ? gate : `${gate}: ${scorerId}`
