import type { Evidence, JsonObject, Judge, MemberEvidence } from '../contract.ts'
import { mergeEvidence, sumMembers } from '../evidence.ts'

/** What the answers of a judge made of judges depend on: each member, in order. */
export function settingsOfMembers(judges: readonly Judge[]): JsonObject[] {
  return judges.map(({ id, model = null, settings = null }) => ({ id, model, settings }))
}

/** What all of them weigh by; 'verdict' where they differ, since shares of several kinds do not add up. */
export function commonWeighting(judges: readonly Judge[]): 'verdict' | 'share' {
  return judges.every(({ weighting }) => weighting === 'share') ? 'share' : 'verdict'
}

/** The first that can, for work that takes one judge. */
export function extractAndWriteOf(judges: readonly Judge[]): Pick<Judge, 'extract' | 'write'> {
  const extractor = judges.find(({ extract }) => extract !== undefined)
  const writer = judges.find(({ write }) => write !== undefined)
  return {
    ...(extractor?.extract && { extract: extractor.extract.bind(extractor) }),
    ...(writer?.write && { write: writer.write.bind(writer) }),
  }
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
    ([judge, { calls, usage, members }]): readonly MemberEvidence[] =>
      members ?? [
        { judge: judge.id, ...(judge.model === undefined ? {} : { model: judge.model }), calls, usage },
      ],
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
