import type { PageData, PageItem } from './types.ts'

export const scoreIn = (item: PageItem, run: number, scorer: number): number | undefined =>
  item.answers[run]?.scores[scorer]?.score

/** The runs that outcomes and the order by score are about: what is before is shown beside what is after. */
export const judgedRuns = ({ relation, runs }: PageData): number[] =>
  relation === 'before and after' ? [1] : runs.map((_run, index) => index)

const listRunScores = (item: PageItem, scorer: number, runs: readonly number[]) =>
  runs.flatMap((run) => scoreIn(item, run, scorer) ?? [])

export function meanScore(item: PageItem, scorer: number, runs: readonly number[]): number | undefined {
  const scores = listRunScores(item, scorer, runs)
  return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** The second score less the first, of a comparison; undefined unless both runs scored the same question. */
export function computeChange(item: PageItem, scorer: number): number | undefined {
  const before = scoreIn(item, 0, scorer)
  const after = scoreIn(item, 1, scorer)
  if (item.changed || before === undefined || after === undefined) return undefined
  // The same average in another order differs in the last digit, which is no move.
  return Math.abs(after - before) < 1e-12 ? 0 : after - before
}

/** From the lowest score of the runs to the highest; undefined below two scores. */
export function computeSpread(item: PageItem, scorer: number): number | undefined {
  const scores = listRunScores(item, scorer, [...item.answers.keys()])
  return scores.length < 2 ? undefined : Math.max(...scores) - Math.min(...scores)
}

/** The runs with the best score of an item; empty where fewer than two have a score, or all have the same. */
export function bestRuns({ scorers }: PageData, item: PageItem, scorer: number): number[] {
  const spread = computeSpread(item, scorer)
  if (item.changed || spread === undefined || spread < 1e-12) return []
  const runs = [...item.answers.keys()]
  const scores = listRunScores(item, scorer, runs)
  const best = scorers[scorer]?.lowerIsBetter ? Math.min(...scores) : Math.max(...scores)
  return runs.filter((run) => Math.abs((scoreIn(item, run, scorer) ?? Number.NaN) - best) < 1e-12)
}
