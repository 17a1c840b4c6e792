import { userInfo } from 'node:os'
import { relative, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { EvaluationRun, ScorerRecord } from '../../evaluation/record.ts'
import { readRun } from '../../evaluation/run-file/read-run.ts'
import type { DrawRecord } from '../../labels/label-record.ts'
import { type OpenLabels, openLabels } from '../../labels/labels-writer.ts'
import { agreementOfRaters, type RatersAgreement } from '../../labels/raters.ts'
import { lastDraw } from '../../labels/standing.ts'
import { formatNumberOf, formatScore } from '../../report/format.ts'
import { CommandError, closing, exitCodes } from '../ending.ts'
import { contextFor, type LabelContext } from '../label/context.ts'
import { type ImportFlags, importLabels, importOptions } from '../label/import.ts'
import { modeOf } from '../label/modes.ts'
import { sayPlan } from '../label/plan.ts'
import { share, wholeNumber } from '../options/parse.ts'
import { RunFolder, type RunsFlags, runsOption } from '../options/runs.ts'
import { type Surroundings, say } from '../surroundings.ts'

interface LabelFlags extends RunsFlags, ImportFlags {
  readonly scorer?: string
  readonly labels?: string
  readonly config?: string
  readonly rater?: string
  readonly sample?: number
  readonly by?: 'uniform' | 'score' | 'unsure'
  readonly seed?: number
  readonly floor?: number
  readonly unit?: 'answer' | 'statement'
  readonly overlap?: number
  readonly plan?: number
  readonly judge: boolean
  readonly port?: number
}

/** Answers that are drawn where nobody says how many. */
const usualSample = 50

/** Adds `verdict label`. */
export function addLabelCommand(program: Command): Command {
  const command = program
    .command('label')
    .description('label answers of a run on a page in the browser, plan how many, or take over labels')
    .argument('<run file>')
    .option('--scorer <id>', 'what is labelled (default: the only scorer of the run)')
    .option('--labels <file>', 'where labels are kept (default: <run file>.labels.jsonl)')
    .option('--config <file>', 'show the context that the scorer of this configuration has in its options')
    .option('--rater <name>', 'who labels (default: the user of this machine)', raterName)
    .option('--sample <answers>', `how many answers are drawn in all (default: ${usualSample})`, wholeNumber)
    .addOption(
      new Option('--by <way>', 'how they are drawn (default: uniform)').choices([
        'uniform',
        'score',
        'unsure',
      ]),
    )
    .option('--seed <number>', 'of the draw (default: 1)', wholeNumber)
    .option(
      '--floor <share>',
      'for unsure: the least chance, as a share of an equal one (default: 0.5)',
      share,
    )
    .addOption(
      new Option('--unit <unit>', 'whole answers, or each of their statements').choices([
        'answer',
        'statement',
      ]),
    )
    .option('--overlap <share>', 'of the drawn answers, those that every rater labels (default: 0)', share)
    .option('--plan <half width>', 'only say how many labels give an interval of ± so much', positive)
    .option('--no-judge', "do not show the judge's verdict after each label")
    .option('--port <port>', 'on this machine (default: one that is free)', port)
  return runsOption(importOptions(command))
}

function raterName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be a name.')
  return text
}

/** @throws CommandError where the machine does not know: as in a container, whose user may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch (cause) {
    throw new CommandError('--rater: the user of this machine has no name: say who labels', { cause })
  }
}

function positive(text: string): number {
  if (!/^[\d.]+$/.test(text.trim()) || !(Number(text) > 0))
    throw new InvalidArgumentError('It must be a number above 0, on the scale of the scorer.')
  return Number(text)
}

function port(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text.trim()) || number > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.')
  return number
}

/** @returns The exit code. */
export async function label(named: string, flags: LabelFlags, surroundings: Surroundings): Promise<number> {
  const { folder, stderr } = surroundings
  const mode = modeOf({ ...flags })
  const file = await new RunFolder(flags, folder).fileOf(named)
  const run = await readRun(file)
  for (const warning of run.warnings ?? []) say(stderr, `warning: ${warning}`)
  const scorer = scorerOf(run, flags.scorer)
  const labelsFile = resolve(folder, flags.labels ?? file.replace(/(?:\.jsonl)?$/, '.labels.jsonl'))
  if (labelsFile === file) throw new CommandError('--labels: this is the run file: name another')
  if (flags.plan !== undefined) return sayPlan(run, scorer, labelsFile, flags.plan, surroundings)
  if (mode === 'from' || mode === 'feedback')
    return importLabels(run, scorer, labelsFile, flags, surroundings)
  const { context, close } = await contextFor(scorer, flags.config, surroundings)
  return closing(close, surroundings, async () => {
    const labels = await openLabels(labelsFile)
    try {
      for (const warning of labels.warnings) say(stderr, `warning: ${warning}`)
      return await work({ run, scorer, labels, context }, labelsFile, flags, surroundings)
    } finally {
      await labels.close()
    }
  })
}

function scorerOf({ header: { scorers } }: EvaluationRun, id: string | undefined): ScorerRecord {
  const ids = scorers.map((one) => one.id).join(', ')
  if (id === undefined && scorers.length > 1)
    throw new CommandError(`the run has several scorers: name one with --scorer, of ${ids}`)
  const found = scorers.find((one) => id === undefined || one.id === id)
  if (found === undefined) throw new CommandError(`--scorer: the run has no ${id}, only ${ids}`)
  return found
}

interface Work {
  readonly run: EvaluationRun
  readonly scorer: ScorerRecord
  readonly labels: OpenLabels
  readonly context: LabelContext['context']
}

async function work(
  { run, scorer, labels, context }: Work,
  labelsFile: string,
  flags: LabelFlags,
  { folder, stdout, stderr, signal }: Surroundings,
): Promise<number> {
  const { LabellingSession } = await import('../../labelling/session.ts')
  const { serveLabelling } = await import('../../labelling/serve.ts')
  const { rater = userName() } = flags
  const draw = await drawFor(run, scorer, labels, flags)
  const session = new LabellingSession({ run, scorer, draw, labels, rater, showsJudge: flags.judge, context })
  const before = session.queue()
  say(
    stderr,
    `${formatNumberOf(draw.answers.length, 'answer')} of ${draw.of} are drawn (${ways[draw.by]}); ${rater} has ${formatNumberOf(before.tasks.length - before.done, 'label')} to give, into ${relative(folder, labelsFile)}.`,
  )
  if (draw.unit === 'answer' && flags.unit === undefined && scorer.question === undefined)
    say(stderr, whole(scorer))
  const server = await serveLabelling(session, flags.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new CommandError(`--port: ${flags.port} is taken: name another, or none`)
  })
  say(stdout, `Open ${server.address}`)
  say(
    stderr,
    'It is for you alone: whoever has the address can label. Ctrl-C ends; the same command goes on.',
  )
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => stop(), { once: true })
  if (signal.aborted) stop()
  try {
    await Promise.race([stopped, server.ended])
  } finally {
    await server.close()
  }
  const { done, tasks, open } = session.queue()
  say(
    stderr,
    `${done} of ${tasks.length} done, ${Math.max(0, done - before.done)} in this session${open.length > 0 ? '; the same command goes on' : ''}.`,
  )
  const agreement = agreementOfRaters(labels.lines, scorer.id, [run.header.id])
  if (agreement !== undefined) say(stderr, sentenceOn(agreement))
  return exitCodes.passed
}

function sentenceOn({ shared, same, raters, alpha }: RatersAgreement): string {
  const said = `${listed(raters)} labelled ${shared} of the same and said the same of ${same}`
  if ('undefinedBecause' in alpha) return `${said}.`
  const { value, interval } = alpha
  const range = interval === undefined ? '' : ` [${formatScore(interval.low)}, ${formatScore(interval.high)}]`
  return `${said}: Krippendorff’s α ${formatScore(value)}${range}.`
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

const ways: Readonly<Record<DrawRecord['by'], string>> = {
  all: 'all of them',
  uniform: 'each with the same chance',
  score: 'by the judge’s score',
  unsure: 'more where the judge is less sure',
}

const whole = ({ id }: ScorerRecord) =>
  `The run does not say what ${id} asks of each statement, so whole answers are labelled. For scorers of this package, \`verdict rescore\` makes a run that says it.`

/** Goes on with the draw that is there, or draws; what is drawn is on the disk before anything is shown. */
async function drawFor(
  run: EvaluationRun,
  scorer: ScorerRecord,
  labels: OpenLabels,
  flags: LabelFlags,
): Promise<DrawRecord> {
  const { drawAnswers } = await import('../../labels/draw-answers.ts')
  const earlier = lastDraw(labels.lines, scorer.id, [run.header.id])
  if (flags.unit === 'statement' && scorer.question === undefined)
    throw new CommandError(`--unit statement: ${whole(scorer)}`)
  const { by, seed, floor, unit, overlap } = flags
  const count = flags.sample ?? earlier?.answers.length ?? usualSample
  const drawn = drawAnswers(run, scorer.id, { by, count, seed, floor, unit, overlap }, earlier)
  if (drawn !== undefined) await labels.append(drawn)
  return drawn ?? (earlier as DrawRecord)
}
