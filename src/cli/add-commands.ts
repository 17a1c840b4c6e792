import type { Command } from 'commander'
import type { Surroundings } from './surroundings.ts'

interface Around {
  readonly surroundings: Surroundings
  /** Told the exit code of the command that was asked for. */
  readonly ends: (work: Promise<number>) => Promise<void>
}

type Add = (program: Command, around: Around) => Promise<unknown>

/** In the order of the help. */
const commands: Readonly<Record<string, Add>> = {
  run: async (program, { surroundings, ends }) => {
    const { addRunCommand, run } = await import('./commands/run.ts')
    addRunCommand(program).action((argument, flags) => ends(run(argument, flags, surroundings)))
  },
  compare: async (program, { surroundings, ends }) => {
    const { addCompareCommand, report } = await import('./commands/report.ts')
    addCompareCommand(program).action((baseline, file, flags) =>
      ends(report(file, flags, surroundings, baseline)),
    )
  },
  report: async (program, { surroundings, ends }) => {
    const { addReportCommand, report } = await import('./commands/report.ts')
    addReportCommand(program).action((file, flags) => ends(report(file, flags, surroundings)))
  },
  runs: async (program, { surroundings, ends }) => {
    const { addRunsCommand, runs } = await import('./commands/runs.ts')
    addRunsCommand(program).action((flags) => ends(runs(flags, surroundings)))
  },
  rescore: async (program, { surroundings, ends }) => {
    const { addRescoreCommand, rescoreCommand } = await import('./commands/rescore.ts')
    addRescoreCommand(program).action((named, flags) => ends(rescoreCommand(named, flags, surroundings)))
  },
  watch: async (program, { surroundings, ends }) => {
    const { addWatchCommand, watch } = await import('./commands/watch.ts')
    addWatchCommand(program).action((config, flags) => ends(watch(config, flags, surroundings)))
  },
  judge: async (program, { surroundings, ends }) => {
    const { addJudgeCommand, judge } = await import('./commands/judge.ts')
    addJudgeCommand(program).action((flags) => ends(judge(flags, surroundings)))
  },
  agreement: async (program, { surroundings, ends }) => {
    const { addAgreementCommand, agreementCommand } = await import('./commands/agreement.ts')
    addAgreementCommand(program).action((labels, flags) =>
      ends(agreementCommand(labels, flags, surroundings)),
    )
  },
  audit: async (program, { surroundings, ends }) => {
    const { addAuditCommand, auditCommand } = await import('./commands/audit.ts')
    addAuditCommand(program).action((named, flags) => ends(auditCommand(named, flags, surroundings)))
  },
  label: async (program, { surroundings, ends }) => {
    const { addLabelCommand, label } = await import('./commands/label.ts')
    addLabelCommand(program).action((file, flags) => ends(label(file, flags, surroundings)))
  },
  worker: async (program, { surroundings, ends }) => {
    const { addWorkerCommand, worker } = await import('./commands/worker.ts')
    addWorkerCommand(program).action((config, flags) => ends(worker(config, flags, surroundings)))
  },
  backfill: async (program, { surroundings, ends }) => {
    const { addBackfillCommand, backfillCommand } = await import('./commands/backfill.ts')
    addBackfillCommand(program).action((config, flags) => ends(backfillCommand(config, flags, surroundings)))
  },
  monitor: async (program, { surroundings, ends }) => {
    const { addMonitorCommand } = await import('./options/monitor.ts')
    const { monitorCommand } = await import('./commands/monitor.ts')
    addMonitorCommand(program).action((config, flags) => ends(monitorCommand(config, flags, surroundings)))
  },
  queue: async (program, { surroundings, ends }) => {
    const { addQueueCommand } = await import('./commands/queue.ts')
    addQueueCommand(program, surroundings, ends)
  },
  init: async (program, { surroundings, ends }) => {
    const { addInitCommand, init } = await import('./commands/init.ts')
    addInitCommand(program).action((flags) => ends(init(flags, surroundings)))
  },
}

/**
 * Adds the command that the arguments name, and no other: what the others import takes a second and 15 MB, which a
 * monitor would hold for weeks. Where they name none, as for help, all are added.
 */
export async function addCommands(program: Command, args: readonly string[], around: Around): Promise<void> {
  const named = args.find((argument) => !argument.startsWith('-')) ?? ''
  const added = Object.hasOwn(commands, named) ? [commands[named]] : Object.values(commands)
  for (const add of added) await add?.(program, around)
}
