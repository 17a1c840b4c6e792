import type { HumanLabel, LabelledRun } from './labelled-run.ts'

/** Items of both runs, in one order and with the clusters of the baseline, and the labels of these. */
export function commonOf(baseline: LabelledRun, candidate: LabelledRun): [LabelledRun, LabelledRun] {
  const [one, other] = [baseline.range, candidate.range]
  if (one?.low !== other?.low || one?.high !== other?.high)
    throw new TypeError('the labels of two runs must have one range')
  if ((baseline.drawn ?? 'items') !== (candidate.drawn ?? 'items'))
    throw new TypeError('labels of both runs must be of drawn items, or of both of drawn clusters')
  const candidates = new Map(candidate.items.map((item) => [item.id, item]))
  const items = baseline.items.filter(({ id }) => candidates.has(id))
  if (items.length === 0) throw new TypeError('the runs have no item in common')
  const ids = new Set(items.map(({ id }) => id))
  const ofCommon = ({ labels }: LabelledRun) => labels.filter(({ item }) => ids.has(item))
  return [
    { ...baseline, items, labels: ofCommon(baseline) },
    {
      ...candidate,
      items: items.map(
        ({ id, cluster }) => ({ ...candidates.get(id), id, cluster }) as (typeof items)[number],
      ),
      labels: ofCommon(candidate),
    },
  ]
}

/** One label an item. */
export function averaged(labels: readonly HumanLabel[]): Map<string, HumanLabel> {
  return new Map(
    Array.from(
      Map.groupBy(labels, ({ item }) => item),
      ([item, of]) => [
        item,
        { ...(of[0] as HumanLabel), value: of.reduce((sum, { value }) => sum + value, 0) / of.length },
      ],
    ),
  )
}
