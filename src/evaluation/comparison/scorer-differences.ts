import type { EvaluationRun, ScoreBasis, ScorerRecord } from '../../run/record.ts'

/** A difference in what the scores of two runs depend on, other than the answers. */
export interface MeasureDifference {
  /** 'judge settings', 'options' and 'version' only for the same judge; 'unknown' if a run does not say. */
  readonly what:
    | 'judge'
    | 'judge settings'
    | 'task'
    | 'reading'
    | 'counting'
    | 'options'
    | 'version'
    | 'unknown'
  /** A short description; absent for 'version' and 'unknown'. */
  readonly before?: string
  readonly after?: string
}

/**
 * Returns the differences in what a scorer's scores depend on in two runs, other than the answers; empty if there are
 * none. For runs from before this was recorded, the evidence of the scores is used, if there is any.
 */
export function measureDifferences(
  before: EvaluationRun,
  after: EvaluationRun,
  scorerId: string,
): MeasureDifference[] {
  const one = before.header.scorers.find(({ id }) => id === scorerId)
  const other = after.header.scorers.find(({ id }) => id === scorerId)
  if (one === undefined || other === undefined) return []
  const stated = statedDifferences(one, other)
  if (stated !== undefined) return stated
  const earlier = judgeKnown(before, one)
  const later = judgeKnown(after, other)
  const seen = earlier && later ? judgesThatDiffer(earlier, later) : []
  if (seen.length > 0) return seen
  if (one.version !== undefined && other.version !== undefined) return [{ what: 'version' }]
  // Neither run says: a third-party scorer, known by its id alone.
  return one.version === other.version ? [] : [{ what: 'unknown' }]
}

/** Compares what the scorers declare; undefined if one of them does not declare its parts. */
function statedDifferences(before: MeasureRecord, after: MeasureRecord): MeasureDifference[] | undefined {
  if (before.version !== undefined && before.version === after.version) return []
  if (!before.basis || !after.basis) return undefined
  const parts = partsThatDiffer(before.basis, after.basis)
  // An earlier version's basis does not say how verdicts were counted, but its hash includes it.
  const isSilent = before.basis.counting === undefined || after.basis.counting === undefined
  return parts.length === 0 && isSilent && before.basis.judge !== undefined ? [{ what: 'version' }] : parts
}

/** A scorer's declaration of what its scores depend on. */
export type MeasureRecord = Pick<ScorerRecord, 'version' | 'basis'>

/** Returns undefined for a scorer that declares nothing. */
export const readMeasured = (record: ScorerRecord | undefined): MeasureRecord | undefined =>
  record?.version === undefined ? undefined : { version: record.version, basis: record.basis }

/** Compares like `measureDifferences`, but without a run; empty if one of the two has no version. */
export function scorerDifferences(before: MeasureRecord, after: MeasureRecord): MeasureDifference[] {
  if (before.version === undefined || after.version === undefined) return []
  return statedDifferences(before, after) ?? [{ what: 'version' }]
}

function partsThatDiffer(before: ScoreBasis, after: ScoreBasis): MeasureDifference[] {
  const isOneJudge = before.judge === after.judge
  return [
    ...judgesThatDiffer(before, after),
    ...(isOneJudge ? namedDifferences('judge settings', before.judgeSettings, after.judgeSettings) : []),
    // The reading depends on the judge, so it is compared only for one judge.
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

/** Returns the judge that the run declares, or else the one in the evidence of the first score. */
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

/** Returns, for example, 'the judge differs (embedded → openai/gpt-5-mini)'. */
export const differencesText = (differences: readonly MeasureDifference[]): string =>
  differences.map(differenceClause).join('; ')
