import type { ToolMockReport } from '@mastra/core/datasets'
import { addUsage, noCost } from '../../run/cost/cost.ts'
import { moneyFor } from '../../run/cost/prices.ts'
import { failureRecord } from '../../run/failures.ts'
import { toJson } from '../../run/json.ts'
import type { Cost, ExchangeRecord, ItemRecord, ScoreRecord } from '../../run/record.ts'
import type { UsedScorer } from '../../run/scorers.ts'
import { orAborted } from '../../shared/abort.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { readAnswer } from '../../transcript/index.ts'
import { isReadableOutput } from '../../transcript/readable.ts'
import { askedBy, readGoal } from '../dataset/asked.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { type ScoringSettings, scoreAnswer } from '../scoring/score-answer.ts'
import { meanOfTurns } from '../scoring/turns.ts'
import type { Answerer, PlayedTurn, TargetAnswer, Use } from '../target/answer.ts'
import { asWhole, splitIntoTurns } from '../target/conversation.ts'
import { SimulatedUserError } from '../target/simulated-user.ts'
import { ToolMockError } from '../target/tool-mocks.ts'
import { withAttempts } from './attempts.ts'

/**
 * Runs one scorer on an item's answer or conversation. A conversation scores the mean over its turns, unless the scorer
 * is for conversations as a whole. It never throws.
 */
async function scoreExchange(
  used: UsedScorer,
  item: DatasetItem,
  answer: TargetAnswer,
  settings: ScoringSettings,
): Promise<ScoreRecord> {
  if (answer.conversation === undefined) return scoreAnswer(used, item, answer, settings)
  if (used.over === 'conversation') return scoreAnswer(used, item, asWhole(answer), settings)
  const turns = await Promise.all(
    splitIntoTurns(answer).map((turn) => scoreAnswer(used, item, turn, settings)),
  )
  return meanOfTurns(turns, used.record.lowerIsBetter)
}

export interface ItemTask {
  readonly item: DatasetItem
  /** From 1. */
  readonly repeat: number
}

/**
 * Returns the answer as a person reads it: the text of messages, or JSON.
 *
 * @throws TypeError for anything else, such as a function.
 */
function toText(output: unknown): string {
  if (typeof output === 'string') return output
  const text = isReadableOutput(output) ? readAnswer(output) : ''
  return text !== '' || Array.isArray(output) ? text : JSON.stringify(toJson(output))
}

const toOptionalJson = (value: unknown) => (value === undefined ? undefined : toJson(value))

/** Converts a report for the run file: the arguments of a tool need not be JSON. */
const toReport = (report: ToolMockReport | undefined) => toOptionalJson(report) as ToolMockReport | undefined

/** Returns undefined if the record's own input and answer are all there is. */
function toExchange({ input, output, trajectory, entityType }: TargetAnswer): ExchangeRecord | undefined {
  if (entityType === undefined && typeof output === 'string') return undefined
  return { input: toJson(input), output: toJson(output), trajectory: toOptionalJson(trajectory), entityType }
}

/**
 * Lets the target answer one item. It never throws: if the target fails, the record says so.
 *
 * @returns The item, answered or failed, still without scores.
 */
export async function answerItem(
  { item, repeat }: ItemTask,
  answerer: Answerer,
  settings: ScoringSettings,
): Promise<{
  readonly record: ItemRecord
  /** Absent if the target failed. */
  readonly answer?: TargetAnswer
}> {
  const { signal, onFailed } = settings
  const startedAt = new Date()
  const begin = performance.now()
  let tries = 0
  const lost: PlayedTurn[] = []
  let played: PlayedTurn[] = []
  const simulated: Use[] = []
  const base = {
    kind: 'item',
    itemId: item.id,
    repeat,
    group: item.group,
    input: toJson(askedBy(item)),
    groundTruth: toOptionalJson(item.groundTruth),
    expectedTrajectory: toOptionalJson(item.expectedTrajectory),
    metadata: toOptionalJson(item.metadata),
    context: item.context,
    until: readGoal(item),
    expect: toOptionalJson(item.expect),
    toolMocks: toOptionalJson(item.toolMocks),
    unmockedToolPolicy: item.unmockedToolPolicy,
    startedAt: startedAt.toISOString(),
  } as const
  const earlier = answerer.earlier?.(item, { repeat })
  if (earlier?.failure !== undefined) return { record: { ...earlier, ...base, cost: noCost, scores: {} } }
  const took = () => Math.round(performance.now() - begin)
  try {
    const answer = await withAttempts(
      () => {
        tries += 1
        lost.push(...played)
        const turns: PlayedTurn[] = []
        played = turns
        return orAborted(
          answerer.answer(
            item,
            signal,
            { repeat },
            {
              onTurn: (turn) => turns.push(turn),
              onSimulated: (use) => simulated.push(use),
            },
          ),
          signal,
        )
      },
      { ...settings, onFailed },
    )
    const cost = sumCost(answerer, settings, tries - 1, [...lost, answer])
    const text = toText(answer.output)
    const exchange = earlier?.exchange ?? toExchange(answer)
    const durationInMs = earlier?.durationInMs ?? took()
    const toolMockReport = toReport(answer.toolMockReport)
    const { traceId, spanId, responseId, conversation } = answer
    const simulatorCost = sumSimulatorCost(answerer, settings, simulated)
    const ids = { traceId, spanId, responseId }
    const found = withoutUndefined({ conversation, simulatorCost, toolMockReport, ...ids })
    return {
      record: { ...earlier, ...base, answer: text, exchange, ...found, cost, durationInMs, scores: {} },
      answer,
    }
  } catch (error) {
    // If the simulated user failed, the agent was not asked.
    const failed = error instanceof SimulatedUserError ? tries - 1 : tries
    const cost = sumCost(answerer, settings, failed, [...lost, ...played])
    const failure = failureRecord(error, tries)
    const toolMockReport = toReport(error instanceof ToolMockError ? error.report : undefined)
    const simulatorCost = sumSimulatorCost(answerer, settings, simulated)
    const conversation = played.length === 0 ? undefined : { turns: played.map(({ turn }) => turn) }
    return {
      record: {
        ...base,
        failure,
        conversation,
        simulatorCost,
        toolMockReport,
        cost,
        durationInMs: took(),
        scores: {},
      },
    }
  }
}

/** Scores an answer with all scorers at once; each fails alone. Without an answer, nothing changes. */
export async function scoreItem(
  { record, answer }: Awaited<ReturnType<typeof answerItem>>,
  item: DatasetItem,
  scorers: readonly UsedScorer[],
  settings: ScoringSettings,
): Promise<ItemRecord> {
  if (answer === undefined) return record
  const scores = await Promise.all(
    scorers.map(async (used) => [used.record.id, await scoreExchange(used, item, answer, settings)] as const),
  )
  return { ...record, scores: Object.fromEntries(scores) }
}

/** Returns the cost of the answers. An agent's failed attempt is at least one call, of unknown tokens. */
function sumCost(
  { record }: Answerer,
  { prices }: ScoringSettings,
  failed: number,
  parts: readonly Pick<TargetAnswer, 'calls' | 'usage'>[],
): Cost {
  const made = parts.reduce((sum, part) => sum + part.calls, 0)
  const calls = made + (record.kind === 'agent' ? failed : 0)
  if (calls === 0) return noCost
  const usage = addUsage(parts)
  const money = moneyFor(record.model, usage, prices)
  return { calls, usage, money }
}

/** Returns undefined if no user was simulated. */
function sumSimulatorCost(
  { record: { simulator } }: Answerer,
  { prices }: ScoringSettings,
  uses: readonly Use[],
): Cost | undefined {
  if (uses.length === 0) return undefined
  const usage = addUsage(uses)
  const calls = uses.reduce((sum, use) => sum + use.calls, 0)
  return { calls, usage, money: moneyFor(simulator?.model, usage, prices) }
}
