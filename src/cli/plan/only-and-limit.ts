import { askedItems, toAskedItems } from '../../evaluation/comparison/common-items.ts'
import { type EvaluationDataset, toDataset } from '../../evaluation/dataset/dataset.ts'
import { type Choice, chooseItems } from '../../evaluation/select-items.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { chosenByRun } from '../../run/selection.ts'
import { toTime } from '../../shared/to-time.ts'
import { asName } from '../../text/as-read.ts'
import { CommandError } from '../command-error.ts'
import type { FlagsOf, NoFlags } from '../options/flags-of.ts'
import type { selectionOptions } from '../options/project.ts'

/** @throws CommandError for an unknown item, an invalid choice, and an empty selection. */
export async function selectItems(
  data: EvaluationDataset,
  { only: chosenBy, limit }: FlagsOf<typeof selectionOptions<[], NoFlags>>,
  {
    scorer,
    earlier,
  }: {
    /** The default scorer for the lowest scores. */
    readonly scorer: () => string | undefined
    readonly earlier: () => Promise<EvaluationRun>
  },
) {
  let { items } = data
  const words: string[] = []
  const { ids, only } = readOnly(chosenBy)
  const unknown = ids?.find((id) => !items.some((item) => item.id === id))
  if (unknown !== undefined) throw new CommandError(`--only id:${unknown}: ${data.name} has no such item`)
  if (ids !== undefined) {
    items = items.filter(({ id }) => ids.includes(id))
    words.push(ids.join(', '))
  }
  if (only !== undefined) {
    const choice = parseChoice(only, scorer())
    const run = await earlier()
    const chosen = chooseItems(run, toAskedItems(items), choice)
    items = items.filter(({ id }) => chosen.has(id))
    if (items.length === 0 && choice.kind === 'changed')
      throw new CommandError(
        `there is nothing to run: no item of ${data.name} is new or has changed since the run of ${toTime(run.header.startedAt)}; removed or moved items need no new answer`,
      )
    if (items.length === 0)
      throw new CommandError(
        `--only ${only}: no item of ${data.name} matches in the run of ${toTime(run.header.startedAt)}, which has ${askedItems(run).length} items${whyNone(run, data, choice)}`,
      )
    words.push(chosenByRun(only, run.header.startedAt))
  }
  if (limit !== undefined && limit < items.length) {
    items = items.slice(0, limit)
    words.push(`the first ${limit}`)
  }
  if (words.length === 0) return { data }
  const { name, path } = data
  return { data: toDataset(items, { name, path, source: name }), selection: words.join('; ') }
}

function whyNone(run: EvaluationRun, { items }: EvaluationDataset, { kind }: Choice): string {
  const ids = new Set(askedItems(run).map(({ id }) => id))
  if (!items.some(({ id }) => ids.has(id))) return ', none of which is in this dataset'
  return kind === 'failed' ? '; a low score is not a failure: worst:5 takes the lowest' : ''
}

const byId = 'id:'

/**
 * Splits the values of `--only` into ids of items and at most one choice by earlier results.
 *
 * @throws CommandError for several choices.
 */
export function readOnly(given: readonly string[] = []): { ids?: readonly string[]; only?: string } {
  const ids = given.flatMap((one) => (one.startsWith(byId) ? asName(one.slice(byId.length)) : []))
  const [only, another] = given.filter((one) => !one.startsWith(byId))
  if (another !== undefined)
    throw new CommandError(`--only: give either ${only} or ${another}; only id:<item> may be repeated`)
  return { ids: ids.length === 0 ? undefined : ids, only }
}

/** @param scorerId The default scorer for the lowest scores. @throws CommandError for anything else. */
export function parseChoice(text: string, scorerId: string | undefined): Choice {
  if (text === 'failed' || text === 'unscored' || text === 'changed') return { kind: text }
  const [, count, named] = /^worst:([1-9]\d{0,8})(?::(.+))?$/.exec(text) ?? []
  const by = named ?? scorerId
  if (count === undefined || by === undefined)
    throw new CommandError(
      `--only: "${text}" must be failed, unscored, changed, worst:20, worst:20:scorer-id or id:item`,
    )
  return { kind: 'worst', count: Number(count), scorerId: by }
}
