import type { ToolMockReport } from '@mastra/core/datasets'
import { addUsage, noCost } from '../../run/cost/cost.ts'
import { moneyFor } from '../../run/cost/prices.ts'
import { failureRecord } from '../../run/failures.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { Cost } from '../../run/record.ts'
import { toJson, toOptionalJson } from '../../run/to-json.ts'
import { orAborted } from '../../shared/abort.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { readAnswer } from '../../transcript/index.ts'
import { isReadableOutput } from '../../transcript/readable-shapes.ts'
import { unreadContentIn } from '../../transcript/unread-content.ts'
import type { DatasetItem } from '../dataset/item.ts'
import type { ScoringSettings } from '../scoring/score-answer.ts'
import { SimulatedUserError } from '../target/simulated-user.ts'
import { type Answerer, failedUse, type PlayedTurn, type TargetAnswer } from '../target/target-answer.ts'
import { ToolMockError } from '../target/tool-mocks.ts'
import { withAttempts } from './retry-attempts.ts'

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
  return text !== '' || (Array.isArray(output) && unreadContentIn(output) === undefined)
    ? text
    : JSON.stringify(toJson(output))
}

/** Converts a report for the run file: the arguments of a tool need not be JSON. */
const toReport = (report: ToolMockReport | undefined) => toOptionalJson(report) as ToolMockReport | undefined

/** Returns undefined if the record's own input and answer are all there is. */
function toExchange({ input, output, trajectory, entityType }: TargetAnswer): ItemRecord['exchange'] {
  if (entityType === undefined && typeof output === 'string') return undefined
  return { input: toJson(input), output: toJson(output), trajectory: toOptionalJson(trajectory), entityType }
}

export class AnswerAttempts {
  readonly #answerer: Answerer
  readonly #task: ItemTask
  readonly #settings: ScoringSettings
  readonly #begin = performance.now()
  /** Turns of attempts that failed. */
  readonly #lost: PlayedTurn[] = []
  #played: PlayedTurn[] = []
  readonly #simulated: Cost[] = []
  /** Undefined while no call of the simulated user is in progress. */
  #simulatingSince: number | undefined
  #tries = 0

  constructor(answerer: Answerer, task: ItemTask, settings: ScoringSettings) {
    this.#answerer = answerer
    this.#task = task
    this.#settings = settings
  }

  answer(): Promise<TargetAnswer> {
    const { signal } = this.#settings
    const { item, repeat } = this.#task
    const onSimulating = () => {
      this.#simulatingSince = performance.now()
    }
    const onSimulated = (use: Cost) => {
      this.#simulated.push(use)
      this.#simulatingSince = undefined
    }
    return withAttempts(() => {
      this.#tries += 1
      this.#lost.push(...this.#played)
      const turns: PlayedTurn[] = []
      this.#played = turns
      const listener = { onTurn: (turn: PlayedTurn) => turns.push(turn), onSimulating, onSimulated }
      return orAborted(this.#answerer.answer(item, signal, { repeat }, listener), signal)
    }, this.#settings)
  }

  /** Returns the error of a simulated user that hung: its last call took at least a fifth of the item's time. */
  #orOfSimulator(error: unknown): unknown {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    if (!isLate || this.#simulatingSince === undefined) return error
    if (performance.now() - this.#simulatingSince < this.#durationInMs() / 5) return error
    this.#simulated.push(failedUse)
    return new SimulatedUserError(
      `the simulated user did not reply: ${error.message}. This says nothing about the agent`,
      { cause: error },
    )
  }

  toAnswered(answer: TargetAnswer, earlier: Partial<ItemRecord> | undefined) {
    const { traceId, spanId, responseId, conversation } = answer
    return {
      answer: toText(answer.output),
      exchange: earlier?.exchange ?? toExchange(answer),
      ...withoutUndefined({
        conversation,
        simulatorCost: this.#simulatorCost(),
        toolMockReport: toReport(answer.toolMockReport),
        toolDurationsInMs: answer.toolDurationsInMs,
        traceId,
        spanId,
        responseId,
      }),
      cost: this.#cost(this.#tries - 1, [...this.#lost, answer]),
      durationInMs: earlier?.durationInMs ?? this.#durationInMs(),
      scores: {},
    }
  }

  toFailed(thrown: unknown) {
    const error = this.#orOfSimulator(thrown)
    const played = this.#played
    // If the simulated user failed, the agent was not asked.
    const failed = error instanceof SimulatedUserError ? this.#tries - 1 : this.#tries
    return {
      failure: failureRecord(error, this.#tries),
      conversation:
        this.#task.item.user === undefined ? undefined : { turns: played.map(({ turn }) => turn) },
      simulatorCost: this.#simulatorCost(),
      toolMockReport: toReport(error instanceof ToolMockError ? error.report : undefined),
      cost: this.#cost(failed, [...this.#lost, ...played]),
      durationInMs: this.#durationInMs(),
      scores: {},
    }
  }

  #durationInMs(): number {
    return Math.round(performance.now() - this.#begin)
  }

  /** Returns the cost of the answers. An agent's failed attempt is at least one call, of unknown tokens. */
  #cost(failed: number, parts: readonly Pick<TargetAnswer, 'calls' | 'usage'>[]): Cost {
    const { record } = this.#answerer
    const made = parts.reduce((sum, part) => sum + part.calls, 0)
    const calls = made + (record.kind === 'agent' ? failed : 0)
    if (calls === 0) return noCost
    const usage = addUsage(parts)
    return { calls, usage, money: moneyFor(record.model, usage, this.#settings.prices) }
  }

  /** Returns undefined if no user was simulated. */
  #simulatorCost(): Cost | undefined {
    const uses = this.#simulated
    if (uses.length === 0) return undefined
    const usage = addUsage(uses)
    const calls = uses.reduce((sum, use) => sum + use.calls, 0)
    const { simulator } = this.#answerer.record
    return { calls, usage, money: moneyFor(simulator?.model, usage, this.#settings.prices) }
  }
}
