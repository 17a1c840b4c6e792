import { existsSync } from 'node:fs'
import { exitCodes } from '../../../cli/exit-codes.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { formatQuantity } from '../../../report/format-numbers.ts'
import { terminalJson } from '../../../report/safe-text.ts'
import type { LabelledFlags } from '../command-options.ts'
import { planFor } from '../estimates/plan-labels.ts'
import { readLabels } from '../file/read-labels.ts'
import { type LabellingSubject, labelledBy } from '../labelling-subject.ts'

/** Says how many labels are needed. @returns The exit code. */
export function planLabels(
  named: string,
  halfWidth: number,
  flags: LabelledFlags,
  around: Surroundings,
): Promise<number> {
  const { config } = flags
  return withPlan({ config }, around, {}, async (plan) =>
    sayPlan(await labelledBy(named, flags, plan), halfWidth, plan),
  )
}

async function sayPlan(
  { run, scorer, labelsFile }: LabellingSubject,
  halfWidth: number,
  { stdout, stderr, onResult }: Surroundings,
): Promise<number> {
  const stored = existsSync(labelsFile) ? await readLabels(labelsFile) : undefined
  for (const warning of stored?.warnings ?? []) warn(stderr, warning)
  const found = planFor(run, stored?.lines ?? [], scorer.id, halfWidth)
  for (const warning of found.warnings) warn(stderr, warning)
  const { plan, labelled, answers, basis } = found
  onResult?.(terminalJson({ scorer: scorer.id, halfWidth, ...found }))
  if ('undefinedBecause' in plan) {
    say(stdout, `± ${halfWidth}: ${plan.undefinedBecause}.`)
    say(stdout, basis)
    return exitCodes.passed
  }
  const { labels, labelsAlone, judgeHelpsFrom } = plan
  const more = Math.max(0, labels - labelled)
  const there = labelled > 0 ? `, ${labelled} done, ${more} to go` : ''
  say(
    stdout,
    `± ${halfWidth} at 95 % takes ${formatQuantity(labels, 'labelled answer')} of ${answers}${there}.`,
  )
  const alone = labelsAlone === undefined ? `more than all ${answers}` : `${labelsAlone}`
  const help =
    judgeHelpsFrom === undefined || judgeHelpsFrom > answers || labels === labelsAlone
      ? 'does not help'
      : `helps from ${formatQuantity(judgeHelpsFrom, 'label')} on`
  say(stdout, `Without the judge it takes ${alone}. The judge ${help}.`)
  say(stdout, basis)
  return exitCodes.passed
}
