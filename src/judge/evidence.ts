import type { Evidence, MemberEvidence, Usage } from './contract.ts'

/** The evidence of several pieces of work by one judge as one. They ran in parallel: the longest duration counts. */
export function mergeEvidence(pieces: readonly Evidence[]): Evidence {
  const [first] = pieces
  if (first === undefined) throw new TypeError('there is no evidence to merge')
  return {
    judge: first.judge,
    task: first.task,
    prompts: pieces.flatMap((piece) => piece.prompts),
    calls: sum(pieces.map((piece) => piece.calls)),
    usage: sumUsage(pieces),
    durationInMs: Math.max(...pieces.map((piece) => piece.durationInMs)),
    cached: pieces.every((piece) => piece.cached),
    warnings: [...new Set(pieces.flatMap((piece) => piece.warnings))],
    ...mergeDetails(pieces),
  }
}

/** The optional fields, each present where a piece has it. */
function mergeDetails(pieces: readonly Evidence[]): Partial<Evidence> {
  const given = <Name extends keyof Evidence>(name: Name) =>
    pieces.flatMap((piece) => (piece[name] === undefined ? [] : [piece[name]]))
  const counts = given('cachedAnswers')
  const deciders = given('decidedBy')
  const agreements = given('agreement')
  const members = given('members')
  return {
    ...(counts.length > 0 ? { cachedAnswers: sum(counts) } : {}),
    ...(deciders.length > 0 ? { decidedBy: Object.assign({}, ...deciders) } : {}),
    ...(agreements.length > 0 ? { agreement: Object.assign({}, ...agreements) } : {}),
    ...(members.length > 0 ? { members: sumMembers(members.flat()) } : {}),
  }
}

/** One entry a judge and model, in the order of their first appearance. */
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
