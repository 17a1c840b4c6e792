import { userInfo } from 'node:os'
import { relative } from 'node:path'
import { CommandError } from '../../../cli/command-error.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { answerNoun } from '../../../run/answer-noun.ts'
import type { EvaluationRun, ScorerRecord } from '../../../run/record.ts'
import { preferenceId } from '../../../scorers/preference-id.ts'
import { asName } from '../../../text/as-read.ts'
import { type LabelFlags, usualSample } from '../command-options.ts'
import { drawAnswers } from '../draw/draw-answers.ts'
import type { DrawRecord } from '../file/label-record.ts'
import type { OpenLabels } from '../file/labels-writer.ts'
import { SharedLabels } from '../file/shared-labels.ts'
import { lastDraw } from '../file/standing-labels.ts'
import { type LabellingSubject, warnOfPart } from '../labelling-subject.ts'
import { nextStep } from '../next-step.ts'
import { LabellingSession, type SessionOptions } from './session.ts'

/** Draws what is to label, or goes on with an earlier draw, and says so. */
export async function beginSession(
  subject: LabellingSubject,
  flags: LabelFlags & Pick<SessionOptions, 'offersScorers'>,
  around: Surroundings,
) {
  const { folder, stderr } = around
  const { run, scorer, labelsFile } = subject
  warnOfPart(run, around)
  const { rater = userName(), offersScorers } = flags
  const labels = new SharedLabels(labelsFile)
  const draw = await labels.write((open) => {
    for (const warning of open.warnings) warn(stderr, warning)
    return drawFor(run, scorer, open, flags)
  })
  const next = () =>
    nextStep({ ...subject, rater: flags.rater }, draw, labels.lines, {
      folder,
      open: session.queue().open.length,
    })
  const session = new LabellingSession({
    run,
    scorer,
    draw,
    labels,
    rater,
    offersScorers,
    showsJudge: flags.judge,
    nextStep: next,
  })
  const { tasks, done } = session.queue()
  say(
    stderr,
    `${formatCount(draw.answers.length)} of ${formatQuantity(draw.of, answerNoun(run))} ${draw.answers.length === 1 ? 'is' : 'are'} drawn (${ways[draw.by]})${chosenBeside(draw)}; ${rater} has ${formatQuantity(tasks.length - done, 'label')} to give, saved in ${relative(folder, labelsFile)}.`,
  )
  const isWhole = draw.unit === 'answer' && flags.unit === undefined
  if (isWhole && scorer.question === undefined && scorer.id !== preferenceId) say(stderr, whole(scorer))
  return { session, labels, next }
}

/** @throws CommandError if the system has no user name, as in some containers. */
function userName(): string {
  try {
    return asName(userInfo().username)
  } catch (cause) {
    const message = '--rater: the user of this machine has no name: give the name of the rater'
    throw new CommandError(message, { cause })
  }
}

/** Continues the existing draw or makes one, and saves it to disk before anything is shown. */
async function drawFor(
  run: EvaluationRun,
  scorer: ScorerRecord,
  labels: OpenLabels,
  flags: LabelFlags,
): Promise<DrawRecord> {
  const earlier = lastDraw(labels.lines, scorer.id, [run.header.id])
  if (flags.unit === 'statement' && scorer.question === undefined)
    throw new CommandError(`--unit statement: ${whole(scorer)}`)
  const { by, seed, unit, overlap } = flags
  const there = (earlier?.answers.length ?? 0) + (flags.for ? (earlier?.chosen?.length ?? 0) : 0)
  const isFirst = there === 0 || (flags.for !== undefined && earlier?.chosen === undefined)
  const count = flags.sample ?? there + (isFirst ? usualSample : 0)
  const options = { by, count, seed, unit, overlap, for: flags.for }
  const drawn = drawAnswers(run, scorer.id, options, earlier)
  if (drawn !== undefined) await labels.append(drawn)
  return drawn ?? (earlier as DrawRecord)
}

const chosenBeside = ({ chosen = [] }: DrawRecord) =>
  chosen.length === 0
    ? ''
    : `, and ${chosen.length} chosen for \`verdict improve\` where the judge is in doubt`

const ways: Readonly<Record<DrawRecord['by'], string>> = {
  all: 'all of them',
  uniform: 'each with the same chance',
  score: 'by the judge’s score',
}

const whole = ({ id, basis }: ScorerRecord) =>
  basis !== undefined && basis.judge === undefined
    ? `${id} scores whole answers, without a judge, so whole answers are labelled.`
    : `The run does not say what ${id} asks of each statement, so whole answers are labelled. If ${id} judges statements and the run is an old one, \`verdict rescore\` makes one that does.`
