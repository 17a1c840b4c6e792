import { resolve } from 'node:path'
import type { ReportFiles, VerdictConfig } from '../../config/index.ts'
import type { PassAt } from '../../evaluation/comparison/summarise-repeats.ts'
import { CommandError } from '../ending.ts'
import type { OutputFlags } from '../options/outputs.ts'
import type { Surroundings } from '../surroundings.ts'
import { fieldsOf } from './labels.ts'
import { parseLimits } from './limits.ts'

/** Where a finished run is written, with whole paths. */
export interface Outputs {
  readonly files: ReportFiles
  /** A file that the Markdown is added to. */
  readonly summary?: string
  /** JSON in place of text on standard output. */
  readonly json: boolean
  /** Whether the text has scores by verdict and by share, too. */
  readonly details: boolean
  /** Whether scores by different judges are compared on purpose. */
  readonly acrossJudges: boolean
  /** Fields to group the items by, a table each; several in one are crossed. */
  readonly by?: readonly (readonly string[])[]
}

/** @throws CommandError for a GitHub summary outside of GitHub, and for a field without a name. */
export function readOutputs(
  flags: OutputFlags,
  { folder, environment }: Surroundings,
  config: Pick<VerdictConfig, 'reports' | 'by'> & { readonly folder: string } = { folder },
): Outputs {
  const from = (base: string, files: ReportFiles) =>
    Object.fromEntries(
      Object.entries(files).flatMap(([kind, file]) =>
        file === undefined ? [] : [[kind, resolve(base, file)]],
      ),
    )
  const summary = flags.githubSummary ? environment.GITHUB_STEP_SUMMARY : undefined
  if (flags.githubSummary && !summary)
    throw new CommandError(
      '--github-summary needs GITHUB_STEP_SUMMARY, which GitHub sets in a workflow: use --markdown elsewhere',
    )
  const { html, junit, markdown } = flags
  return {
    files: { ...from(config.folder, config.reports ?? {}), ...from(folder, { html, junit, markdown }) },
    summary,
    json: flags.json ?? false,
    details: flags.details ?? false,
    acrossJudges: flags.acrossJudges ?? false,
    by: (fieldsOf(flags) ?? [config.by ?? []].flat()).map(parseFields),
  }
}

function parseFields(text: string): string[] {
  const fields = text.split(',').map((field) => field.trim())
  if (fields.includes('')) throw new CommandError(`--by: "${text}" must be fields with commas between them`)
  return fields
}

/** The flags as they are read, else what the configuration says. */
export const readPassAt = (
  { passAt }: Pick<OutputFlags, 'passAt'>,
  configured?: PassAt,
): PassAt | undefined => (passAt === undefined ? configured : parseLimits('--pass-at', passAt))
