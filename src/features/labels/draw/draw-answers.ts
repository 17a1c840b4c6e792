import { z } from 'zod/v4'
import { type EvaluationRun, toAnswerKey } from '../../../run/record.ts'
import { hashJson } from '../../../run/to-json.ts'
import { seededRandom, shuffle } from '../../../shared/random.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { withoutUndefined } from '../../../shared/without-undefined.ts'
import type { DrawRecord } from '../file/label-record.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { chooseAnswers, countRandom } from './choose-for-improve.ts'
import { drawWithProbabilities } from './draw-probabilities.ts'

const drawOptions = z.strictObject({
  /**
   * 'uniform': equal probability for all answers. 'score': the same within strata of the judge's score. 'all': every
   * answer. Default: like the earlier draw, otherwise uniform.
   */
  by: z.enum(['all', 'uniform', 'score']).optional(),
  /** Total number of answers, including those drawn before. Draws all if there are fewer. */
  count: z.int().min(1),
  /** Default: that of the earlier draw, otherwise 1. */
  seed: z.int().optional(),
  /** Default: as before, otherwise 'statement' if the scorer's question is in the run, otherwise 'answer'. */
  unit: z.enum(['answer', 'statement']).optional(),
  /** The share of drawn answers that every rater labels. Default 0. */
  overlap: z.number().min(0).max(1).default(0),
  /**
   * Chooses a quarter of `count`, from answers that the judge is unsure of and in groups that `improve` learns from.
   * The rest are drawn with equal probability.
   */
  for: z.literal('improve').optional(),
})

/**
 * Draws answers to label, or continues an earlier draw, whose answers keep their places.
 *
 * @param earlier The current draw.
 * @returns Undefined if that many are drawn already.
 * @throws TypeError without a scored answer, for options that contradict the earlier draw, and if the scores have
 * changed since; for `for`, also with a draw by score, and if the run does not show what the judge is unsure of.
 */
export function drawAnswers(
  run: EvaluationRun,
  scorerId: string,
  options: z.input<typeof drawOptions>,
  earlier?: DrawRecord,
  at = new Date(),
): DrawRecord | undefined {
  const read = readOptions('drawAnswers', drawOptions, options)
  const answers = scoredAnswers(run, scorerId)
  if (answers.length === 0)
    throw new TypeError(`no answer has a score by ${scorerId}: there is nothing to label`)
  const wanted = earlier === undefined || earlier.by === 'all' ? read.by : earlier.by
  if (earlier !== undefined) checkSame(run, answers.length, read, earlier)
  const chooses = read.for === 'improve'
  const all = Math.min(read.count, answers.length)
  const before = { drawn: earlier?.answers.length ?? 0, chosen: earlier?.chosen?.length ?? 0 }
  if (earlier !== undefined && all <= before.drawn + (chooses ? before.chosen : 0)) return undefined
  if (chooses && (wanted ?? 'uniform') !== 'uniform')
    throw new TypeError(
      `choosing answers for improve needs a draw with equal chances, but these are drawn by ${wanted}: label into another file (--labels)`,
    )
  const count = chooses ? Math.max(before.drawn, countRandom(all)) : all
  const scorer = run.header.scorers.find(({ id }) => id === scorerId)
  const by = earlier?.by ?? (count === answers.length ? 'all' : (read.by ?? 'uniform'))
  const settings = {
    by,
    seed: earlier?.seed ?? read.seed ?? 1,
    count: by === 'all' ? answers.length : count,
    strata: by === 'score' ? (earlier?.strata ?? strataFor(count)) : undefined,
    unit: earlier?.unit ?? read.unit ?? (scorer?.question === undefined ? 'answer' : 'statement'),
  } as const
  const chances = drawWithProbabilities(answers, settings, earlier)
  const drawn = inOrder(chances, settings.seed, read.overlap, earlier)
  const head = { run: run.header.id, scorerId, ...withoutUndefined(settings), of: answers.length }
  const most = chooses ? all - drawn.length : 0
  const chosen =
    chooses || earlier?.chosen
      ? chooseAnswers(run, { ...head, answers: drawn }, earlier?.chosen ?? [], most)
      : undefined
  const content = { ...head, ...withoutUndefined({ chosen }), drawn }
  const id = hashJson(content).slice(0, 16)
  return { kind: 'draw', id, at: at.toISOString(), ...head, ...withoutUndefined({ chosen }), answers: drawn }
}

const fewestOfStratum = 5
const strataFor = (count: number) => Math.max(1, Math.min(4, Math.floor(count / fewestOfStratum)))

/** Keeps earlier answers in place, and appends the rest in random order, independent of scores. */
function inOrder(
  chances: ReturnType<typeof drawWithProbabilities>,
  seed: number,
  overlap: number,
  earlier?: DrawRecord,
): DrawRecord['answers'] {
  const before = new Map(
    (earlier?.answers ?? []).map((answer, index) => [toAnswerKey(answer), { ...answer, index }]),
  )
  const old = chances.filter(({ id }) => before.has(id))
  const fresh = chances.filter(({ id }) => !before.has(id))
  old.sort((one, other) => (before.get(one.id)?.index ?? 0) - (before.get(other.id)?.index ?? 0))
  const random = seededRandom(seed + chances.length)
  const order = [...old, ...shuffle(fresh, random)]
  const shared = order.filter(({ id }) => before.get(id)?.byAll).length
  const missing = Math.max(0, Math.round(overlap * order.length) - shared)
  const ids = new Set(
    shuffle(fresh, random)
      .slice(0, missing)
      .map(({ id }) => id),
  )
  return order.map(({ id, probability, stratum }) => {
    const [itemId, repeat] = JSON.parse(id) as [string, number]
    const byAll = before.get(id)?.byAll ?? (ids.has(id) ? true : undefined)
    return { itemId, repeat, ...withoutUndefined({ probability, stratum, byAll }) }
  })
}

/** @throws TypeError for changes that would make probabilities wrong. */
function checkSame(
  { header }: EvaluationRun,
  answers: number,
  { by, seed, unit }: z.output<typeof drawOptions>,
  earlier: DrawRecord,
): void {
  const advice = 'leave it out to continue, or label into another file'
  const wanted = { by, seed, unit }
  for (const [name, value] of Object.entries(wanted)) {
    const was = earlier[name as keyof typeof wanted]
    // If all were drawn, the method of drawing did not matter.
    const isOfNoMatter = earlier.by === 'all' && name === 'by'
    if (value !== undefined && value !== was && !isOfNoMatter)
      throw new TypeError(
        `answers were drawn with ${name} ${was}, so the draw cannot continue with ${value}: ${advice}`,
      )
  }
  if (earlier.run !== header.id)
    throw new TypeError(
      `answers were drawn from run ${earlier.run}, but this is ${header.id}: label that run, or label this one into another file`,
    )
  if (earlier.of !== answers)
    throw new TypeError(
      `answers were drawn from ${earlier.of} scored answers, but the run now has ${answers}: label into another file`,
    )
}
