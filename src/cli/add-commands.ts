import type { Command } from '@commander-js/extra-typings'
import { addAgreementCommand } from './commands/agreement/options.ts'
import { addAuditCommand } from './commands/audit/options.ts'
import { addBackfillCommand } from './commands/backfill/options.ts'
import { addInitCommand } from './commands/init/options.ts'
import { addJudgeCommand } from './commands/judge/options.ts'
import { addLabelCommand } from './commands/label/options.ts'
import { addMonitorCommand } from './commands/monitor/options.ts'
import { addQueueCommands } from './commands/queue/options.ts'
import { addCompareCommand, addReportCommand } from './commands/report/options.ts'
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
  addCompareCommand(program).action((baseline, run, flags) =>
    ends(async () => (await import('./commands/report/report.ts')).report(run, flags, around, baseline)),
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
  addWatchCommand(program).action((config, flags) =>
    ends(async () => (await import('./commands/watch/watch.ts')).watch(config, flags, around)),
  )
  addJudgeCommand(program).action((flags) =>
    ends(async () => (await import('./commands/judge/judge.ts')).judge(flags, around)),
  )
  addAgreementCommand(program).action((labels, flags) =>
    ends(async () =>
      (await import('./commands/agreement/agreement.ts')).agreementCommand(labels, flags, around),
    ),
  )
  addAuditCommand(program).action((run, flags) =>
    ends(async () => (await import('./commands/audit/audit.ts')).auditCommand(run, flags, around)),
  )
  addLabelCommand(program).action((run, flags) =>
    ends(async () => (await import('./commands/label/label.ts')).label(run, flags, around)),
  )
  addWorkerCommand(program).action((config, flags) =>
    ends(async () => (await import('./commands/worker/worker.ts')).worker(config, flags, around)),
  )
  addBackfillCommand(program).action((config, flags) =>
    ends(async () =>
      (await import('./commands/backfill/backfill.ts')).backfillCommand(config, flags, around),
    ),
  )
  addMonitorCommand(program).action((config, flags) =>
    ends(async () => (await import('./commands/monitor/monitor.ts')).monitorCommand(config, flags, around)),
  )
  for (const [name, command] of addQueueCommands(program))
    command.action((flags) =>
      ends(async () => (await import('./commands/queue/queue.ts')).queueCommand(name, flags, around)),
    )
  addInitCommand(program).action((flags) =>
    ends(async () => (await import('./commands/init/init.ts')).init(flags, around)),
  )
}
