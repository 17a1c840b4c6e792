import { statSync } from 'node:fs'
import { extname, relative, resolve } from 'node:path'
import { addCases, storeCases } from '../../../evaluation/cases/add-cases.ts'
import type { Case } from '../../../evaluation/cases/case.ts'
import { redactCase } from '../../../evaluation/cases/redact-case.ts'
import { formatQuantity } from '../../../report/format-numbers.ts'
import { terminalName } from '../../../report/safe-text.ts'
import type { RedactionOptions } from '../../../text/redact/redact.ts'
import { CommandError } from '../../command-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { type Plan, withPlan } from '../../plan/plan.ts'
import { requireMastra } from '../../plan/requirements.ts'
import { say, warn } from '../../print.ts'
import type { Surroundings } from '../../surroundings.ts'
import { casesOfPages } from './from-pages.ts'
import { casesOfRun } from './from-run.ts'
import { casesOfTraces, questions } from './from-traces.ts'
import type { DatasetFlags } from './options.ts'

export function addToDataset(flags: DatasetFlags, around: Surroundings): Promise<number> {
  const { config, from, redact: builtIn } = flags
  const isOfTraces = isFromTraces(from)
  if (!isOfTraces) refuseFlagsOfTraces(flags)
  return withPlan({ config }, around, { isNeeded: isOfTraces }, async (plan) => {
    const place = readPlace(flags, plan)
    const cases = await readCases(flags, plan)
    const noun = from === questions || isFolder(flags, plan) ? 'question' : 'case'
    await keep(cases, place, noun, { builtIn, also: builtIn ? plan.config.redact : undefined }, plan)
    return exitCodes.passed
  })
}

function readCases(flags: DatasetFlags, plan: Plan): Promise<Case[]> {
  const { from } = flags
  if (isFromTraces(from)) return casesOfTraces(flags, plan)
  return isFolder(flags, plan) ? casesOfPages(flags, plan) : casesOfRun(from, flags, plan)
}

const isFolder = ({ from }: DatasetFlags, { folder }: Plan): boolean =>
  statSync(resolve(folder, from), { throwIfNoEntry: false })?.isDirectory() ?? false

const isFromTraces = (from: string) => from === 'traces' || from === questions

/** @throws CommandError unless it is a JSONL file or a dataset in Mastra's storage. */
function readPlace({ to }: DatasetFlags, plan: Plan) {
  const [, name] = /^dataset:(.+)$/.exec(to) ?? []
  if (name !== undefined) {
    const mastra = requireMastra(plan.config)
    return {
      name: `the dataset ${terminalName(name)}`,
      add: (items: readonly Case['item'][]) => storeCases(mastra, name, items),
    }
  }
  const file = resolve(plan.folder, to)
  plan.confine?.([file])
  if (!['.jsonl', '.ndjson'].includes(extname(file).toLowerCase()))
    throw new CommandError(
      `--to: ${to} must be a JSONL file, with the ending .jsonl, or dataset:<name> for one in Mastra's storage`,
    )
  return { name: relative(plan.folder, file), add: (items: readonly Case['item'][]) => addCases(file, items) }
}

async function keep(
  cases: readonly Case[],
  { name, add }: ReturnType<typeof readPlace>,
  noun: 'case' | 'question',
  redaction: RedactionOptions,
  { stdout, stderr }: Surroundings,
): Promise<void> {
  const redacted = cases.map(({ item }) => redactCase(item, redaction))
  const ids = await add(redacted.map(({ item }) => item))
  const counts = new Map<string, number>()
  for (const { item, counts: found } of redacted)
    if (ids.has(item.id)) for (const [kind, count] of found) counts.set(kind, (counts.get(kind) ?? 0) + count)
  say(stdout, `${formatQuantity(ids.size, noun)} added to ${name}.`)
  const known = cases.length - ids.size
  if (known > 0) say(stdout, `${formatQuantity(known, noun)} ${known === 1 ? 'was' : 'were'} already there.`)
  const taken = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
  if (redaction.builtIn && taken !== '') say(stdout, `Redacted: ${taken}.`)
  const unrecorded = cases.filter((one) => one.unrecorded.length > 0)
  if (unrecorded.length === 0) return
  const tools = [...new Set(unrecorded.flatMap((one) => one.unrecorded))].map(terminalName).join(', ')
  warn(
    stderr,
    `in ${formatQuantity(unrecorded.length, 'case')}, calls of ${tools} have no recorded result and so no mock: the case fails if the agent makes them again`,
  )
}

/** @throws CommandError for flags that have no effect on a run. */
function refuseFlagsOfTraces({ agent, since }: DatasetFlags): void {
  const [other] = Object.entries({ agent, since }).find(([, value]) => value !== undefined) ?? []
  if (other !== undefined) throw new CommandError(`--${other} is for --from traces: leave it out`)
}
