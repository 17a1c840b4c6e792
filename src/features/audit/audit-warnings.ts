import type { ScorerRecord } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
import type { AuditedAnswer } from './audited-answer.ts'
import { fewestClusters } from './effects.ts'
import type { besidePeople } from './labelled-scores.ts'
import type { Probe } from './probes/probe.ts'
import type { ProbeResult } from './result.ts'
import type { ArmScores } from './score-arms.ts'

/** Names the probes that cannot be tried on what was done. */
export function listUntried(scorerId: string, wanted: readonly Probe[], tried: readonly Probe[]): string[] {
  const titles = wanted.flatMap((probe) => (tried.includes(probe) ? [] : probe.title))
  return compact([
    titles.length > 0 &&
      `Not tried, because they reword the answer, and ${scorerId} scores tool calls: ${titles.join(', ')}.`,
  ])
}

/** Returns caveats of the comparison with people, whose labels are about the scores that the run has. */
export function listLabelWarnings(
  { id, version }: ScorerRecord,
  scoredBy: ScorerRecord | undefined,
  beside: ReturnType<typeof besidePeople> | undefined,
): string[] {
  if (scoredBy === undefined)
    return [
      `The run has no scores of ${id}, so labels say nothing about it. Run \`verdict rescore\` to make them.`,
    ]
  // Older runs have no versions, and are not compared.
  const versions = [version, scoredBy.version].filter((one) => one !== undefined)
  const isByOther = beside?.people !== undefined && new Set(versions).size > 1
  return compact([
    beside?.warning,
    isByOther &&
      `The run was scored by another version of ${id} (its judge, its task or its options differ). The comparison with people is about those scores, not about the judge that was probed. Run \`verdict rescore\` to score with this one.`,
  ])
}

/** Returns what the results leave out, and why. */
export function listAuditWarnings(
  { end, asItWas }: ArmScores,
  answers: readonly AuditedAnswer[],
  probes: readonly ProbeResult[],
): string[] {
  const without = answers.filter((answer) => asItWas(answer)?.outcome !== 'scored').length
  const whyOpen = ({ written, unseen, answers }: ProbeResult) => {
    if (written === 0) return 'no answers could be rewritten that way'
    if (unseen === written) return 'the judge is asked the same with and without the change'
    if (answers === 0 && end.status !== 'complete') return 'it was not reached'
    return `at least ${fewestClusters} answers are needed`
  }
  const open = probes.filter(({ result }) => result === 'not looked at')
  const leftOut = probes.filter(
    ({ written, unseen, answers, leftOut }) =>
      (answers > 0 || end.status === 'complete') && leftOut > (written - unseen) / 2,
  )
  return compact([
    end.status !== 'complete' &&
      `The work stopped early (${end.reason ?? end.status}): the results cover only the answers that were done.`,
    without > 0 && `${without} of ${answers.length} answers have no score in their original form.`,
    ...[...Map.groupBy(open, whyOpen)].map(
      ([why, of]) => `No result, because ${why}: ${of.map(({ title }) => title).join(', ')}.`,
    ),
    ...leftOut.map(
      ({ title, leftOut, written, unseen }) =>
        `${title}: ${leftOut} of ${written - unseen} answers were left out, because they were not scored or were split into other units.`,
    ),
  ])
}
