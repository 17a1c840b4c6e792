import type { EvaluationRun, FailureRecord } from '../../run/record.ts'
import { type Block, column, table } from '../document/blocks.ts'
import { formatCount } from '../format.ts'
import { shorten } from '../safe-text.ts'

const formatSize = ({ count }: Group) => formatCount(count)
const toFirstItem = ({ itemId }: Group) => ({ text: itemId, isItem: true })

interface Group {
  /** The number of answers that ended in this way, 1 or more. */
  readonly count: number
  /** The first of these answers. */
  readonly itemId: string
}

/** Failures with the same error, which a report shows in one line instead of a thousand. */
export interface FailureGroup extends Group {
  /** The id of the scorer that failed; absent if the target gave no answer. */
  readonly scorerId?: string
  readonly failure: FailureRecord
}

/** Answers that one scorer could not score for the same reason. */
export interface NotScorableGroup extends Group {
  readonly scorerId: string
  readonly reason: string
}

/** Returns a function that finds the name of a scorer of the run by its id. */
export function scorerNames({ header }: EvaluationRun): (id: string) => string {
  const names = new Map(header.scorers.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

/** Groups the failures of a run, most frequent first. */
export function groupFailures({ items }: EvaluationRun): FailureGroup[] {
  const ends = items.flatMap(({ itemId, failure, scores }) => [
    ...(failure === undefined ? [] : [{ scorerId: undefined, failure, count: 1, itemId }]),
    ...Object.entries(scores).flatMap(([scorerId, record]) =>
      record.outcome === 'failed' ? [{ scorerId, failure: record.failure, count: 1, itemId }] : [],
    ),
  ])
  return group(ends, ({ scorerId, failure: { name, message } }) => [scorerId, name, message])
}

/** Groups the reasons why answers of a run were not scorable, most frequent first. */
export function groupNotScorable({ items }: EvaluationRun): NotScorableGroup[] {
  const ends = items.flatMap(({ itemId, scores }) =>
    Object.entries(scores).flatMap(([scorerId, record]) =>
      record.outcome === 'not scorable' ? [{ scorerId, reason: record.reason, count: 1, itemId }] : [],
    ),
  )
  return group(ends, ({ scorerId, reason }) => [scorerId, reason])
}

function group<End extends { count: number }>(ends: readonly End[], toKey: (end: End) => unknown[]): End[] {
  const groups = new Map<string, End>()
  for (const end of ends) {
    const key = JSON.stringify(toKey(end))
    const first = groups.get(key)
    if (first === undefined) groups.set(key, end)
    else first.count += 1
  }
  return [...groups.values()].sort((one, other) => other.count - one.count)
}

/**
 * Shows failures by error, most frequent first.
 *
 * @param of The variant that they belong to, in a report of several runs.
 */
export function failureBlocks(run: EvaluationRun, of?: string): Block[] {
  const nameScorer = scorerNames(run)
  const where = ({ scorerId }: FailureGroup) => (scorerId === undefined ? 'no answer' : nameScorer(scorerId))
  const error = ({ failure }: FailureGroup) => `${failure.name}: ${failure.message}`
  return table<FailureGroup>(
    `Failures by error${of === undefined ? '' : ` of ${of}`}`,
    groupFailures(run),
    [
      column.number('Count', formatSize),
      column.word('Where', where),
      column.word('Error', error),
      column.word('First item', toFirstItem),
    ],
    {
      others: 'other error',
      folds: true,
      told: (one) => ({
        mark: `${one.count} ×`,
        tone: 'bad',
        text: `${where(one)}: ${shorten(error(one), longest)} (first: ${one.itemId})`,
      }),
    },
  )
}

/** Shows why answers were not scorable, most frequent first. */
export function notScorableBlocks(run: EvaluationRun): Block[] {
  const nameScorer = scorerNames(run)
  const scorer = ({ scorerId }: NotScorableGroup) => nameScorer(scorerId)
  return table<NotScorableGroup>(
    'Not scorable, by reason',
    groupNotScorable(run),
    [
      column.number('Count', formatSize),
      column.word('Scorer', scorer),
      column.word('Why', ({ reason }) => reason),
      column.word('First item', toFirstItem),
    ],
    {
      others: 'other reason',
      folds: true,
      told: (one) => ({
        mark: `${one.count} ×`,
        tone: 'partly',
        text: `${scorer(one)}: ${shorten(one.reason, longest)} (first: ${one.itemId})`,
      }),
    },
  )
}

/** The maximum length in a line of a terminal. */
const longest = 400
