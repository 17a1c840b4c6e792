import type { EvaluationRun } from '../../run/record.ts'
import { worstAnswers } from './answers.ts'
import { expectationsOf } from './expectations.ts'
import { groupFailures, groupNotScorable } from './unscored.ts'

/** Answers of each run that a page or file of answers holds at most: some 10 MB a run are opened at once, and not gigabytes. */
export const mostAnswers = 10_000

/** So many of each kind of failure are shown. */
const mostLinked = 100

/**
 * The ids of the items that a report shows where the runs have more answers than it can hold: those that it needs, then
 * the worst by each scorer for half of the room, and others evenly from the whole dataset for the rest.
 *
 * @param shown The runs whose scores the report is about.
 * @param linked Items that it needs beside the first of each kind of failure, such as those that a page links to.
 * @returns Undefined where it can show all.
 */
export function shownItems(
  shown: readonly EvaluationRun[],
  linked: readonly string[],
  most = mostAnswers,
): ReadonlySet<string> | undefined {
  const ids = [...new Set(shown.flatMap(({ items }) => items.map(({ itemId }) => itemId)))]
  const repeats = Math.max(...shown.map(({ header }) => header.repeats))
  const room = Math.max(1, Math.floor(most / repeats))
  if (ids.length <= room) return undefined
  const chosen = new Set([...linked, ...shown.flatMap(linkedIn)].slice(0, room))
  const left = room - chosen.size
  const rankings = shown.flatMap((run) =>
    run.header.scorers.map((scorer) => worstAnswers(run, scorer, Math.ceil(left / 2) * repeats)),
  )
  for (let rank = 0; chosen.size < room - left / 2; rank += 1) {
    const answers = rankings.flatMap((ranking) => ranking[rank] ?? [])
    if (answers.length === 0) break
    for (const { item } of answers) if (chosen.size < room) chosen.add(item.itemId)
  }
  const others = ids.filter((id) => !chosen.has(id))
  const wanted = Math.max(0, room - chosen.size)
  for (let place = 0; place < wanted; place += 1)
    chosen.add(others[Math.floor((place * others.length) / wanted)] as string)
  return chosen
}

/** The first of each kind of failure, and what was not met. */
function linkedIn(run: EvaluationRun): string[] {
  const groups = [groupFailures(run), groupNotScorable(run), expectationsOf(run)?.unmet ?? []]
  return groups.flatMap((group) => group.slice(0, mostLinked).map(({ itemId }) => itemId))
}
