import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ReportFiles, VerdictConfig } from '../../config/index.ts'
import { CommandError } from '../ending.ts'
import type { Surroundings } from '../surroundings.ts'
import { fieldsOf } from './labels.ts'
import { collect } from './parse.ts'

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

export interface OutputFlags {
  readonly html?: string
  readonly junit?: string
  readonly markdown?: string
  readonly json?: boolean
  readonly githubSummary?: boolean
  readonly details?: boolean
  readonly acrossJudges?: boolean
  readonly by?: string[]
}

export function addOutputOptions(command: Command): Command {
  return command
    .option('--html <file>', 'write a report as one HTML page')
    .option('--junit <file>', 'write a report as JUnit XML')
    .option('--markdown <file>', 'write a report as Markdown')
    .option('--github-summary', 'add the Markdown to the summary of the GitHub workflow step')
    .option('--json', 'print JSON in place of text')
    .option('--details', 'show scores by verdict and by share, too')
    .option(
      '--across-judges',
      'compare scores by different judges on purpose: the difference is then that of the judges',
    )
    .option(
      '--by <field>',
      'means by groups of items: a field of their metadata, such as language; language,topic crosses two; may be repeated; people: hold gates against what people would score, from --labels',
      collect,
    )
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
