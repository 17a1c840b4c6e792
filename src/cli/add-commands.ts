import type { Command } from '@commander-js/extra-typings'
import { addAgreementCommand, addRecordedCommand } from './commands/agreement/options.ts'
import { addAuditCommand } from './commands/audit/options.ts'
import { addBackfillCommand } from './commands/backfill/options.ts'
import { addCompareCommand, checkCompareFlags } from './commands/compare/options.ts'
import { addDatasetCommand } from './commands/dataset/options.ts'
import { addImproveCommand } from './commands/improve/options.ts'
import { addInitCommand } from './commands/init/options.ts'
import { addJudgeCommand } from './commands/judge/options.ts'
import {
  addFeedbackCommand,
  addImportCommand,
  addLabelCommand,
  addPlanCommand,
} from './commands/label/options.ts'
import { addCallCommand, addMcpCommand } from './commands/mcp/options.ts'
import { addAnchorsCommand, addMonitorCommand } from './commands/monitor/options.ts'
import { addQueueCommands } from './commands/queue/options.ts'
import { addReportCommand } from './commands/report/options.ts'
import { addRescoreCommand } from './commands/rescore/options.ts'
import { addRunCommand } from './commands/run/options.ts'
import { addRunsCommand } from './commands/runs/options.ts'
import { addWatchCommand } from './commands/watch/options.ts'
import { addWorkerCommand } from './commands/worker/options.ts'
import type { Surroundings } from './surroundings.ts'

/** Does the work of the command that was asked for, which gives its exit code. */
export type Ends = (work: () => Promise<number>) => Promise<void>

/**
 * Adds the commands, in the order of the help. What they take is known at once; what does the work is imported when it
 * is asked for, since all of it together takes a second and 100 MB.
 */
export function addCommands(program: Command, around: Surroundings, ends: Ends): void {
  addRunCommand(program).action((named, flags) =>
    ends(async () => (await import('./commands/run/run.ts')).run(named, flags, around)),
  )
  addCompareCommand(program).action((baseline, run, more, flags) =>
    ends(async () => {
      const named = [baseline, run, ...more]
      checkCompareFlags(flags, named)
      if (flags.pairwise)
        return (await import('./commands/compare/pairwise.ts')).pairwise(named, flags, around)
      const compared = { ...flags, compare: baseline, failIfWorse: flags.failIfWorse && baseline }
      return (await import('./commands/report/report.ts')).report(run, compared, around)
    }),
  )
  addReportCommand(program).action((run, flags) =>
    ends(async () => (await import('./commands/report/report.ts')).report(run, flags, around)),
  )
  addRunsCommand(program).action((flags) =>
    ends(async () => (await import('./commands/runs/runs.ts')).runs(flags, around)),
  )
  addRescoreCommand(program).action((run, flags) =>
    ends(async () => (await import('./commands/rescore/rescore.ts')).rescoreCommand(run, flags, around)),
  )
  addDatasetCommand(program).action((flags) =>
    ends(async () => (await import('./commands/dataset/add.ts')).addToDataset(flags, around)),
  )
  addWatchCommand(program).action((config, flags) =>
    ends(async () => (await import('./commands/watch/watch.ts')).watch(config, flags, around)),
  )
  addJudgeCommand(program).action((flags) =>
    ends(async () => (await import('./commands/judge/judge.ts')).judge(flags, around)),
  )
  const agreement = addAgreementCommand(program)
  agreement.action((labels, flags) =>
    ends(async () =>
      (await import('./commands/agreement/agreement.ts')).agreementCommand(labels, flags, around),
    ),
  )
  addRecordedCommand(agreement).action((labels, run, flags) =>
    ends(async () =>
      (await import('./commands/agreement/agreement.ts')).recordedAgreement(labels, run, flags, around),
    ),
  )
  addImproveCommand(program).action((labels, run, flags) =>
    ends(async () => (await import('./commands/improve/improve.ts')).improve(labels, run, flags, around)),
  )
  addAuditCommand(program).action((run, flags) =>
    ends(async () => (await import('./commands/audit/audit.ts')).auditCommand(run, flags, around)),
  )
  const label = addLabelCommand(program)
  label.action((run, flags) =>
    ends(async () => (await import('./commands/label/label.ts')).label(run, flags, around)),
  )
  addPlanCommand(label).action((run, halfWidth, flags) =>
    ends(async () => (await import('./commands/label/plan.ts')).planLabels(run, halfWidth, flags, around)),
  )
  addImportCommand(label).action((run, file, flags) =>
    ends(async () => (await import('./commands/label/import.ts')).importFile(run, file, flags, around)),
  )
  addFeedbackCommand(label).action((run, flags) =>
    ends(async () => (await import('./commands/label/import.ts')).importFeedback(run, flags, around)),
  )
  addWorkerCommand(program).action((config, flags) =>
    ends(async () => (await import('./commands/worker/worker.ts')).worker(config, flags, around)),
  )
  addBackfillCommand(program).action((config, flags) =>
    ends(async () =>
      (await import('./commands/backfill/backfill.ts')).backfillCommand(config, flags, around),
    ),
  )
  const monitor = addMonitorCommand(program)
  monitor.action((config, flags) =>
    ends(async () => (await import('./commands/monitor/monitor.ts')).monitorCommand(config, flags, around)),
  )
  addAnchorsCommand(monitor).action((count, flags) =>
    ends(async () => (await import('./commands/monitor/anchors.ts')).anchorsCommand(count, flags, around)),
  )
  for (const [name, command] of addQueueCommands(program))
    command.action((flags) =>
      ends(async () => (await import('./commands/queue/queue.ts')).queueCommand(name, flags, around)),
    )
  const mcp = addMcpCommand(program)
  mcp.action(() => ends(async () => (await import('./commands/mcp/mcp.ts')).mcp(around)))
  addCallCommand(mcp).action(() => ends(async () => (await import('./commands/mcp/call.ts')).call(around)))
  addInitCommand(program).action((flags) =>
    ends(async () => (await import('./commands/init/init.ts')).init(flags, around)),
  )
}
