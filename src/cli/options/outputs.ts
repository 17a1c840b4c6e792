import { InvalidArgumentError } from '@commander-js/extra-typings'
import { parseGate } from '../../evaluation/gates/read-gates.ts'
import { formatNames, formatOfFile, formats, type ReportFiles } from '../../report/report-formats.ts'
import { optionGroup } from './flags-of.ts'
import { collect, fields } from './parse-texts.ts'

export interface Reports extends ReportFiles {
  /** Whether to write the summary of a GitHub step and annotate answers. */
  readonly github?: true
}

const github = 'github (step summary and annotations)'

/** An option for reports, in the formats that the result has: a file, whose extension gives the format, or `github`. */
const reportOption = (names: readonly (keyof Reports)[]) => {
  const possible = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    names.flatMap((name) => describeOutput(name) ?? []),
  )
  const read = (text: string, before: Reports = {}): Reports => {
    const name = text === 'github' ? text : formatOfFile(text)
    if (name === undefined || !names.includes(name)) throw new InvalidArgumentError(`It can be ${possible}.`)
    if (before[name] !== undefined)
      throw new InvalidArgumentError(`Only one ${describeOutput(name)} report is possible: leave one out.`)
    return { ...before, [name]: name === 'github' ? true : text }
  }
  return optionGroup((command) =>
    command.option('--report <file>', `write a report as ${possible}; may be repeated`, read),
  )
}

const describeOutput = (name: keyof Reports) =>
  name === 'github' ? github : (formats[name].help ?? formats[name].ending)

const fileFormats = formatNames.filter((name) => formats[name].ending !== undefined)

export const pageOption = reportOption(['html'])

export const filesOption = reportOption(fileFormats)

const allReports = reportOption([...fileFormats, 'github'])

export const jsonOption = optionGroup((command) => command.option('--json', 'print JSON instead of text'))

export const printOptions = optionGroup((command) =>
  jsonOption(command).option('--details', 'also print how numbers were computed'),
)

export const resultOptions = optionGroup((command) =>
  printOptions(reportOption(['html', 'markdown'])(command)),
)

/** Options for how and where to show runs. */
export const outputOptions = optionGroup((command) =>
  printOptions(allReports(command)).option(
    '--by <field>',
    'show means by group of items: a metadata field, such as language; language,topic crosses two; may be repeated; people: apply gates to what people would score, from --labels',
    fields,
  ),
)

export const acrossOption = optionGroup((command) =>
  command.option('--across-judges', 'compare scores of different judges, to see how the judges differ'),
)

const gates = (examples: string) =>
  optionGroup((command) =>
    command.option('--gate <what=limit>', `a limit that must hold: ${examples}; may be repeated`, parseGate),
  )

const gateOption = gates(
  'answer-relevancy=0.8 (a mean), failed=1%, not-scorable=10%, unmet=0, scored=50%, loss=0.05 or bias.loss=0.02 (against a baseline), inconclusive=pass',
)

export const pairsGateOption = gates('failed=1%, not-scorable=10%, scored=50%, inconclusive=pass')

export const labelsOption = optionGroup((command) =>
  command.option(
    '--labels <file>',
    "people's labels from `verdict label`: show what people would score; may be repeated",
    collect,
  ),
)

/** Options for what runs must reach, and how to show them. */
export const shownOptions = optionGroup((command) => outputOptions(labelsOption(gateOption(command))))
