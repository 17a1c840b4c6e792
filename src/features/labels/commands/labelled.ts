import { resolve } from 'node:path'
import { CommandError } from '../../../cli/ending.ts'
import type { Plan } from '../../../cli/plan/plan.ts'
import { say, warn } from '../../../cli/surroundings.ts'
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
  const file = plan.runs.findPlace(run) ?? named
  for (const warning of run.warnings ?? []) warn(plan.stderr, warning)
  const scorer = requireScorer(run, flags.scorer ?? firstScorer(run, plan))
  const labelsFile = resolve(plan.folder, flags.labels ?? file.replace(/(?:\.jsonl)?$/, '.labels.jsonl'))
  if (labelsFile === file) throw new CommandError('--labels: this is the run file: name another')
  plan.confine?.([labelsFile])
  return { run, runFile: file, scorer, labelsFile }
}

/** Returns the first of several scorers, and says so. */
function firstScorer({ header: { scorers } }: EvaluationRun, { stderr }: Plan): string | undefined {
  const [first, ...others] = scorers.map(({ id }) => id)
  if (first !== undefined && others.length > 0)
    say(
      stderr,
      `This is about ${first}, the first scorer of the run; --scorer names another (${others.join(', ')}).`,
    )
  return first
}

/** Warns before anybody labels a run that reports would reject. */
export function warnOfPart(run: EvaluationRun, { stderr }: Plan): void {
  const why = whyNotWhole(run)
  if (why !== undefined) warn(stderr, `${why}; \`verdict agreement\` accepts them anyway`)
}

/** @throws CommandError if the run lacks the scorer, or has several and none is named. */
export function requireScorer({ header: { scorers } }: EvaluationRun, id: string | undefined): ScorerRecord {
  const ids = scorers.map((one) => one.id).join(', ')
  if (id === undefined && scorers.length > 1)
    throw new CommandError(`the run has several scorers: name one with --scorer (${ids})`)
  const found = scorers.find((one) => id === undefined || one.id === id)
  if (found === undefined) throw new CommandError(`--scorer: the run has no ${id}, only ${ids}`)
  return found
}
