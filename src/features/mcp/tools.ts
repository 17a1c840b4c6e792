import { sep } from 'node:path'
import { z } from 'zod/v4'
import { CommandError } from '../../cli/command-error.ts'

/** Recognises URLs and paths of other operating systems, which would be taken for file names here. */
const isForeign = (path: string) =>
  /^[a-z][a-z\d+.-]+:|\0/i.test(path) || (sep === '/' && /^[a-z]:|\\/i.test(path))

const path = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => !isForeign(text), 'must be a path within the project, with / between folders')
const name = z.string().min(1).max(1000)
const run = path.describe("a run file, its name in the folder of runs, or 'last' for the newest")
const config = path.optional().describe('a configuration; default: verdict.config.ts')
const scorer = name.optional().describe('id of a scorer of the run; default: its first')
const baseline = path.optional()

const noBudget =
  'a run needs a budget: give { "calls": 200 }, or { "money": 0.5 } in US dollars where the configuration has prices; tokens only beside one of them'
const limit = z.number().min(0)
const budget = z
  .strictObject({ calls: limit.optional(), money: limit.optional(), tokens: limit.optional() }, noBudget)
  .refine(({ calls, money }) => calls !== undefined || money !== undefined, noBudget)
  .describe('calls to models or US dollars after which the run stops: one is required; tokens may be added')

export const inputs = {
  list_runs: z.strictObject({
    name: name.optional().describe('only runs of this name'),
    limit: z.int().min(1).max(50).default(20),
    config,
  }),
  run: z.strictObject({
    budget,
    config,
    dataset: path.optional().describe('recorded answers to score, or questions for the configuration'),
    scorers: z.array(name).optional().describe('ids; default: all of the configuration'),
    targets: z.array(name).optional().describe('names; default: all of the configuration'),
    items: z.array(name).optional().describe('ids of the only items'),
    only: name.optional().describe('failed, unscored, changed or worst:20, by the last run'),
    limit: z.int().min(1).optional().describe('only the first items'),
    compare: baseline.describe("a run to show changes against, or 'last'"),
    failIfWorse: baseline.describe('the same, and fail if a score is significantly worse'),
  }),
  compare_runs: z.strictObject({ baseline: run, run, config }),
  worst_answers: z.strictObject({ run, scorer, count: z.int().min(1).max(20).default(5), config }),
  explain_score: z.strictObject({
    run,
    item: name.describe('id of the item'),
    scorer,
    repeat: z.int().min(1).default(1),
    config,
  }),
  plan_labels: z.strictObject({
    run,
    halfWidth: z.number().positive().describe('of the interval, on the scale of the scorer: 0.05'),
    scorer,
    labels: path.optional().describe('a file of labels; default: beside the run'),
    config,
  }),
}

export type ToolName = keyof typeof inputs

const descriptions: Readonly<Record<ToolName, string>> = {
  list_runs: 'Lists the saved runs, newest first, with mean scores, status and cost.',
  run: 'Runs the evaluation of the project within a budget, saves its run file and checks it against the gates of the configuration. The only tool that costs money.',
  compare_runs: 'Shows what changed between two runs of the same items, with intervals.',
  worst_answers: 'Shows the worst answers of a run by one scorer, each with its judged statements.',
  explain_score: 'Shows what one score is made of: question, answer, context, statements, verdicts, reason.',
  plan_labels: 'Says how many answers people must label for an interval of a given width.',
}

/** The structured output of each tool, in addition to its text. */
export const output = z.strictObject({
  exitCode: z.int().describe('0 passed or shown, 1 failed, 3 cannot tell, 130 interrupted'),
  result: z
    .looseObject({})
    .describe('the JSON of the command; of run and compare_runs as schemas/report.json'),
  notes: z.array(z.string()).describe('warnings, and what to do next'),
  leftOut: z.array(z.string()).describe('parts that were too long to include'),
})
export type Output = z.infer<typeof output>

const toSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input' }) as { type: 'object'; [key: string]: unknown }

/** The tools as clients see them in the list. */
export const listed = () =>
  (Object.keys(inputs) as ToolName[]).map((tool) => ({
    name: tool,
    description: descriptions[tool],
    inputSchema: toSchema(inputs[tool]),
    outputSchema: toSchema(output),
    annotations: { readOnlyHint: tool !== 'run', destructiveHint: false, openWorldHint: tool === 'run' },
  }))

export function toolNamed(named: string): ToolName {
  if (Object.hasOwn(inputs, named)) return named as ToolName
  throw new CommandError(`there is no tool "${named}": there are ${Object.keys(inputs).join(', ')}`)
}
