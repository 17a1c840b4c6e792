import { withoutUndefined } from '../shared/without-undefined.ts'
import type { Evidence, MemberEvidence, Task, Usage } from './contract.ts'

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 }

/**
 * Makes the evidence of a judge's own work on a task.
 *
 * @param startedAt From `performance.now()`.
 * @param details All other fields. Default: no prompts, calls, tokens and warnings.
 */
export function makeEvidence(
  judge: string,
  task: Task,
  startedAt: number,
  details: Partial<Evidence>,
): Evidence {
  return {
    judge,
    task: `${task.name}/${task.version}`,
    prompts: [],
    calls: 0,
    usage: noUsage,
    durationInMs: performance.now() - startedAt,
    cached: false,
    warnings: [],
    ...details,
  }
}

/** Merges the evidence of one judge's parallel pieces of work; the longest duration counts. */
export function mergeEvidence(pieces: readonly Evidence[]): Evidence {
  const [first] = pieces
  if (first === undefined) throw new TypeError('there is no evidence to merge')
  return withoutUndefined({
    judge: first.judge,
    task: first.task,
    prompts: pieces.flatMap((piece) => piece.prompts),
    replies: pieces.some(({ replies }) => replies !== undefined)
      ? pieces.flatMap(({ prompts, replies }) => prompts.map((_, place) => replies?.[place] ?? ''))
      : undefined,
    calls: sum(pieces.map((piece) => piece.calls)),
    usage: sumUsage(pieces),
    durationInMs: Math.max(...pieces.map((piece) => piece.durationInMs)),
    cached: pieces.every((piece) => piece.cached),
    warnings: [...new Set(pieces.flatMap((piece) => piece.warnings))],
    cachedAnswers: whereGiven('cachedAnswers', sum),
    decidedBy: whereGiven('decidedBy', (all) => Object.assign({}, ...all)),
    agreement: whereGiven('agreement', (all) => Object.assign({}, ...all)),
    members: whereGiven('members', (all) => sumMembers(all.flat())),
  })

  /** Returns undefined if no piece has the field. */
  function whereGiven<Name extends keyof Evidence>(
    name: Name,
    merge: (values: NonNullable<Evidence[Name]>[]) => Evidence[Name],
  ): Evidence[Name] | undefined {
    const values = pieces.map((piece) => piece[name]).filter((value) => value !== undefined)
    return values.length === 0 ? undefined : merge(values as NonNullable<Evidence[Name]>[])
  }
}

/** Returns one entry per judge and model, in the order of their first appearance. */
export function sumMembers(entries: readonly MemberEvidence[]): MemberEvidence[] {
  const byJudge = new Map<string, MemberEvidence[]>()
  for (const entry of entries) {
    const key = JSON.stringify([entry.judge, entry.model])
    byJudge.set(key, [...(byJudge.get(key) ?? []), entry])
  }
  return [...byJudge.values()].map((same) => ({
    ...(same[0] as MemberEvidence),
    calls: sum(same.map((entry) => entry.calls)),
    usage: sumUsage(same),
  }))
}

export function sumUsage(pieces: readonly { readonly usage: Usage }[]): Usage {
  return {
    inputTokens: sum(pieces.map((piece) => piece.usage.inputTokens)),
    outputTokens: sum(pieces.map((piece) => piece.usage.outputTokens)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
