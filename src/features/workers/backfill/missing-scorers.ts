import type { Mastra } from '@mastra/core/mastra'
import type { TracedAnswer } from '../../../evaluation/stored/traced-answers.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { attachedScorers } from './attached-scorers.ts'
import type { BackfillCounts, BackfillOptions } from './backfill-options.ts'
import { findFates } from './coverage.ts'
import { passesFilter } from './live-filter.ts'

/** Includes the scorers of agents, unless a function lists them. */
const ofProject = (mastra: Mastra): AnyScorer[] => Object.values(mastra.listScorers() ?? {})

/** A misspelt id would look like a backfill with nothing to do. */
export async function checkScorers({ mastra, scorers = [], only = [] }: BackfillOptions): Promise<void> {
  const attached = await Promise.all(
    Object.values(mastra.listAgents()).map(({ id }) => attachedScorers(mastra, id)),
  )
  const own = attached.flat().map(({ scorer }) => scorer)
  const known = [...own, ...scorers, ...ofProject(mastra)].map(({ id }) => id)
  const unknown = only.find((id) => !known.includes(id))
  if (unknown === undefined) return
  const which = known.length === 0 ? 'there are none' : `there are ${[...new Set(known)].join(', ')}`
  throw new TypeError(`no agent has the scorer "${unknown}", and scorers does not give it: ${which}`)
}

/** Returns the scorers whose score of an answer is to be made, and counts why others are not. */
export async function missingScorers(
  answer: TracedAnswer,
  options: BackfillOptions,
  counts: BackfillCounts,
): Promise<AnyScorer[]> {
  const { mastra, queue } = options
  const meant = await meantScorers(answer, options, counts)
  const fates = await findFates(mastra, await queue.engine(), answer, meant, { isOfVersion: true })
  return meant.filter((scorer) => {
    const { became = 'lost', hasJob = false } = fates.get(scorer) ?? {}
    if (became === 'lost' && !hasJob) return true
    counts[became === 'lost' ? 'gone' : became] += 1
    return false
  })
}

/** A scorer of the answer's agent scores it only if it would have live, but for its sampling rate. */
async function meantScorers(
  answer: TracedAnswer,
  { mastra, scorers = [], only }: BackfillOptions,
  counts: BackfillCounts,
): Promise<AnyScorer[]> {
  const { agentId, requestContexts } = answer
  const attached = await attachedScorers(mastra, agentId, requestContexts[0])
  const others = [...scorers, ...ofProject(mastra)]
  const ids = new Set(only ?? attached.map(({ scorer }) => scorer.id))
  const meant: AnyScorer[] = []
  let without = true
  for (const id of ids) {
    const own = attached.filter(({ scorer }) => scorer.id === id)
    const other = others.find((scorer) => scorer.id === id)
    if (own.length === 0 && other === undefined) continue
    without = false
    const passes = own.map(({ filter }) => passesFilter(filter, answer))
    const scorer = own.length === 0 ? other : own[passes.indexOf(true)]?.scorer
    if (scorer !== undefined) meant.push(scorer)
    else counts[passes.includes(undefined) ? 'undecided' : 'filtered'] += 1
  }
  if (without) counts.withoutScorer.set(agentId, (counts.withoutScorer.get(agentId) ?? 0) + 1)
  return meant
}
