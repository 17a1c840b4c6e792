import { answerNoun } from '../../run/answer-noun.ts'
import { isOfSimulatedUser } from '../../run/failures.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import { type EvaluationRun, type FailureRecord, toAnswerKey } from '../../run/record.ts'
import type { Block } from '../document/blocks.ts'
import { column, table } from '../document/table.ts'
import { formatCount, formatQuantity } from '../format-numbers.ts'
import { errorText } from '../run-notices.ts'
import { shorten } from '../safe-text.ts'

/** Failures with the same error, which a report shows in one line instead of a thousand. */
export interface FailureGroup {
  /** The number of answers that ended in this way, 1 or more. */
  readonly count: number
  /** The first of these answers. */
  readonly itemId: string
  /** The id of the scorer that failed; absent if the target gave no answer. */
  readonly scorerId?: string
  readonly failure: FailureRecord
}

/** Answers that one scorer could not score for the same reason. */
export interface NotScorableGroup extends Pick<FailureGroup, 'count' | 'itemId'> {
  readonly scorerId: string
  readonly reason: string
}

export const groupFailures = (run: EvaluationRun): FailureGroup[] =>
  group(listFailures(run), ({ scorerId, failure: { name, message } }) => [scorerId, name, message])

export const groupNotScorable = (run: EvaluationRun): NotScorableGroup[] =>
  group(listNotScorable(run), ({ scorerId, reason }) => [scorerId, reason])

/** Lists the answers that are missing, and the scores. */
export const listFailures = ({ items }: EvaluationRun) =>
  items.flatMap(({ itemId, repeat, failure, scores }) => [
    ...(failure === undefined ? [] : [{ scorerId: undefined, failure, itemId, repeat }]),
    ...Object.entries(scores).flatMap(([scorerId, record]) =>
      record.outcome === 'failed' ? [{ scorerId, failure: record.failure, itemId, repeat }] : [],
    ),
  ])

/**
 * Counts the answers that are missing, and those that a scorer failed on: '2 of 12 conversations failed'. A simulated
 * user's failure is not the agent's. Undefined if none failed.
 */
export function failedText(run: EvaluationRun): string | undefined {
  const failures = listFailures(run).filter(({ failure }) => !isOfSimulatedUser(failure))
  const failed = new Set(failures.map(toAnswerKey)).size
  if (failed === 0) return undefined
  const missing = failures.filter(({ scorerId }) => scorerId === undefined).length
  const all = formatQuantity(run.items.length, answerNoun(run))
  if (missing === 0) return `scorers failed on ${formatCount(failed)} of ${all}`
  const more = failed === missing ? '' : `, and scorers on ${formatCount(failed - missing)} more`
  return `${formatCount(missing)} of ${all} failed${more}`
}

const listNotScorable = ({ items }: EvaluationRun) =>
  items.flatMap(({ itemId, repeat, scores }) =>
    Object.entries(scores).flatMap(([scorerId, record]) =>
      record.outcome === 'not scorable' ? [{ scorerId, reason: record.reason, itemId, repeat }] : [],
    ),
  )

/** An answer that ended in some way: one that was not scorable has no failure. */
type End = Pick<ItemRecord, 'itemId' | 'repeat'> & Pick<Partial<FailureGroup>, 'scorerId' | 'failure'>

/** Groups equal ends, most frequent first. */
function group<One extends End>(ends: readonly One[], toKey: (end: One) => unknown[]) {
  return [...Map.groupBy(ends, (end) => JSON.stringify(toKey(end))).values()]
    .map(([first, ...rest]) => {
      const { itemId, repeat: _, ...end } = first as One
      return { ...end, count: rest.length + 1, itemId }
    })
    .sort((one, other) => other.count - one.count)
}

/** Groups the failures of a run by error, most frequent first. */
export const failureCauses = (run: EvaluationRun): Cause[] =>
  listCauses(run, listFailures(run), ({ failure }) => errorText(failure))

/** Groups the reasons why answers were not scorable, most frequent first. */
export const notScorableCauses = (run: EvaluationRun): Cause[] =>
  listCauses(run, listNotScorable(run), ({ reason }) => reason)

/** One cause, which may have ended the work of several scorers. */
interface Cause extends Pick<FailureGroup, 'count' | 'itemId'> {
  readonly where: string
  readonly why: string
}

/** The place of a failure that left nothing to score. */
export const noAnswer = 'no answer'

/** Groups ends by cause: a wrong key, which stops every scorer, is told once. */
function listCauses<One extends End>(
  { header }: EvaluationRun,
  ends: readonly One[],
  toCause: (end: One) => string,
): Cause[] {
  const names = new Map<string | undefined, string>(header.scorers.map(({ id, name }) => [id, name]))
  const nameScorer = ({ scorerId, failure }: End) =>
    names.get(scorerId) ?? scorerId ?? (isOfSimulatedUser(failure) ? 'simulated user' : noAnswer)
  return [...Map.groupBy(ends, toCause)]
    .map(([why, same]) => ({
      why,
      where: [...new Set(same.map(nameScorer))].join(', '),
      itemId: same[0]?.itemId ?? '',
      count: new Set(same.map(toAnswerKey)).size,
    }))
    .sort((one, other) => other.count - one.count)
}

/** Shows failures by error, most frequent first. */
export const failureBlocks = (run: EvaluationRun): Block[] =>
  causeTable(failureCauses(run), {
    title: 'Failures by error',
    where: 'Where',
    why: 'Error',
    others: 'other error',
    tone: 'bad',
  })

/** Shows why answers were not scorable, most frequent first. */
export const notScorableBlocks = (run: EvaluationRun): Block[] =>
  causeTable(notScorableCauses(run), {
    title: 'Not scorable, by reason',
    where: 'Scorer',
    why: 'Why',
    others: 'other reason',
    tone: 'partly',
  })

const causeTable = (
  causes: readonly Cause[],
  shown: {
    readonly title: string
    readonly where: string
    readonly why: string
    readonly others: string
    readonly tone: 'bad' | 'partly'
  },
): Block[] =>
  table<Cause>(
    shown.title,
    causes,
    [
      column.number('Answers', ({ count }) => formatCount(count)),
      column.word(shown.where, (cause) => cause.where),
      column.word(shown.why, (cause) => cause.why),
      column.word('First item', ({ itemId }) => ({ text: itemId, isItem: true })),
    ],
    {
      others: shown.others,
      folds: true,
      told: (cause) => ({
        mark: `${cause.count} ×`,
        tone: shown.tone,
        text: `${cause.where}: ${shorten(cause.why, longest)} (first: ${cause.itemId})`,
      }),
    },
  )

/** The maximum length in a line of a terminal. */
const longest = 400
