import { type FlagsOf, type None, optionGroup } from './flags-of.ts'
import { collect, fields } from './words.ts'

/** The options of a result that is printed, and written where that is asked for. */
export const pageOptions = optionGroup((command) =>
  command
    .option('--html <file>', 'write a report as one HTML page')
    .option('--markdown <file>', 'write a report as Markdown')
    .option('--json', 'print JSON instead of text'),
)

/** The options of what is shown of runs, and where. */
export const outputOptions = optionGroup((command) =>
  pageOptions(command)
    .option('--junit <file>', 'write a report as JUnit XML')
    .option(
      '--github-summary',
      'on GitHub: add the Markdown to the summary of the step, and annotate bad answers',
    )
    .option('--details', 'show scores by verdict and by share, too')
    .option(
      '--across-judges',
      'compare scores by different judges on purpose: the difference is then that of the judges',
    )
    .option(
      '--by <field>',
      'means by groups of items: a field of their metadata, such as language; language,topic crosses two; may be repeated; people: hold gates against what people would score, from --labels',
      fields,
    ),
)

export type OutputFlags = FlagsOf<typeof outputOptions<[], None>>

export const labelsOption = optionGroup((command) =>
  command.option(
    '--labels <file>',
    "people's labels, as `verdict label` writes them: show what people would score; may be repeated",
    collect,
  ),
)

export type LabelsFlags = FlagsOf<typeof labelsOption<[], None>>
