import { relative } from 'node:path'
import type { CoreConfig } from '../config/core-config.ts'
import type { EvaluationRun, ScorerRecord } from '../run/record.ts'
import { haveSameAnswers } from '../run/same-answers.ts'
import { readScorers } from '../run/scorer-entry.ts'
import { defaultNames, scorerNames } from './plan/named-scorers.ts'
import { quoteArgument } from './quote-argument.ts'

/** The scorer options to pass to `verdict rescore`. */
export interface ScoredBy {
  readonly config?: string | undefined
  readonly judge?: string | undefined
  readonly scorer?: readonly string[] | undefined
}

/**
 * Returns what `verdict rescore` needs to score as a run was: its scorers and judge, unless the configuration has them.
 * Undefined if only another configuration can make them.
 */
export function scoredBy({ header }: EvaluationRun, { scorers = [] }: CoreConfig): ScoredBy | undefined {
  const configured = scorers.length === 0 ? [] : listJudges(readScorers(scorers).map(({ record }) => record))
  const judges = listJudges(header.scorers)
  if (scorers.length > 0 && judges.every((id) => configured.includes(id))) return {}
  const named = header.scorers.map(({ id }) => id)
  if (!named.every((id) => scorerNames.includes(id))) return undefined
  const scorer = named.join() === defaultNames.join() ? undefined : named
  if (scorers.length === 0 && judges.every((id) => !isModel(id))) return { scorer }
  const [judge, another] = judges
  return judge !== undefined && another === undefined && isModel(judge) ? { judge, scorer } : undefined
}

const listJudges = (records: readonly ScorerRecord[]) => [
  ...new Set(records.flatMap(({ basis }) => basis?.judge ?? [])),
]

/** Such as openai/gpt-5-mini, which a command can name. */
const isModel = (judge: string) => judge.includes('/')

/**
 * Returns the command that scores a baseline's answers as a run's were; undefined if the baseline has no file, or no
 * command can. Where both have the same answers, it compares their judges instead.
 */
export function remedyFor(
  about: {
    readonly run: EvaluationRun
    readonly baseline?: EvaluationRun | undefined
    /** Absolute paths; undefined if a run is not kept. */
    readonly baselineFile: string | undefined
    readonly file: string | undefined
    /** Undefined if no command can. */
    readonly scoredBy: ScoredBy | undefined
  },
  folder: string,
): string | undefined {
  const { run, baseline, baselineFile, file, scoredBy } = about
  if (baselineFile === undefined) return undefined
  const from = relative(folder, baselineFile)
  if (baseline !== undefined && haveSameAnswers(baseline, run) && file !== undefined)
    return ['verdict', 'compare', from, relative(folder, file), '--across-judges']
      .map(quoteArgument)
      .join(' ')
  if (scoredBy === undefined) return undefined
  const to = `${from.replace(/\.jsonl$/, '')}-rescored.jsonl`
  const { config, judge, scorer = [] } = scoredBy
  const options = [
    ...(config === undefined ? [] : ['--config', config]),
    ...(judge === undefined ? [] : ['--judge', judge]),
    ...scorer.flatMap((id) => ['--scorer', id]),
    ...['--file', to],
  ]
  const rescore = ['verdict', 'rescore', from, ...options].map(quoteArgument).join(' ')
  if (file === undefined) return rescore
  return `${rescore} && ${['verdict', 'compare', to, relative(folder, file)].map(quoteArgument).join(' ')}`
}
