import { randomUUID } from 'node:crypto'
import { judgeErrorIn } from '../../judge/errors.ts'
import { addCosts } from '../../run/cost/cost.ts'
import { addForeignCost, Meter } from '../../run/cost/meter.ts'
import type { Prices } from '../../run/cost/prices.ts'
import { failureRecord } from '../../run/failures.ts'
import type { ScoreRecord } from '../../run/record.ts'
import type { AnyScorer, UsedScorer } from '../../run/scorer-entry.ts'
import { readMeasure } from '../../scorers/common/measure.ts'
import { countedRun } from '../../scorers/common/run-layers.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { withCalls } from '../dataset/row-material.ts'
import { readGoal } from '../dataset/scenario-fields.ts'
import { withAttempts } from '../session/retry-attempts.ts'
import { type TargetAnswer, toRequestContext } from '../target/target-answer.ts'
import type { judgeCache } from './judge-cache.ts'
import { readContext, readNotCounted, readStep, readVerdicts } from './read-steps.ts'

export interface ScoringSettings {
  readonly attempts: number
  readonly retryDelayInMs: number
  readonly prices: Prices
  readonly keepPrompts: boolean
  /** The number of judgements per answer, 1 or more. */
  readonly judgings: number
  readonly cache?: ReturnType<typeof judgeCache>
  /** Aborts on timeout, or when the run is cancelled. */
  readonly signal: AbortSignal
  /** Called with each failed call and attempt. */
  readonly onFailed: (error: unknown) => void
}

interface ScorerResult {
  readonly score?: unknown
  readonly reason?: unknown
  readonly notScorable?: { readonly reason: string }
  readonly preprocessStepResult?: unknown
  readonly analyzeStepResult?: unknown
  readonly judge?: unknown
}

/** Returns the score if it is a number within the scorer's range. */
function readScore(score: unknown, scale: number | undefined): number {
  if (typeof score !== 'number' || !Number.isFinite(score))
    throw new TypeError(`the score is ${score}, which is not a number`)
  if (scale !== undefined && (score < 0 || score > scale)) {
    throw new RangeError(`the score is ${score}, which is not between 0 and ${scale}`)
  }
  return score
}

function toOutcome(
  { notScorable, score, reason, analyzeStepResult }: ScorerResult,
  scale: number | undefined,
) {
  if (notScorable) return { outcome: 'not scorable', reason: notScorable.reason } as const
  const { readings, lostShares, reachedAtTurn } = readStep(analyzeStepResult, scale)
  return {
    outcome: 'scored',
    score: readScore(score, scale),
    readings,
    lostShares,
    reason: typeof reason === 'string' ? reason : undefined,
    reachedAtTurn,
  } as const
}

/** Runs one scorer on one answer. It never throws: a failure is an outcome. */
export async function scoreAnswer(
  used: UsedScorer,
  item: DatasetItem,
  answer: TargetAnswer,
  settings: ScoringSettings,
): Promise<ScoreRecord> {
  const startedAt = performance.now()
  const first = await judgeOnce(used, item, answer, settings)
  // An empty answer, say, has its score from code: another judgement would be no second opinion.
  const isByCode = used.record.basis?.judge !== undefined && first.evidence === undefined
  if (first.outcome !== 'scored' || settings.judgings === 1 || used.deterministic || isByCode) return first
  const others = await Promise.all(
    Array.from({ length: settings.judgings - 1 }, (_, index) =>
      judgeOnce(used, item, answer, settings, index + 2),
    ),
  )
  const failed = others.flatMap((other) => {
    if (other.outcome === 'scored') return []
    return other.outcome === 'failed' ? other.failure.message : `not scorable: ${other.reason}`
  })
  return {
    ...first,
    again: others.flatMap((other) => (other.outcome === 'scored' ? other.score : [])),
    againFailed: failed.length > 0 ? failed : undefined,
    cost: addCosts([first, ...others].map(({ cost }) => cost)),
    durationInMs: Math.round(performance.now() - startedAt),
  }
}

/** @param judging The number of a judgement after the first: a cache must not answer it with another one. */
async function judgeOnce(
  { scorer, record }: UsedScorer,
  item: DatasetItem,
  answer: TargetAnswer,
  { prices, keepPrompts, cache, signal, onFailed, ...retries }: ScoringSettings,
  judging?: number,
): Promise<ScoreRecord> {
  const startedAt = performance.now()
  const meter = new Meter(prices)
  const { onCall, onEvidence } = meter
  const { judgeFor } = cache ?? {}
  let told: string | undefined
  const onFailedCall = (error: unknown) => {
    told = failureRecord(error, 1).message
    onFailed(error)
  }
  const around = { judging, signal, onCall, onEvidence, onFailedCall, judgeFor }
  let attempts = 0
  let result: ScorerResult = {}
  const outcome = await withAttempts(
    async () => {
      attempts += 1
      const scoring = countedRun(scorer, runInputFor(scorer, item, answer), around) as Promise<ScorerResult>
      result = await scoring.catch((error?: { result?: ScorerResult }) => {
        result = error?.result ?? {}
        throw error
      })
      return toOutcome(result, record.scale)
    },
    {
      ...retries,
      signal,
      onFailed(error) {
        // The failure of the call, which was told, in the words of the judge.
        if (told === undefined || !judgeErrorIn(error)?.message.includes(told)) onFailed(error)
      },
    },
  ).catch((error: unknown) => {
    // The judge already made this many attempts.
    const tried = judgeErrorIn(error)?.attempts ?? attempts
    return { outcome: 'failed', failure: failureRecord(error, tried) } as const
  })
  addForeignCost(result.judge, meter)
  const verdicts = readVerdicts(result.analyzeStepResult, record)
  const evidence = keepPrompts
    ? meter.evidence
    : meter.evidence.map(({ replies: _, ...piece }) => ({ ...piece, prompts: [] }))
  return {
    ...outcome,
    verdicts,
    notCounted: readNotCounted(result.analyzeStepResult),
    context: readContext(result.preprocessStepResult),
    evidence: evidence.length === 0 ? undefined : evidence,
    cost: meter.cost,
    durationInMs: Math.round(performance.now() - startedAt),
  }
}

const message = (role: 'user' | 'assistant', text: string) => ({
  id: randomUUID(),
  role,
  createdAt: new Date(),
  content: { format: 2, parts: [{ type: 'text', text }], content: text },
})

export const assistantMessage = (text: string) => message('assistant', text)

const toAgentInput = (text: string) => ({
  inputMessages: [message('user', text)],
  rememberedMessages: [],
  systemMessages: [],
  taggedSystemMessages: {},
})

/** Turns texts into messages, which scorers of agents need. */
function asMessages({ input, output }: Pick<TargetAnswer, 'input' | 'output'>) {
  return {
    input: typeof input === 'string' ? toAgentInput(input) : input,
    output: typeof output === 'string' ? [assistantMessage(output)] : output,
  }
}

/**
 * Gives third-party scorers the context as a tool result, which is where they look for it. Only a text answer gets such
 * a call: in any other, it would be one more call than the agent made.
 */
function withContext(scorer: AnyScorer, output: unknown, context: readonly string[] = []): unknown {
  if (context.length === 0 || typeof output !== 'string' || readMeasure(scorer) !== undefined) return output
  return withCalls(output, [{ toolName: 'context', result: context }], 'context')
}

/**
 * Returns the input of a scorer's `run`: for agents and workflows the same as from `runEvals`; for functions and
 * recorded answers, their input and output.
 */
export function runInputFor(scorer: AnyScorer, item: DatasetItem, answer: TargetAnswer) {
  const { type } = scorer
  const { entityType, traceId, spanId, trajectory, listed } = answer
  const isPlain = entityType === undefined
  const { context } = item
  const goal = readGoal(item)
  const { input, output } =
    isPlain && (type === 'agent' || type === 'trajectory')
      ? asMessages({ ...answer, output: withContext(scorer, answer.output, context) })
      : answer
  const readsTrajectory = type === 'trajectory' && trajectory !== undefined
  return {
    input,
    output: readsTrajectory ? trajectory : output,
    groundTruth: item.groundTruth,
    ...(context === undefined ? {} : { context }),
    ...(goal === undefined ? {} : { goal }),
    ...(listed?.[scorer.id] === undefined ? {} : { listed: listed[scorer.id] }),
    ...(type === 'trajectory' ? { expectedTrajectory: item.expectedTrajectory } : {}),
    requestContext: toRequestContext(item.requestContext),
    scoreSource: 'experiment',
    targetScope: readsTrajectory ? 'trajectory' : 'span',
    targetEntityType: entityType,
    targetTraceId: traceId,
    targetSpanId: spanId,
  }
}
