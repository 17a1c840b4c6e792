import type { GateOutcome } from '../evaluation/gates/gate.ts'
import type { EvaluationRun, TargetRecord } from '../run/record.ts'
import { toTime } from '../shared/to-time.ts'

/** Names a target: 'agent support', or 'recorded answers' if nothing answered anew. */
export const targetName = ({ kind, id }: TargetRecord): string =>
  kind === 'recorded' ? 'recorded answers' : kind === id ? kind : `${kind} ${id}`

/** The target and its model. */
export const targetWords = ({ target }: EvaluationRun['header']): string =>
  target.model === undefined ? targetName(target) : `${targetName(target)} · ${target.model}`

export function runName({ givenName, header: { name, variant, startedAt } }: EvaluationRun): string {
  const evaluation = variant === undefined ? name : `${name}, ${variant}`
  return givenName === undefined
    ? `${evaluation} (${toTime(startedAt)})`
    : `${givenName} (${evaluation}, ${toTime(startedAt)})`
}

/** Lists the judges, each once; undefined if runs do not name them. */
export function listJudges({ header: { scorers } }: EvaluationRun): string | undefined {
  const judges = new Set(scorers.flatMap(({ basis }) => basis?.judge ?? []))
  return judges.size === 0 ? undefined : [...judges].join(', ')
}

/** 'Answer Relevancy, judged by embedded' */
export const whoJudged = ({
  scorer,
  judges,
}: {
  readonly scorer: { readonly name: string }
  readonly judges: readonly string[]
}): string => (judges.length === 0 ? scorer.name : `${scorer.name}, judged by ${judges.join(', ')}`)

/** Names a gate: 'mean: answer-relevancy', or only the gate if it is about the whole run. */
export const gateName = ({ gate, scorerId }: GateOutcome): string =>
  scorerId === undefined ? gate : `${gate}: ${scorerId}`
