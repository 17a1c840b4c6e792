import { userInfo } from 'node:os'
import { relative, resolve } from 'node:path'
import type { EvaluationRun, ScorerRecord } from '../../../evaluation/record.ts'
import { readRun } from '../../../evaluation/run-file/read-run.ts'
import type { DrawRecord } from '../../../people/labels/label-record.ts'
import { type OpenLabels, openLabels } from '../../../people/labels/labels-writer.ts'
import { agreementOfRaters, type RatersAgreement } from '../../../people/labels/raters.ts'
import { lastDraw } from '../../../people/labels/standing.ts'
import { formatNumberOf, formatScore } from '../../../report/format.ts'
import { CommandError, closing, exitCodes } from '../../ending.ts'
import { RunFolder } from '../../settings/run-folder.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import { contextFor, type LabelContext } from './context.ts'
import { importLabels } from './import.ts'
import { modeOf } from './modes.ts'
import { type LabelFlags, usualSample } from './options.ts'
import { sayPlan } from './plan.ts'

/** @throws CommandError where the machine does not know: as in a container, whose user may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch (cause) {
    throw new CommandError('--rater: the user of this machine has no name: say who labels', { cause })
  }
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
  const { LabellingSession } = await import('../../../people/page/session.ts')
  const { serveLabelling } = await import('../../../people/page/serve.ts')
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
  const { drawAnswers } = await import('../../../people/labels/draw-answers.ts')
  const earlier = lastDraw(labels.lines, scorer.id, [run.header.id])
  if (flags.unit === 'statement' && scorer.question === undefined)
    throw new CommandError(`--unit statement: ${whole(scorer)}`)
  const { by, seed, floor, unit, overlap } = flags
  const count = flags.sample ?? earlier?.answers.length ?? usualSample
  const drawn = drawAnswers(run, scorer.id, { by, count, seed, floor, unit, overlap }, earlier)
  if (drawn !== undefined) await labels.append(drawn)
  return drawn ?? (earlier as DrawRecord)
}
