import type { ToolMockReport } from '@mastra/core/datasets'
import type { Trajectory } from '@mastra/core/evals'
import type { EntityType } from '@mastra/core/observability'
import { RequestContext } from '@mastra/core/request-context'
import type { Usage } from '../../judge/contract.ts'
import type { ConversationRecord, ItemRecord, TurnRecord } from '../../run/item-record.ts'
import type { Cost, TargetRecord } from '../../run/record.ts'
import type { Unit } from '../../scorers/units/judge-units.ts'
import type { DatasetItem } from '../dataset/item.ts'

export interface TargetAnswer {
  /** As scorers get it from `runEvals`. */
  readonly input: unknown
  readonly output: unknown
  /** For trajectory scorers. */
  readonly trajectory?: Trajectory
  /** All turns, if there are several; the input is then that of the first, and the output that of all. */
  readonly conversation?: ConversationRecord
  readonly entityType?: EntityType
  readonly traceId?: string
  readonly spanId?: string
  /** The id of the last response of the target's model. */
  readonly responseId?: string
  /** Calls to the target's model. */
  readonly calls: number
  readonly usage: Usage
  readonly toolMockReport?: ToolMockReport
  /** Duration of each call that a tool answered, by the call's id; absent if unknown. */
  readonly toolDurationsInMs?: Readonly<Record<string, number>>
  /** The units that each scorer judged, by scorer id, if the answer was scored before. */
  readonly listed?: Readonly<Record<string, readonly Unit[]>>
}

export interface PlayedTurn extends Cost {
  readonly turn: TurnRecord
}

/** Hears of a conversation while it runs, so that a failed one is not lost. */
export interface ConversationListener {
  onTurn(played: PlayedTurn): void
  /** Called before each call of a simulated user. */
  onSimulating(): void
  /** Called after each. */
  onSimulated(use: Cost): void
}

/** Anything that can be evaluated. */
export interface Answerer {
  readonly record: TargetRecord
  /** @throws Whatever the target throws, and the signal's reason. */
  answer(
    item: DatasetItem,
    signal: AbortSignal,
    which: Pick<ItemRecord, 'repeat'>,
    listener?: ConversationListener,
  ): Promise<TargetAnswer>
  /** Returns the record of an answer that was given earlier. A failure is not retried. */
  earlier?(
    item: DatasetItem,
    which: Pick<ItemRecord, 'repeat'>,
  ): Partial<ItemRecord> & Pick<ItemRecord, 'durationInMs'>
  /** Returns what a worker needs to score the item, as JSON, if it cannot get the answer itself. */
  given?(item: DatasetItem, which: Pick<ItemRecord, 'repeat'>): unknown
}

export const noUsage = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }

/** A failed call is at least one, of unknown tokens. */
export const failedUse: Cost = { ...noUsage, calls: 1 }

/** Converts an item's context to Mastra's class, since a file can only hold its entries. */
export function toRequestContext(context: object | undefined): RequestContext | undefined {
  if (context === undefined || context instanceof RequestContext) return context
  return new RequestContext(Object.entries(context))
}
