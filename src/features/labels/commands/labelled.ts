import { resolve } from 'node:path'
import { CommandError } from '../../../cli/command-error.ts'
import type { Plan } from '../../../cli/plan/plan.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import type { EvaluationRun, ScorerRecord } from '../../../run/record.ts'
import { whyNotWhole } from '../estimates/by-people.ts'
import type { LabelledFlags } from '../options.ts'

/** The run and scorer to label. */
export interface LabellingSubject {
  readonly run: EvaluationRun
  readonly runFile: string
  readonly scorer: ScorerRecord
  /** The file that keeps its labels. */
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
  const scorer = requireScorer(run, flags.scorer ?? firstScorer(run, around))
  const labelsFile = resolve(around.folder, flags.labels ?? runFile.replace(/(?:\.jsonl)?$/, '.labels.jsonl'))
  if (labelsFile === runFile) throw new CommandError('--labels: this is the run file: name another')
  around.confine?.([labelsFile])
  return { run, runFile, scorer, labelsFile }
}

/** Returns the first of several scorers, and says so. */
function firstScorer({ header: { scorers } }: EvaluationRun, { stderr }: Surroundings): string | undefined {
  const [first, ...others] = scorers.map(({ id }) => id)
  if (first !== undefined && others.length > 0)
    say(
      stderr,
      `This is about ${first}, the first scorer of the run; --scorer names another (${others.join(', ')}).`,
    )
  return first
}

/** Warns before anybody labels a run that reports would reject. */
export function warnOfPart(run: EvaluationRun, { stderr }: Surroundings): void {
  const why = whyNotWhole(run)
  if (why !== undefined) warn(stderr, `${why}; \`verdict agreement\` accepts them anyway`)
}

/** @throws CommandError if the run lacks the scorer, or has several and none is named. */
export function requireScorer({ header: { scorers } }: EvaluationRun, id: string | undefined): ScorerRecord {
  const ids = scorers.map((one) => one.id).join(', ')
  if (id === undefined && scorers.length > 1)
    throw new CommandError(`the run has several scorers: name one with --scorer (${ids})`)
  const found = scorers.find((one) => id === undefined || one.id === id)
  if (found === undefined) throw new CommandError(`the run has no scorer ${id}, only ${ids}`)
  return found
}
