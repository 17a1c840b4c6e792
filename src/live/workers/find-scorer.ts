import type { Mastra } from '@mastra/core/mastra'
import { toRequestContext } from '../../evaluation/target/answer.ts'
import { thrownText } from '../../judge/thrown.ts'
import type { AnyScorer } from '../../run/scorers.ts'
import type { ScoringRun } from './scoring-job.ts'

/** No worker of this project has the scorer. */
export class UnknownScorerError extends Error {
  override readonly name = 'UnknownScorerError'
}

/** The project's scorer is another than the one that the job was put for. A worker of that version can do it. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError'
}

/** Nothing is wrong with the job, but this worker is not made for it: others may be. */
export class NotOfThisWorkerError extends Error {
  override readonly name = 'NotOfThisWorkerError'
}

const named = (entry: unknown, id: string): entry is { scorer: AnyScorer } =>
  typeof entry === 'object' && entry !== null && (entry as { scorer?: AnyScorer }).scorer?.id === id

/** Mastra throws for what it does not know: steps are no workflows, and agents come and go. */
function ownerOf(mastra: Mastra, { entity, entityType }: ScoringRun) {
  try {
    return entityType === 'AGENT' ? mastra.getAgentById(entity.id) : mastra.getWorkflowById(entity.id)
  } catch {
    return undefined
  }
}

/** Those of what answered, then those of the project: where Mastra looks as well. */
async function lookUp(mastra: Mastra, run: ScoringRun, id: string) {
  const context = { requestContext: toRequestContext(run.requestContext) }
  const ofProject = Object.values(mastra.listScorers() ?? {}).find((scorer) => scorer.id === id)
  let own: Record<string, unknown> = {}
  try {
    own = (await ownerOf(mastra, run)?.listScorers(context)) ?? {}
  } catch (cause) {
    // A function of the user's gives them: where it failed, the scorer may well be one of them.
    if (ofProject === undefined)
      throw new Error(`the scorers of ${run.entity.id} cannot be listed: ${thrownText(cause)}`, { cause })
  }
  const entry = Object.values(own).find((entry) => named(entry, id))
  return named(entry, id) ? entry.scorer : ofProject
}

/**
 * The scorer that a job asks for.
 *
 * @param scorers Looked at first, beside those of Mastra.
 * @throws UnknownScorerError; Error where the agent's own function that lists its scorers fails.
 */
export async function findScorer(
  { scorerId, run }: { readonly scorerId: string; readonly run: ScoringRun },
  { mastra, scorers }: { readonly mastra: Mastra; readonly scorers: readonly AnyScorer[] },
): Promise<AnyScorer> {
  const given = scorers.find(({ id }) => id === scorerId)
  const scorer = given ?? (await lookUp(mastra, run, scorerId))
  if (scorer === undefined)
    throw new UnknownScorerError(
      `no scorer has the id "${scorerId}": give it to ${run.entity.id}, to the Mastra instance or to the worker, then run \`verdict queue retry\``,
    )
  return scorer
}
