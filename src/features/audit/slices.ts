import { listGroupFields, valueAt } from '../../evaluation/comparison/item-groups.ts'
import { computeMean } from '../../statistics/mean.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import { holm } from '../../statistics/significance.ts'
import { twoSampleTest } from '../../statistics/two-samples.ts'
import { isForeign } from '../../text/words/english.ts'
import type { LabelledScore } from './labelled-scores.ts'
import type { SliceResult } from './result.ts'

/** On either side: with fewer, the mean of the errors is unreliable. */
const fewestOfGroup = 8
/** A field with more values identifies items rather than groups. */
const mostGroups = 12

/**
 * Finds groups in which the judge is more wrong than elsewhere: labelled answers grouped by the fields of their items,
 * and by length, form and language of the answer. Each group is tested against all others, with p-values corrected for
 * the number of groups (Holm), so that for a judge that is equally wrong everywhere, all but 1 − level of audits find
 * nothing.
 */
export async function sliceResults(
  rows: readonly LabelledScore[],
  resampling: Resampling,
): Promise<SliceResult[]> {
  const fields = [...fieldsOfItems(rows), ...(await fieldsOfAnswers(rows))]
  const tested = fields.flatMap(({ name, assignGroup }) => {
    const groups = Map.groupBy(rows, (row) => assignGroup(row) ?? '')
    groups.delete('')
    if (groups.size < 2 || groups.size > mostGroups) return []
    return [...groups].flatMap(([group, inside]) => {
      const members = new Set(inside)
      const own = averageErrors(inside)
      const others = averageErrors(rows.filter((row) => !members.has(row)))
      if (own.length < fewestOfGroup || others.length < fewestOfGroup) return []
      const test = twoSampleTest(own, others, resampling)
      return [
        {
          field: name,
          group,
          answers: inside.length,
          error: computeMean(own),
          errorElsewhere: computeMean(others),
          test,
        },
      ]
    })
  })
  // With two groups, one test is the reverse of the other, and would count twice.
  const once = tested.filter(
    ({ field, test }, index) =>
      !tested
        .slice(0, index)
        .some(
          (earlier) =>
            earlier.field === field &&
            Math.abs(earlier.test.difference + test.difference) < 1e-12 &&
            tested.filter((one) => one.field === field).length === 2,
        ),
  )
  const adjusted = holm(once.map(({ test }) => test.pValue))
  return once
    .map(({ test, ...slice }, index): SliceResult => {
      const adjustedPValue = adjusted[index] as number
      const { difference: value, interval, pValue } = test
      return {
        ...slice,
        difference: { value, interval, pValue, adjustedPValue },
        found: adjustedPValue <= 1 - resampling.level + 1e-9,
      }
    })
    .sort((one, other) => (one.difference.pValue ?? 1) - (other.difference.pValue ?? 1))
}

/** Returns the mean error per cluster, the independent unit. */
const averageErrors = (rows: readonly LabelledScore[]) =>
  [...Map.groupBy(rows, ({ group }) => group).values()].map((of) =>
    computeMean(of.map(({ score, label }) => score - label)),
  )

/** Returns the metadata fields, nested ones with their path. Only a single value makes a group. */
function fieldsOfItems(
  rows: readonly LabelledScore[],
): { readonly name: string; readonly assignGroup: (row: LabelledScore) => string | undefined }[] {
  const names = listGroupFields(rows.map(({ item: { metadata } }) => ({ metadata })))
  return names.map((name) => ({
    name,
    assignGroup: ({ item: { metadata } }) => {
      const value = valueAt({ metadata }, name)
      return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
    },
  }))
}

async function fieldsOfAnswers(rows: readonly LabelledScore[]): Promise<ReturnType<typeof fieldsOfItems>> {
  const readText = ({ item }: LabelledScore) => item.answer ?? ''
  const lengths = rows.map((row) => readText(row).length).sort((one, other) => one - other)
  const endOf = (third: number) => lengths[Math.floor((third * lengths.length) / 3)] ?? 0
  const low = endOf(1)
  const high = endOf(2)
  const foreign = new Map<LabelledScore, boolean>()
  for (const row of rows) foreign.set(row, await isForeign(readText(row)))
  return [
    {
      name: 'length of the answer',
      assignGroup: (row) => {
        const { length } = readText(row)
        return length < low ? 'shortest third' : length < high ? 'middle third' : 'longest third'
      },
    },
    {
      name: 'form of the answer',
      assignGroup: (row) =>
        /^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+/m.test(readText(row)) ? 'with a list' : 'without a list',
    },
    { name: 'language of the answer', assignGroup: (row) => (foreign.get(row) ? 'not English' : 'English') },
  ]
}
