import { orAborted } from '../../shared/abort.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
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
import { mergeEvidence, sumMembers } from '../evidence.ts'

/** What the answers of a judge made of judges depend on: each member, in order. */
export function settingsOfMembers(judges: readonly Judge[]): JsonObject[] {
  return judges.map(({ id, model = null, settings = null }) => ({ id, model, settings }))
}

/**
 * How scorers are to ask them all and read what they say: as each of them is set.
 *
 * @throws TypeError where some were improved or calibrated for another way than the rest.
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

/** What is to be known of any of them, each once. */
export function noticesOf(judges: readonly Judge[]): string | undefined {
  const notices = new Set(judges.flatMap(({ notice }) => notice ?? []))
  return notices.size === 0 ? undefined : [...notices].join(' ')
}

/** The first that can, for work that takes one judge. */
export function extractAndWriteOf(judges: readonly Judge[]): Pick<Judge, 'extract' | 'write'> {
  const methods = judges.map(checkedMethods)
  const { extract } = methods.find((own) => own.extract !== undefined) ?? {}
  const { write } = methods.find((own) => own.write !== undefined) ?? {}
  return { ...(extract && { extract }), ...(write && { write }) }
}

/**
 * Names of the tasks that as many of the judges can answer. Undefined where that is any task.
 *
 * @param needed How many of them have to, 1 or more.
 */
export function commonTasks(judges: readonly Judge[], needed: number): string[] | undefined {
  const ofEach = judges.flatMap(({ tasks }) => (tasks === undefined ? [] : [new Set(tasks)]))
  const ofAny = judges.length - ofEach.length
  if (ofAny >= needed) return undefined
  const names = new Set(ofEach.flatMap((tasks) => [...tasks]))
  return [...names].filter((name) => ofAny + ofEach.filter((tasks) => tasks.has(name)).length >= needed)
}

/** A piece of evidence and the member that it is of. */
export type MemberPiece = readonly [judge: Judge, evidence: Evidence]

/**
 * The evidence of a judge made of judges: the sums over its members, and what each took.
 *
 * @param startedAt By `performance.now()`: members may run beside or after each other.
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
 * A member's decision, held to the contract.
 *
 * @throws What the member throws, a JudgeError where it broke the contract, or the reason of the signal, at once.
 */
export async function askMember<const Q extends Questions>(
  judge: Judge,
  request: DecisionRequest<Q>,
): Promise<Decision<Q>> {
  request.signal?.throwIfAborted()
  return checkDecision(judge, request.questions, await orAborted(judge.decide(request), request.signal))
}

/**
 * How sure a judge is of the answer that it gave, 0 to 1: the probability of what it chose; where it gives none,
 * how far its share is on one side (a share of 0.1 is as sure as one of 0.9).
 *
 * @returns undefined for an answer without any grade.
 */
export function confidenceOf(answer: Answer): number | undefined {
  if (answer.type === 'score') return answer.probabilities?.[String(Math.round(answer.score))]
  if (answer.type === 'choice' && answer.probabilities !== undefined)
    return answer.probabilities[answer.choice]
  if (answer.type === 'boolean' && answer.probability !== undefined)
    return answer.verdict ? answer.probability : 1 - answer.probability
  if (answer.share === undefined) return undefined
  if (answer.type === 'boolean') return answer.verdict ? answer.share : 1 - answer.share
  return Math.max(answer.share, 1 - answer.share)
}
