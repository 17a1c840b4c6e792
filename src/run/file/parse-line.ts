import { z } from 'zod/v4'
import { withoutSharedTexts } from '../../shared/shared-texts.ts'
import type { ItemRecord } from '../item-record.ts'
import type { OutcomeRecord, RunEnd, RunHeader } from '../record.ts'

const count = z.int().min(0)
const cost = z.looseObject({
  calls: count,
  usage: z.looseObject({ inputTokens: z.number(), outputTokens: z.number() }),
  money: z.number().optional(),
})
const failure = z.looseObject({ name: z.string(), message: z.string(), attempts: z.number() })
const scoreBase = { cost, durationInMs: z.number() }
const score = z.discriminatedUnion('outcome', [
  z.looseObject({
    ...scoreBase,
    outcome: z.literal('scored'),
    score: z.number(),
    readings: z.strictObject({ verdict: z.number(), share: z.number() }).optional(),
    lostShares: count.optional(),
    again: z.array(z.number()).optional(),
  }),
  z.looseObject({ ...scoreBase, outcome: z.literal('not scorable'), reason: z.string() }),
  z.looseObject({ ...scoreBase, outcome: z.literal('failed'), failure }),
])

const texts = z.record(z.string(), z.string())
const basis = z.looseObject({
  judge: z.string().optional(),
  judgeSettings: texts.optional(),
  task: z.string().optional(),
  reading: z.enum(['verdict', 'share']).optional(),
  counting: z.string().optional(),
  options: texts,
})

const header = z.looseObject({
  kind: z.literal('run'),
  version: z.literal(1, 'another format: this version of Verdict reads version 1'),
  id: z.string(),
  name: z.string(),
  startedAt: z.string(),
  target: z.looseObject({ kind: z.enum(['agent', 'workflow', 'function', 'recorded']), id: z.string() }),
  dataset: z.looseObject({ name: z.string(), items: count, hash: z.string() }),
  scorers: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      lowerIsBetter: z.boolean(),
      version: z.string().optional(),
      basis: basis.optional(),
    }),
  ),
  repeats: z.int().min(1),
  judgings: z.int().min(1).optional(),
  sequential: z
    .looseObject({
      level: z.number().gt(0.5).lt(1),
      seed: z.int(),
      baseline: z.string(),
      clusters: z.int().min(0).optional(),
    })
    .optional(),
})

const item = z.looseObject({
  kind: z.literal('item'),
  itemId: z.string(),
  repeat: z.int().min(1),
  place: count.optional(),
  input: z.json(),
  context: z.array(z.string()).optional(),
  failure: failure.optional(),
  cost,
  simulatorCost: cost.optional(),
  startedAt: z.string(),
  durationInMs: z.number(),
  toolDurationsInMs: z.record(z.string(), z.number()).optional(),
  scores: z.record(z.string(), score),
  expectations: z.array(z.looseObject({ what: z.string(), met: z.boolean(), found: z.string() })).optional(),
})

const end = z.looseObject({
  kind: z.literal('end'),
  at: z.string(),
  status: z.enum(['complete', 'budget', 'cancelled', 'decided']),
})

const outcome = z.looseObject({
  kind: z.literal('outcome'),
  at: z.string(),
  result: z.enum(['passed', 'failed', 'cannot tell']),
  isCompared: z.boolean(),
  isUndecided: z.boolean().optional(),
  isOfQuality: z.boolean().optional(),
  isWorse: z.boolean().optional(),
  baseline: z.string().optional(),
  causes: z.array(z.looseObject({ gate: z.string(), title: z.string() })).optional(),
})

const line = z.discriminatedUnion('kind', [header, item, end, outcome])

export type RunLine = RunHeader | ItemRecord | RunEnd | OutcomeRecord

/** Parses a line. Fields of later versions are kept: they are not ours to drop. @throws ZodError */
export function parseRunLine(value: unknown): RunLine {
  return line.parse(withoutSharedTexts(value)) as RunLine
}

/** Explains why a record cannot belong to the run of this header, as a phrase; undefined if it can. */
export function whyNotOfRun(record: ItemRecord, header: RunHeader): string | undefined {
  const { scores, repeat } = record
  if (repeat > header.repeats && !('replayOf' in record))
    return `is repeat ${repeat} in a run of ${header.repeats}: it belongs to another run`
  for (const [id, record] of Object.entries(scores)) {
    const scorer = header.scorers.find((one) => one.id === id)
    if (scorer === undefined)
      return `has a score by "${id}", which the run does not have: it belongs to another run`
    if (record.outcome !== 'scored') continue
    const { scale } = scorer
    const { again = [], readings } = record
    const outside = [record.score, ...Object.values(readings ?? {}), ...again].find(
      (score) => scale !== undefined && (score < 0 || score > scale),
    )
    if (outside !== undefined)
      return `has a score of ${outside} by "${id}", which scores from 0 to ${scale}: the file was changed`
    const { judgings = 1 } = header
    if (again.length >= judgings)
      return `was judged ${again.length + 1} times by "${id}" in a run with ${judgings}: it belongs to another run`
  }
  return undefined
}
