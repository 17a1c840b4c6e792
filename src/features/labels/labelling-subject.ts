import { resolve } from 'node:path'
import { CommandError } from '../../cli/command-error.ts'
import type { Plan } from '../../cli/plan/plan.ts'
import { say, warn } from '../../cli/print.ts'
import type { Surroundings } from '../../cli/surroundings.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import type { LabelledFlags } from './command-options.ts'
import { whyNotWhole } from './estimates/by-people.ts'

export interface LabellingSubject {
  readonly run: EvaluationRun
  readonly runFile: string
  readonly scorer: ScorerRecord
  readonly labelsFile: string
}

/** @throws CommandError for a scorer that the run does not have, and if the labels file is the run file. */
export async function labelledBy(named: string, flags: LabelledFlags, plan: Plan): Promise<LabellingSubject> {
  const run = await plan.runs.read(named)
  return readSubject(run, plan.runs.findPlace(run) ?? named, flags, plan)
}

/** @throws CommandError as {@link labelledBy} does. */
export function readSubject(
  run: EvaluationRun,
  runFile: string,
  flags: LabelledFlags,
  around: Surroundings,
): LabellingSubject {
  for (const warning of run.warnings ?? []) warn(around.stderr, warning)
  const scorer = pickScorer(run, flags.scorer, around)
  const labelsFile = resolve(around.folder, flags.labels ?? runFile.replace(/(?:\.jsonl)?$/, '.labels.jsonl'))
  if (labelsFile === runFile) throw new CommandError('--labels: this is the run file: name another')
  around.confine?.([labelsFile])
  return { run, runFile, scorer, labelsFile }
}

/** Warns before anybody labels a run that reports would reject. */
export function warnOfPart(run: EvaluationRun, { stderr }: Surroundings): void {
  const why = whyNotWhole(run)
  if (why !== undefined) warn(stderr, `${why}; \`verdict agreement\` accepts them anyway`)
}

/**
 * Finds a scorer by its id. Without one, takes the first, and says so if there are several.
 *
 * @throws CommandError if the run lacks the scorer.
 */
export function pickScorer(
  { header: { scorers } }: EvaluationRun,
  id: string | undefined,
  { stderr }: Surroundings,
): ScorerRecord {
  const ids = scorers.map((one) => one.id)
  const [first, ...others] = ids
  const wanted = id ?? first
  const found = scorers.find((one) => one.id === wanted)
  if (found === undefined) throw new CommandError(`the run has no scorer ${id}, only ${ids.join(', ')}`)
  if (id === undefined && others.length > 0)
    say(
      stderr,
      `This is about ${first}, the first scorer of the run; --scorer names another (${others.join(', ')}).`,
    )
  return found
}
