import type { Command, OptionValues } from '@commander-js/extra-typings'
import { importOptional } from '../shared/optional-package.ts'
import {
  addAnchorsCommand,
  addBackfillCommand,
  addMonitorCommand,
  addQueueCommands,
  addWorkerCommand,
} from './options/of-live.ts'
import {
  addAgreementCommand,
  addAuditCommand,
  addFeedbackCommand,
  addImportCommand,
  addImproveCommand,
  addLabelCommand,
  addPlanCommand,
  addRecordedCommand,
} from './options/of-people.ts'
import {
  addCallCommand,
  addCompareCommand,
  addDatasetCommand,
  addInitCommand,
  addJudgeCommand,
  addMcpCommand,
  addPairsCommand,
  addReportCommand,
  addRescoreCommand,
  addRunCommand,
  addRunsCommand,
  addWatchCommand,
} from './options/of-runs.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs the work of a command and ends with the exit code that it returns. */
export type Ends = (work: () => Promise<number>) => Promise<void>

/**
 * Adds the commands, in the order of the help. Their arguments and options are declared at once, but each command's
 * code is imported only when it runs: all of it together takes a second and 100 MB.
 */
export function addCommands(program: Command, around: Surroundings, ends: Ends): void {
  /** @param load Imports the function that receives the arguments and flags. */
  const does = <Args extends unknown[], Flags extends OptionValues>(
    command: Command<Args, Flags>,
    load: () => Promise<(...given: [...Args, Flags, Surroundings]) => Promise<number>>,
  ): void => {
    command.action((...given) =>
      ends(async () => {
        // Commander passes the command itself after arguments and flags.
        const said = given.slice(0, -1) as [...Args, Flags]
        return (await load())(...said, around)
      }),
    )
  }
  does(addRunCommand(program), async () => (await import('./commands/run/run.ts')).run)
  does(addCompareCommand(program), async () => (await import('./commands/compare/compare.ts')).compare)
  does(addPairsCommand(program), async () => (await import('../features/pairs/commands/pairs.ts')).pairs)
  does(addReportCommand(program), async () => (await import('./commands/report/report.ts')).report)
  does(addRunsCommand(program), async () => (await import('./commands/runs/runs.ts')).runs)
  does(addRescoreCommand(program), async () => (await import('./commands/rescore/rescore.ts')).rescoreCommand)
  does(addDatasetCommand(program), async () => (await import('./commands/dataset/add.ts')).addToDataset)
  does(addWatchCommand(program), async () => (await import('./commands/watch/watch.ts')).watch)
  does(addJudgeCommand(program), async () => (await import('./commands/judge/judge.ts')).judge)
  const agreement = addAgreementCommand(program)
  const ofAgreement = () => import('../features/agreement/commands/agreement.ts')
  does(agreement, async () => (await ofAgreement()).agreementCommand)
  does(addRecordedCommand(agreement), async () => (await ofAgreement()).recordedAgreement)
  does(
    addImproveCommand(program),
    async () => (await import('../features/agreement/commands/improve.ts')).improve,
  )
  does(
    addAuditCommand(program),
    async () => (await import('../features/audit/commands/audit.ts')).auditCommand,
  )
  const label = addLabelCommand(program)
  does(label, async () => (await import('../features/labels/commands/label.ts')).label)
  does(addPlanCommand(label), async () => (await import('../features/labels/commands/plan.ts')).planLabels)
  does(
    addImportCommand(label),
    async () => (await import('../features/labels/commands/import.ts')).importFile,
  )
  does(
    addFeedbackCommand(label),
    async () => (await import('../features/labels/commands/import.ts')).importFeedback,
  )
  does(addWorkerCommand(program), async () => (await import('../features/workers/commands/worker.ts')).worker)
  does(
    addBackfillCommand(program),
    async () => (await import('../features/workers/commands/backfill.ts')).backfillCommand,
  )
  const monitor = addMonitorCommand(program)
  does(monitor, async () => (await import('../features/monitor/commands/monitor.ts')).monitorCommand)
  does(
    addAnchorsCommand(monitor),
    async () => (await import('../features/monitor/commands/anchors.ts')).anchorsCommand,
  )
  for (const [name, command] of addQueueCommands(program))
    does(command, async () => (await import('../features/workers/commands/queue.ts')).queueCommand(name))
  const mcp = addMcpCommand(program)
  const ofSdk = () =>
    importOptional('@modelcontextprotocol/sdk', 'verdict mcp', () => import('../features/mcp/serve.ts'))
  does(mcp, async () => (await ofSdk()).serve)
  does(addCallCommand(mcp), async () => (await import('../features/mcp/call.ts')).call)
  does(addInitCommand(program), async () => (await import('./commands/init/init.ts')).init)
}
