import { withScorers } from '../../evaluation/comparison/comparable-scorers.ts'
import { differencesText } from '../../evaluation/comparison/scorer-differences.ts'
import type { EvaluationRun, RunHeader } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
import { listJudges, targetName } from '../names.ts'
import { changedLines } from './instructions.ts'
import type { ReportMaterial } from './material.ts'

const recorded = 'not recorded'
/** The suffix of a commit to which there were uncommitted changes. */
const dirty = '-dirty'
/** Parts of which runs hold only a hash that tells readers nothing. */
const hashed: ReadonlySet<string> = new Set(['target options', 'answers', 'dataset'])

/** Says what is known to differ between two runs, and what not: 'Changed: commit a1 → b2. The same: model, judge.' */
export function changesSentence(material: ReportMaterial): string | undefined {
  const { run, baseline, comparisons = [] } = material
  if (baseline === undefined) return undefined
  const before = baseline.header
  const after = run.header
  // A scorer that only one run has says nothing about the judge.
  const judgesBefore = listJudges(withScorers(baseline, after.scorers))
  const judgesAfter = listJudges(withScorers(run, before.scorers))
  // That the only judge is another one is among what changed.
  const measures = comparisons.map(({ measure = [] }) =>
    measure.filter((one) => one.what !== 'judge' || one.before !== judgesBefore || one.after !== judgesAfter),
  )
  const denies = [before, after].some(({ target }) => target.unmockedToolPolicy === 'deny')
  const readPolicy = ({ target }: RunHeader) => (denies ? (target.unmockedToolPolicy ?? 'allow') : undefined)
  const parts = [
    ['target', targetName(before.target), targetName(after.target)],
    ['variant', before.variant, after.variant],
    ['commit', before.commit, after.commit],
    ['model', before.target.model, after.target.model],
    ['instructions', before.target.instructions, after.target.instructions],
    ...(before.target.options === undefined || after.target.options === undefined
      ? []
      : [['target options', before.target.options, after.target.options] as const]),
    ['unmocked tools', readPolicy(before), readPolicy(after)],
    ['answers', readAnswersHash(baseline), readAnswersHash(run)],
    // The hash covers the chosen items only.
    ...(before.selection === after.selection
      ? [['dataset', before.dataset.hash, after.dataset.hash] as const]
      : []),
    ['judge', judgesBefore, judgesAfter],
  ] as const
  const changed = parts.flatMap(([what, one, other]) => {
    if (one === other) return []
    return hashed.has(what) ? [what] : [`${what} (${one ?? recorded} → ${other ?? recorded})`]
  })
  const isUncommitted = before.commit?.endsWith(dirty) && before.commit === after.commit
  // Neither says which code ran.
  const unsure: readonly string[] = ['target', ...(isUncommitted ? ['commit'] : [])]
  const same = parts.flatMap(([what, one, other]) =>
    !unsure.includes(what) && one !== undefined && one === other ? [what] : [],
  )
  const differences = new Set(measures.filter(({ length }) => length > 0).map(differencesText))
  return compact([
    changed.length > 0 &&
      `Changed: ${changed.join(', ')}.${changedLines(material) === undefined ? whereToRead(before, after) : ''}`,
    ...[...differences].map((text) => `In scoring: ${text}.`),
    same.length > 0 && `The same: ${same.join(', ')}.`,
    isUncommitted &&
      `Both ran with uncommitted changes to ${before.commit?.replace(dirty, '')}, which may differ.`,
  ]).join(' ')
}

/** Says where to look if runs hold only a hash of the agent's instructions, and not the words. */
function whereToRead(before: RunHeader, after: RunHeader): string {
  if (before.target.instructions === after.target.instructions) return ''
  const told = ` The instructions of ${targetName(after.target)} are recorded as a hash, without their text`
  return before.commit === undefined || after.commit === undefined || before.commit === after.commit
    ? `${told}.`
    : `${told}: git diff ${before.commit} ${after.commit} shows it.`.replaceAll(dirty, '')
}

/** Returns the hash of recorded answers; for a rescored run, the original run. */
const readAnswersHash = ({ header }: EvaluationRun) =>
  header.target.answers ?? (header.target.kind === 'recorded' ? header.rescored : undefined)
