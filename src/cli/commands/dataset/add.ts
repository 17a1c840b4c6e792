import { extname, relative, resolve } from 'node:path'
import { addCases } from '../../../evaluation/cases/add-cases.ts'
import { type Case, caseOfRecord } from '../../../evaluation/cases/case.ts'
import { Reservoir } from '../../../evaluation/cases/draw.ts'
import { toJson } from '../../../evaluation/json.ts'
import type { EvaluationRun, ItemRecord } from '../../../evaluation/record.ts'
import { type Choice, chooseItems } from '../../../evaluation/select-items.ts'
import { formatNumberOf } from '../../../report/format.ts'
import { terminalName } from '../../../report/safe-text.ts'
import { Redactor } from '../../../text/redact/redact.ts'
import { CommandError, exitCodes, sentenceOf } from '../../ending.ts'
import { requireWithin } from '../../plan/confinement.ts'
import { withPlan } from '../../plan/plan.ts'
import { parseChoice } from '../../plan/selection.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import type { DatasetFlags } from './options.ts'

/** @returns The exit code. */
export function addToDataset(flags: DatasetFlags, around: Surroundings): Promise<number> {
  const { config, runs, redact, from, to, only } = flags
  return withPlan({ config, runs }, around, {}, async (plan) => {
    const { folder, stderr } = plan
    const file = resolve(folder, to)
    requireWithin(plan, [file])
    if (!['.jsonl', '.ndjson'].includes(extname(file).toLowerCase()))
      throw new CommandError(`--to: ${to} must be a JSONL file, with the ending .jsonl`)
    const run = await plan.runs.read(from)
    for (const warning of run.warnings ?? []) say(stderr, `warning: ${warning}`)
    const reservoir = new Reservoir<ItemRecord>(flags.sample ?? Number.POSITIVE_INFINITY, flags.seed ?? 1)
    for (const record of chosen(run, flags)) reservoir.add(record)
    const { drawn, eligible } = reservoir
    if (eligible === 0) throw new CommandError(`run ${run.header.id} has no such answers: nothing was added`)
    const draw = {
      ...{ chosen: only ?? 'all', drawn: drawn.length, eligible },
      probability: drawn.length / eligible,
    }
    const cases = drawn.flatMap((record) => {
      try {
        return [caseOfRecord(run.header, record, draw)]
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        say(stderr, `warning: ${terminalName(record.itemId)} was left out: ${sentenceOf(error)}`)
        return []
      }
    })
    return keep(cases, file, { builtIn: redact, also: plan.config.redact }, plan)
  })
}

interface Redaction {
  readonly builtIn: boolean
  readonly also: ((text: string) => string) | undefined
}

async function keep(
  cases: readonly Case[],
  file: string,
  { builtIn, also }: Redaction,
  { folder, stdout, stderr }: Surroundings,
): Promise<number> {
  const found = new Map<string, Redactor>()
  const items = cases.map(({ item: { id, metadata, ...item } }) => {
    const redactor = new Redactor(builtIn ? { also } : { builtIn })
    const { verdictSource, ...rest } = metadata as Record<string, unknown>
    const redacted = redactor.redact(toJson({ ...item, metadata: rest })) as typeof item & {
      metadata: object
    }
    found.set(id, redactor)
    return { id, ...redacted, metadata: { ...redacted.metadata, verdictSource } }
  })
  const ids = await addCases(file, items)
  const added = ids.size
  const counts = new Map<string, number>()
  for (const id of ids)
    for (const [kind, count] of found.get(id)?.counts ?? []) counts.set(kind, (counts.get(kind) ?? 0) + count)
  say(stdout, `${formatNumberOf(added, 'case')} added to ${relative(folder, file)}.`)
  if (added < items.length)
    say(stdout, `${formatNumberOf(items.length - added, 'answer')} were there already.`)
  const taken = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
  if (builtIn && added > 0) say(stdout, `Taken out: ${taken || 'nothing'}.`)
  const unrecorded = cases.filter((one) => one.unrecorded.length > 0)
  if (unrecorded.length > 0)
    say(
      stderr,
      `warning: of ${formatNumberOf(unrecorded.length, 'case')}, calls of ${[...new Set(unrecorded.flatMap((one) => one.unrecorded))].map(terminalName).join(', ')} have no result in the record: those tools have no mock there, and the case fails where they are called`,
    )
  return exitCodes.passed
}

/** The answers that are meant, one an item: where it was answered several times, the one that is why it was chosen. */
function chosen(run: EvaluationRun, { only, scorer }: DatasetFlags): ItemRecord[] {
  const scorers = run.header.scorers.map(({ id }) => id)
  const choice =
    only === undefined
      ? undefined
      : parseChoice(only, scorer ?? (scorers.length === 1 ? scorers[0] : undefined))
  if (choice?.kind === 'changed')
    throw new CommandError(
      '--only changed: a run has no changed items by itself; use failed, unscored or worst:20',
    )
  const ids = choice && chooseItems(run, [], choice)
  const worst = new Map<string, ItemRecord>()
  for (const record of run.items) {
    if (ids !== undefined && !ids.has(record.itemId)) continue
    const before = worst.get(record.itemId)
    if (before === undefined || badness(run, record, choice) > badness(run, before, choice))
      worst.set(record.itemId, record)
  }
  return [...worst.values()]
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
