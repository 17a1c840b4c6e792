import type { Mastra } from '@mastra/core/mastra'
import type { ScoringRun } from '../../../evaluation/stored/scoring-run.ts'
import { toRequestContext } from '../../../evaluation/target/target-answer.ts'
import { thrownText } from '../../../judge/original-error.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'

/** Thrown if no worker of this project has the scorer. */
export class UnknownScorerError extends Error {
  override readonly name = 'UnknownScorerError'
}

/** Thrown if the job was enqueued for another version of the scorer. A worker with that version can do it. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError'
}

/** Thrown for a valid job that this worker is not set up for; other workers may be. */
export class NotOfThisWorkerError extends Error {
  override readonly name = 'NotOfThisWorkerError'
}

const named = (entry: unknown, id: string): entry is { scorer: AnyScorer } =>
  typeof entry === 'object' && entry !== null && (entry as { scorer?: AnyScorer }).scorer?.id === id

/** Mastra throws for unknown ids: steps are not workflows, and agents come and go. */
function findOwner(mastra: Mastra, { entity, entityType }: ScoringRun) {
  try {
    return entityType === 'AGENT' ? mastra.getAgentById(entity.id) : mastra.getWorkflowById(entity.id)
  } catch {
    return undefined
  }
}

/** Searches the scorers of the agent or workflow, then those of the project, like Mastra. */
async function lookUp(mastra: Mastra, run: ScoringRun, id: string) {
  const context = { requestContext: toRequestContext(run.requestContext) }
  const ofProject = Object.values(mastra.listScorers() ?? {}).find((scorer) => scorer.id === id)
  let own: Record<string, unknown> = {}
  try {
    own = (await findOwner(mastra, run)?.listScorers(context)) ?? {}
  } catch (cause) {
    // The user's own function lists them; if it failed, the scorer may well be one of them.
    if (ofProject === undefined)
      throw new Error(`the scorers of ${run.entity.id} cannot be listed: ${thrownText(cause)}`, { cause })
  }
  const entry = Object.values(own).find((entry) => named(entry, id))
  return named(entry, id) ? entry.scorer : ofProject
}

/**
 * Finds the scorer of a job.
 *
 * @param scorers Searched first, before those of Mastra.
 * @throws UnknownScorerError; Error if the agent's own function that lists its scorers fails.
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
