import type { Mastra } from '@mastra/core/mastra'
import type { ObservabilityStorage } from '@mastra/core/storage'
import type { ItemRecord } from '../../../run/item-record.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import { compact } from '../../../shared/compact.ts'
import { isObject } from '../../../shared/is-object.ts'
import { asName } from '../../../text/as-read.ts'
import { type ScoredAnswer, scoredAnswers } from '../scored-answers.ts'
import type { ImportedLabel, ImportedLabels, ImportSource } from './imported-label.ts'

const pageSize = 100

/**
 * Imports feedback from Mastra's storage as labels of whole answers. Feedback refers to a trace: an answer belongs to
 * the trace in its record; a recorded answer, or one of a function, without a trace of its own, belongs to the
 * `traceId` in its item's metadata, or to the trace whose id is the item's id. If the run has several different answers
 * to such an item, its feedback is left out.
 *
 * Users chose to give feedback, so its probability is unknown.
 *
 * @throws Error if the storage keeps no feedback; RangeError for a number outside the range of labels.
 */
export async function fromFeedback(
  { run, scorer, shareOf }: ImportSource,
  mastra: Mastra,
  options: {
    /** Feedback types to include: 'thumbs', 'rating'. Default: all. */
    readonly types?: readonly string[]
    readonly since?: Date
    readonly until?: Date
  } = {},
): Promise<ImportedLabels> {
  const { types, since, until } = options
  const store = await mastra.getStorage()?.getStore('observability')
  if (!store)
    throw new Error('the Mastra instance keeps no traces: give it `storage` with a store of observability')
  const byTrace = answersByTrace(run, scorer.id)
  const labels: ImportedLabel[] = []
  const unread = new Map<string, number>()
  let elsewhere = 0
  let ambiguous = 0
  const filters = {
    ...(types === undefined ? {} : { feedbackType: [...types] }),
    timestamp: { start: since, end: until },
  }
  for await (const one of listFeedback(store, filters)) {
    const { answers, isAmbiguous } = byTrace.get(one.traceId ?? '') ?? { answers: [], isAmbiguous: false }
    if (isAmbiguous || answers.length === 0) {
      if (isAmbiguous) ambiguous += 1
      else elsewhere += 1
      continue
    }
    const share = shareOf(one.value, one.feedbackType)
    if (share === undefined) {
      const said = `${one.feedbackType} ${JSON.stringify(one.value)}`
      unread.set(said, (unread.get(said) ?? 0) + 1)
      continue
    }
    const at = new Date(one.timestamp).toISOString()
    const [user, account] = [one.feedbackUserId, one.userId].map((name) => asName(name ?? ''))
    const rater = user || account || `feedback ${one.feedbackId ?? at}`
    const label = typeof one.value === 'string' && one.value === '' ? one.feedbackType : one.value
    const comment = one.comment || undefined
    for (const answer of answers)
      labels.push({ answer, label, share, rater, at, comment, source: 'feedback' })
  }
  const notes = compact([
    elsewhere > 0 && `Feedback left out because the run does not have its trace: ${elsewhere}.`,
    ambiguous > 0 &&
      `Feedback left out because the run has several answers to its item and ${noAnswer}: ${ambiguous}.`,
    ...[...unread].map(
      ([said, count]) => `Feedback left out because ${said} has no value (give one with --value): ${count}.`,
    ),
  ])
  return { labels, chosenBy: 'users', notes }
}

/** Yields all feedback, the oldest first. */
async function* listFeedback(
  store: ObservabilityStorage,
  filters: Parameters<ObservabilityStorage['listFeedback']>[0]['filters'],
) {
  for (let page = 0; ; page += 1) {
    const { feedback, pagination } = await store
      .listFeedback({
        filters,
        pagination: { page, perPage: pageSize },
        orderBy: { field: 'timestamp', direction: 'ASC' },
      })
      .catch((cause: unknown) => {
        throw new Error(
          `the storage does not list feedback (${(cause as Error).message}): Mastra keeps it in some stores only, such as InMemoryStore and PostgresStoreVNext`,
          { cause },
        )
      })
    yield* feedback
    if (pagination?.hasMore !== true) return
  }
}

const noAnswer = 'nothing says which one is meant'

/**
 * Groups answers by trace: that of their record, otherwise that of their item. The item's trace applies to recorded
 * answers and to those of functions, which may look them up; an agent or workflow has answered anew.
 */
function answersByTrace(
  run: EvaluationRun,
  scorerId: string,
): Map<
  string,
  {
    /** The same answer, once for each occurrence in the run; empty if none has a score. */
    readonly answers: readonly ScoredAnswer[]
    /** True if the run has several different answers, and the trace could belong to any of them. */
    readonly isAmbiguous: boolean
  }
> {
  const isGivenAnew = ['agent', 'workflow'].includes(run.header.target.kind)
  const records = new Map<string, ItemRecord[]>()
  for (const item of run.items) {
    if (item.answer === undefined) continue
    const ofItem = isGivenAnew ? [] : [traceOfItem(item), item.itemId]
    for (const id of new Set(item.traceId === undefined ? ofItem : [item.traceId]))
      if (id !== undefined) records.set(id, [...(records.get(id) ?? []), item])
  }
  const scored = new Map(scoredAnswers(run, scorerId).map((answer) => [answer.item, answer]))
  return new Map(
    Array.from(records, ([id, items]) => {
      const isAmbiguous = items.some(({ answer }) => answer !== items[0]?.answer)
      return [id, { answers: items.flatMap((item) => scored.get(item) ?? []), isAmbiguous }]
    }),
  )
}

function traceOfItem({ metadata }: ItemRecord): string | undefined {
  return isObject(metadata) && typeof metadata.traceId === 'string' ? metadata.traceId : undefined
}
