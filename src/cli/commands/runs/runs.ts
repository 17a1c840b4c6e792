import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { collectScores } from '../../../evaluation/comparison/collect-scores.ts'
import { formatMoney } from '../../../report/format-costs.ts'
import { formatCount, formatQuantity, formatScore, none } from '../../../report/format-numbers.ts'
import { terminalJson, terminalName, terminalText } from '../../../report/safe-text.ts'
import { renderTable } from '../../../report/terminal/draw-table.ts'
import { totalCost } from '../../../run/cost/cost.ts'
import { readHeader, readRun } from '../../../run/file/read-run.ts'
import { isRunName, readRunNames, runNameCharacters, storeName } from '../../../run/folder/given-names.ts'
import type { KeptRun } from '../../../run/folder/list-runs.ts'
import { compact } from '../../../shared/compact.ts'
import { CommandError, toSentence } from '../../command-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { type Plan, withPlan } from '../../plan/plan.ts'
import { last } from '../../plan/run-folder.ts'
import { print, say, warn } from '../../print.ts'
import type { Surroundings } from '../../surroundings.ts'
import { readLooks } from '../../terminal/width-and-colours.ts'
import { type ListFlags, usualLimit } from './options.ts'

export function runs(run: string | undefined, flags: ListFlags, around: Surroundings): Promise<number> {
  if ((run === undefined) !== (flags.as === undefined))
    throw new CommandError('name a run and what to call it: `verdict runs <run> --as main`')
  return withPlan(flags, around, {}, async (plan) => {
    if (run !== undefined && flags.as !== undefined) await giveName(run, flags.as, plan)
    return list(flags, plan)
  })
}

/** Words that already mean something where a run is named. */
const reserved: ReadonlySet<string> = new Set([last, 'traces'])

/** Gives a run a name, which stands for its file from then on. @throws CommandError for a name of something else. */
async function giveName(named: string, name: string, { folder, runs, stderr }: Plan): Promise<void> {
  if (!isRunName(name) || reserved.has(name))
    throw new CommandError(
      `"${name}" cannot be the name of a run: use ${runNameCharacters}, and not ${[...reserved].join(' or ')}`,
    )
  const taken = [name, join(runs.path, name), join(runs.path, `${name}.jsonl`)]
    .map((place) => resolve(folder, place))
    .find((place) => existsSync(place))
  if (taken !== undefined) throw new CommandError(`${taken} already has this name: choose another one`)
  const file = await runs.findFile(named)
  await readHeader(file)
  if (dirname(file) !== runs.path)
    throw new CommandError(`${file} is not in ${runs.path}: only runs in that folder have names`)
  const before = (await readRunNames(runs.path)).get(name)
  await storeName(runs.path, name, basename(file))
  if (before !== undefined && before !== basename(file)) say(stderr, `${name} was the name of ${before}.`)
}

async function list({ name, limit = usualLimit, json }: ListFlags, plan: Plan): Promise<number> {
  const { stdout, stderr } = plan
  const { path } = plan.runs
  const all = await plan.runs.kept()
  const kept = all.filter(({ header }) => name === undefined || header.name === name)
  const names = await readRunNames(plan.runs.path)
  const listed: Awaited<ReturnType<typeof describe>>[] = []
  for (const run of kept.slice(0, limit)) {
    try {
      listed.push(await describe(run, names))
    } catch (error) {
      warn(stderr, toSentence(error))
    }
  }
  const result = terminalJson({ version: 1, runs: listed })
  plan.onResult?.(result)
  if (json) print(stdout, result)
  else if (kept.length === 0) say(stdout, nothingKept(path, name))
  else if (listed.length > 0) {
    const files = new Map(all.map(({ file, header }) => [header.id, basename(file, '.jsonl')]))
    print(stdout, formatTable(listed, files, readLooks(plan).width))
  }
  if (!json && kept.length > limit)
    say(stdout, `${formatCount(kept.length - limit)} older ones are not shown: --limit shows more.`)
  return exitCodes.passed
}

const nothingKept = (path: string, name: string | undefined) =>
  name === undefined
    ? `There are no runs in ${path} yet: \`verdict run\` keeps each there.`
    : `There are no runs of "${terminalName(name)}" in ${path}: \`verdict runs\` lists those of every name.`

async function describe({ file, header }: KeptRun, names: ReadonlyMap<string, string>) {
  const run = await readRun(file)
  const { id, name, variant, startedAt, commit, selection, rescored } = header
  const { total } = totalCost(run)
  const failed = run.items.filter(({ failure }) => failure !== undefined).length
  const called = [...names].flatMap(([called, kept]) => (kept === basename(file) ? [called] : []))
  const means = header.scorers.flatMap(({ id: scorerId }) => {
    const { items } = collectScores(run, scorerId)
    return items.length === 0
      ? []
      : [[scorerId, items.reduce((sum, { mean }) => sum + mean, 0) / items.length] as const]
  })
  return {
    file,
    id,
    name,
    variant,
    // Given by people.
    names: called.length > 0 ? called : undefined,
    startedAt,
    commit,
    selection,
    rescored,
    // Undefined if it is not recorded whether it passed its gates.
    outcome: run.outcome?.result,
    status: run.end?.status ?? 'interrupted',
    answers: run.items.length - failed,
    failed: failed === 0 ? undefined : failed,
    means: Object.fromEntries(means),
    money: total.money,
    calls: total.calls,
  }
}

/** @param files The names of runs by id. */
function formatTable(
  listed: readonly Awaited<ReturnType<typeof describe>>[],
  files: ReadonlyMap<string, string>,
  width: number,
): string {
  const rows = listed.map(({ names = [], outcome = 'passed', rescored, money, calls, failed, ...one }) => {
    const notes = compact([
      names.length > 0 && `named ${names.join(', ')}`,
      one.status !== 'complete' && one.status,
      outcome !== 'passed' && `gates: ${outcome}`,
      one.selection !== undefined && `only ${one.selection}`,
      rescored !== undefined && `rescored from ${files.get(rescored) ?? rescored}`,
    ])
    const name = terminalName(basename(one.file, '.jsonl'))
    return [
      [name, ...notes.map((note) => terminalText(note))].join('\n'),
      failed === undefined
        ? formatCount(one.answers)
        : `${formatCount(one.answers)}\n${formatCount(failed)} failed`,
      Object.entries(one.means)
        .map(([id, mean]) => `${terminalName(id)} ${formatScore(mean)}`)
        .join('\n') || none,
      calls === 0 ? 'none seen' : money === undefined ? formatQuantity(calls, 'call') : formatMoney(money),
      one.commit === undefined ? none : terminalName(one.commit),
    ]
  })
  const columns = [
    { title: 'Run', kind: 'name' },
    { title: 'Answers', kind: 'number' },
    { title: 'Means' },
    { title: 'Cost', kind: 'number' },
    { title: 'Commit' },
  ] as const
  return renderTable(columns, rows, width)
}
