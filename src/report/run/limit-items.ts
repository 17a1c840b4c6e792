import type { EvaluationRun } from '../../run/record.ts'
import { collectExpectations } from './expectations.ts'
import { groupFailures, groupNotScorable } from './unscored.ts'
import { worstAnswers } from './worst-answers.ts'

/** The maximum number of answers of each run in a page or file: some 10 MB a run open at once, gigabytes do not. */
export const mostAnswers = 10_000

/** The maximum number of failures shown of each kind. */
const mostLinked = 100

/**
 * Selects the items to show if the runs have more answers than a report can hold: those that it needs, then for half of
 * the room the worst by each scorer, and for the rest others evenly from the whole dataset.
 *
 * @param shown The runs whose scores the report is about.
 * @param linked Items needed in addition to the first of each kind of failure, such as those that a page links to.
 * @param most How many answers of each run it can show.
 * @param selected How many answers of each run to select if there are more.
 * @returns The ids of the items; undefined if it can show all.
 */
export function shownItems(
  shown: readonly EvaluationRun[],
  linked: readonly string[],
  most = mostAnswers,
  selected = most,
): ReadonlySet<string> | undefined {
  const ids = [...new Set(shown.flatMap(({ items }) => items.map(({ itemId }) => itemId)))]
  const repeats = Math.max(...shown.map(({ header }) => header.repeats))
  if (ids.length <= Math.max(1, Math.floor(most / repeats))) return undefined
  const room = Math.max(1, Math.floor(selected / repeats))
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

function linkedIn(run: EvaluationRun): string[] {
  const groups = [groupFailures(run), groupNotScorable(run), collectExpectations(run)?.unmet ?? []]
  return groups.flatMap((group) => group.slice(0, mostLinked).map(({ itemId }) => itemId))
}
