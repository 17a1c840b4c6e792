import type { ToolMockReport } from '@mastra/core/datasets'
import type { Trajectory } from '@mastra/core/evals'
import type { EntityType } from '@mastra/core/observability'
import { RequestContext } from '@mastra/core/request-context'
import type { Usage } from '../../judge/contract.ts'
import type {
  ConversationRecord,
  FailureRecord,
  ItemRecord,
  TargetRecord,
  TurnRecord,
} from '../../run/record.ts'
import type { Unit } from '../../scorers/units/judge-units.ts'
import type { DatasetItem } from '../dataset/item.ts'

/** What a target said, as scorers get it. */
export interface TargetAnswer {
  /** As `runEvals` gives it to scorers. */
  readonly input: unknown
  readonly output: unknown
  /** For scorers of trajectories. */
  readonly trajectory?: Trajectory
  /** All turns, if there are several: then the input is that of the first, and the output that of all. */
  readonly conversation?: ConversationRecord
  readonly entityType?: EntityType
  readonly traceId?: string
  readonly spanId?: string
  /** The id of the last response of the target's model. */
  readonly responseId?: string
  /** Calls to the target's model. */
  readonly calls: number
  readonly usage: Usage
  /** What mocked tools were asked, if any were. */
  readonly toolMockReport?: ToolMockReport
  /** How long the answer took, if it was given at another time. */
  readonly durationInMs?: number
  /** The units that each scorer judged, by its id, if the answer was scored before. */
  readonly listed?: Readonly<Record<string, readonly Unit[]>>
}

/** Calls to a model. */
export interface Use {
  readonly calls: number
  readonly usage: Usage
}

/** A turn that is over, and what it took. */
export interface PlayedTurn extends Use {
  readonly turn: TurnRecord
}

/** Told of a conversation while it goes on, so that what is known of one that fails is not lost. */
export interface ConversationListener {
  onTurn(played: PlayedTurn): void
  /** Called for each call of a simulated user. */
  onSimulated(use: Use): void
}

/** Which answer to an item. */
export type Which = Pick<ItemRecord, 'repeat'>

/** Whatever can be evaluated. */
export interface Answerer {
  readonly record: TargetRecord
  /** @throws whatever the target throws, and the signal's reason. */
  answer(
    item: DatasetItem,
    signal: AbortSignal,
    which: Which,
    listener?: ConversationListener,
  ): Promise<TargetAnswer>
  /** A failure, if answers were given at another time and one failed: it is not tried again and costs nothing. */
  failedBefore?(
    item: DatasetItem,
    which: Which,
  ):
    | {
        readonly failure: FailureRecord
        /** The turns before it failed. */
        readonly conversation?: ConversationRecord | undefined
        readonly toolMockReport?: ToolMockReport
        readonly durationInMs: number
      }
    | undefined
  /** What goes with an item to whoever scores it, as JSON, if nobody else has the answer. */
  given?(item: DatasetItem, which: Which): unknown
}

export const noUsage = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }

/** An item's context as Mastra takes it: a file can only hold its entries. */
export function toRequestContext(context: object | undefined): RequestContext | undefined {
  if (context === undefined || context instanceof RequestContext) return context
  return new RequestContext(Object.entries(context))
}
