import { type Case, caseOfRecord } from '../../../evaluation/cases/case.ts'
import { type Choice, chooseItems } from '../../../evaluation/select-items.ts'
import type { ItemRecord } from '../../../run/item-record.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import { CommandError } from '../../command-error.ts'
import { parseChoice, readOnly } from '../../plan/only-and-limit.ts'
import type { Plan } from '../../plan/plan.ts'
import { warn } from '../../print.ts'
import { drawCases } from './draw-cases.ts'
import type { DatasetFlags } from './options.ts'

export async function casesOfRun(from: string, flags: DatasetFlags, plan: Plan): Promise<Case[]> {
  const run = await plan.runs.read(from)
  for (const warning of run.warnings ?? []) warn(plan.stderr, warning)
  return drawCases(
    chosen(run, flags),
    {
      ...flags,
      chosen: flags.only?.join(', ') ?? 'all',
      none: `run ${run.header.id} has no such answers`,
      nameEntry: ({ itemId }) => itemId,
      make: (record, draw) => caseOfRecord(run.header, record, draw),
    },
    plan,
  )
}

/** Returns the chosen answers, one an item: of several answers, the worst by the choice. */
function chosen(run: EvaluationRun, flags: DatasetFlags): ItemRecord[] {
  const { ids: named, only } = readOnly(flags.only)
  const choice = only === undefined ? undefined : parseChoice(only, flags.scorer ?? run.header.scorers[0]?.id)
  if (choice?.kind === 'changed')
    throw new CommandError(
      '--only changed: a run has no changed items by itself; use failed, unscored or worst:20',
    )
  const ids = choice && chooseItems(run, [], choice)
  const worst = new Map<string, ItemRecord>()
  for (const record of run.items) {
    if (named?.includes(record.itemId) === false || ids?.has(record.itemId) === false) continue
    const before = worst.get(record.itemId)
    if (before === undefined || badness(run, record, choice) > badness(run, before, choice))
      worst.set(record.itemId, record)
  }
  return [...worst.values()].sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
}

function badness(run: EvaluationRun, { failure, scores }: ItemRecord, choice: Choice | undefined): number {
  if (choice === undefined) return 0
  if (choice.kind !== 'worst') {
    const outcomes = Object.values(scores).map(({ outcome }) => outcome)
    const isMeant =
      choice.kind === 'failed' ? outcomes.includes('failed') : outcomes.some((one) => one !== 'scored')
    return failure !== undefined || isMeant ? 1 : 0
  }
  const scored = scores[choice.scorerId]
  if (scored?.outcome !== 'scored') return Number.NEGATIVE_INFINITY
  const lowerIsBetter = run.header.scorers.find(({ id }) => id === choice.scorerId)?.lowerIsBetter
  return lowerIsBetter ? scored.score : -scored.score
}
