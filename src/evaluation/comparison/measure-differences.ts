import type { EvaluationRun, ScoreBasis, ScorerRecord } from '../../run/record.ts'

/** A part of what scores depend on beside the answer that two runs do not have in common. */
export interface MeasureDifference {
  /** 'judge settings', 'options' and 'version' are named where the judge is the same; 'unknown' where a run does not say. */
  readonly what:
    | 'judge'
    | 'judge settings'
    | 'task'
    | 'reading'
    | 'counting'
    | 'options'
    | 'version'
    | 'unknown'
  /** In a few words; absent of 'version' and 'unknown'. */
  readonly before?: string
  readonly after?: string
}

/**
 * In what the scores of one scorer in two runs depend on other things than the answers: empty where they depend on the
 * same. Runs that were made before this was kept say it by the evidence of their scores, as far as there is any.
 */
export function measureDifferences(
  before: EvaluationRun,
  after: EvaluationRun,
  scorerId: string,
): MeasureDifference[] {
  const [one, other] = [before, after].map(({ header }) => header.scorers.find(({ id }) => id === scorerId))
  if (one === undefined || other === undefined) return []
  const stated = statedDifferences(one, other)
  if (stated !== undefined) return stated
  const [earlier, later] = [judgeKnown(before, one), judgeKnown(after, other)]
  const seen = earlier && later ? judgesThatDiffer(earlier, later) : []
  if (seen.length > 0) return seen
  if (one.version !== undefined && other.version !== undefined) return [{ what: 'version' }]
  // Neither says it: a scorer of somebody else, whose id stands for it.
  return one.version === other.version ? [] : [{ what: 'unknown' }]
}

/** By what scorers say of themselves; undefined where one of them does not say its parts. */
function statedDifferences(before: Measured, after: Measured): MeasureDifference[] | undefined {
  if (before.version !== undefined && before.version === after.version) return []
  if (!before.basis || !after.basis) return undefined
  const parts = partsThatDiffer(before.basis, after.basis)
  // A basis of an earlier version does not say how verdicts were counted, but its hash is made of it, too.
  const isSilent = before.basis.counting === undefined || after.basis.counting === undefined
  return parts.length === 0 && isSilent && before.basis.judge !== undefined ? [{ what: 'version' }] : parts
}

/** What a scorer says of what its scores depend on. */
export type Measured = Pick<ScorerRecord, 'version' | 'basis'>

/** Undefined for a scorer that does not say it. */
export const measuredOf = (record: ScorerRecord | undefined): Measured | undefined =>
  record?.version === undefined ? undefined : { version: record.version, basis: record.basis }

/** As `measureDifferences`, without a run; empty where one of the two does not say its version. */
export function scorerDifferences(before: Measured, after: Measured): MeasureDifference[] {
  if (before.version === undefined || after.version === undefined) return []
  return statedDifferences(before, after) ?? [{ what: 'version' }]
}

function partsThatDiffer(before: ScoreBasis, after: ScoreBasis): MeasureDifference[] {
  const isOneJudge = before.judge === after.judge
  return [
    ...judgesThatDiffer(before, after),
    ...(isOneJudge ? namedDifferences('judge settings', before.judgeSettings, after.judgeSettings) : []),
    // What another judge is better at is a part of it.
    ...(isOneJudge ? differing('reading', before.reading, after.reading) : []),
    ...(before.counting && after.counting ? differing('counting', before.counting, after.counting) : []),
    ...namedDifferences('options', before.options, after.options),
  ]
}

const judgesThatDiffer = (
  before: Pick<ScoreBasis, 'judge' | 'task'>,
  after: Pick<ScoreBasis, 'judge' | 'task'>,
): MeasureDifference[] => [
  ...differing('judge', before.judge, after.judge),
  ...differing('task', before.task, after.task),
]

const differing = (what: MeasureDifference['what'], before = 'none', after = 'none'): MeasureDifference[] =>
  before === after ? [] : [{ what, before, after }]

function namedDifferences(
  what: MeasureDifference['what'],
  before: Readonly<Record<string, string>> = {},
  after: Readonly<Record<string, string>> = {},
): MeasureDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const differing = names.filter((name) => before[name] !== after[name])
  if (differing.length === 0) return []
  const told = (values: Readonly<Record<string, string>>) =>
    differing.map((name) => `${name}: ${values[name] ?? 'none'}`).join(', ')
  return [{ what, before: told(before), after: told(after) }]
}

/** What a run says of its judge; else what the evidence of the first score does, where there is any. */
function judgeKnown(
  { items }: EvaluationRun,
  { id, basis }: ScorerRecord,
): Pick<ScoreBasis, 'judge' | 'task'> | undefined {
  if (basis !== undefined) return basis
  for (const { scores } of items) {
    const record = scores[id]
    if (record?.outcome === 'scored') return record.evidence?.[0]
  }
  return undefined
}

const subjects = {
  judge: 'the judge differs',
  'judge settings': 'the settings of the judge differ',
  task: 'the task of the judge differs',
  reading: 'the reading differs',
  counting: 'Verdict counts verdicts and shares in another way',
  options: 'the options of the scorer differ',
} as const

function differenceClause({ what, before, after }: MeasureDifference): string {
  if (what === 'version') return 'the judge, the options of the scorer or the way of counting differ'
  if (what === 'unknown') return 'one of the runs does not say which judge and options scored it'
  return `${subjects[what]} (${before} → ${after})`
}

/** 'the judge differs (embedded → openai/gpt-5-mini)' */
export const differencesText = (differences: readonly MeasureDifference[]): string =>
  differences.map(differenceClause).join('; ')
