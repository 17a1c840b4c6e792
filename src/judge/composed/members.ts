import { orAborted } from '../../shared/abort.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { type CallUsage, countCalls } from '../call/call-context.ts'
import { checkedMethods } from '../check-outcome.ts'
import type {
  Answer,
  Decision,
  DecisionRequest,
  Evidence,
  JsonObject,
  Judge,
  MemberEvidence,
  Questions,
} from '../contract.ts'
import { checkDecision } from '../decide.ts'
import { makeEvidence, mergeEvidence, sumMembers, sumUsage } from '../evidence.ts'

/** Returns everything that the answers of a judge made of judges depend on: each member, in order. */
export function settingsOfMembers(judges: readonly Judge[]): JsonObject[] {
  return judges.map(({ id, model = null, settings = null }) => ({ id, model, settings }))
}

/**
 * Returns how scorers should ask all members and read their answers: as each member is set.
 *
 * @throws TypeError if some were improved or calibrated for a different way than the rest.
 */
export function commonWay(
  factory: string,
  judges: readonly Judge[],
): Pick<Judge, 'asking' | 'weighting' | 'verdictsAreFinal'> {
  const ways = judges.map(({ asking, weighting = 'share', verdictsAreFinal = false }) => ({
    asking: withoutUndefined(asking ?? {}),
    weighting,
    verdictsAreFinal,
  }))
  if (new Set(ways.map(canonicalJson)).size > 1)
    throw new TypeError(
      `${factory}: scorers ask all members in the same way, but ${judges.map(({ id }) => id).join(', ')} were improved or calibrated for different ways: improve or calibrate the ${factory} as a whole`,
    )
  return { ...ways[0], asking: judges.find(({ asking }) => asking !== undefined)?.asking }
}

export function joinNotices(judges: readonly Judge[]): string | undefined {
  const notices = new Set(judges.flatMap(({ notice }) => notice ?? []))
  return notices.size === 0 ? undefined : [...notices].join(' ')
}

/** Returns the methods of the first member that has them, for work that takes one judge. */
export function pickMethods(judges: readonly Judge[]): Pick<Judge, 'extract' | 'write'> {
  const methods = judges.map(checkedMethods)
  const { extract } = methods.find((own) => own.extract !== undefined) ?? {}
  const { write } = methods.find((own) => own.write !== undefined) ?? {}
  return { ...(extract && { extract }), ...(write && { write }) }
}

/** Returns the tasks that at least `needed` of the judges can answer; undefined if that is any task. */
export function commonTasks(judges: readonly Judge[], needed: number): string[] | undefined {
  const ofEach = judges.flatMap(({ tasks }) => (tasks === undefined ? [] : [new Set(tasks)]))
  const ofAny = judges.length - ofEach.length
  if (ofAny >= needed) return undefined
  const names = new Set(ofEach.flatMap((tasks) => [...tasks]))
  return [...names].filter((name) => ofAny + ofEach.filter((tasks) => tasks.has(name)).length >= needed)
}

/** A piece of evidence and the member that it belongs to. */
export type MemberPiece = readonly [judge: Judge, evidence: Evidence]

/**
 * Merges the evidence of a judge made of judges: the sums over its members, and the usage of each.
 *
 * @param startedAt From `performance.now()`: members may run in parallel or one after another.
 */
export function evidenceOfMembers(
  id: string,
  pieces: readonly MemberPiece[],
  startedAt: number,
  added: Partial<Evidence> & { readonly warnings: readonly string[] },
): Evidence {
  const merged = mergeEvidence(pieces.map(([, evidence]) => evidence))
  const members = pieces.flatMap(
    ([{ id: judge, model }, { calls, usage, members }]): readonly MemberEvidence[] =>
      members ?? [withoutUndefined({ judge, model, calls, usage })],
  )
  return {
    ...merged,
    ...added,
    judge: id,
    durationInMs: performance.now() - startedAt,
    warnings: [...new Set([...merged.warnings, ...added.warnings])],
    members: sumMembers(members),
  }
}

/**
 * Asks a member and checks its decision against the contract.
 *
 * @throws The member's error, a JudgeError if it broke the contract, or the reason of the signal, at once.
 */
export async function askMember<const Q extends Questions>(
  judge: Judge,
  request: DecisionRequest<Q>,
): Promise<Decision<Q>> {
  request.signal?.throwIfAborted()
  return checkDecision(judge, request.questions, await orAborted(judge.decide(request), request.signal))
}

/**
 * Asks a member that may fail.
 *
 * @returns Its decision or its error, and the evidence of its calls: a failed member has to be paid, too.
 * @throws The reason of the signal, at once.
 */
export async function tryMember(judge: Judge, request: DecisionRequest) {
  const startedAt = performance.now()
  const { result, calls } = countCalls(() => askMember(judge, request))
  try {
    const decision = await result
    return { decision, pieces: [[judge, decision.evidence]] satisfies MemberPiece[] }
  } catch (error) {
    request.signal?.throwIfAborted()
    const spent = makeEvidence(judge.id, request.task, startedAt, spentOn(judge, calls))
    return { error, pieces: calls.length === 0 ? [] : [[judge, spent] satisfies MemberPiece] }
  }
}

/** A member that is made of judges may have called several models. */
function spentOn({ id: judge }: Judge, calls: readonly CallUsage[]) {
  const members = sumMembers(calls.map(({ model, usage }) => ({ judge, model, calls: 1, usage })))
  return { calls: calls.length, usage: sumUsage(calls), members }
}

/**
 * Returns how sure a judge is of its own answer, 0 to 1: the probability of its choice; without one, how far its share
 * is on one side (a share of 0.1 is as sure as one of 0.9).
 */
export function measureConfidence(answer: Answer): number | undefined {
  if (answer.type === 'score') return answer.probabilities?.[String(Math.round(answer.score))]
  if (answer.type === 'choice' && answer.probabilities !== undefined)
    return answer.probabilities[answer.choice]
  if (answer.type === 'boolean' && answer.probability !== undefined)
    return answer.verdict ? answer.probability : 1 - answer.probability
  if (answer.share === undefined) return undefined
  if (answer.type === 'boolean') return answer.verdict ? answer.share : 1 - answer.share
  return Math.max(answer.share, 1 - answer.share)
}
