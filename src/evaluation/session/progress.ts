import type { ItemRecord } from '../../run/item-record.ts'
import type { Cost, RunEnd, RunHeader } from '../../run/record.ts'

/** The events that `evaluate` reports while it runs. */
export type ProgressEvent =
  /** Sent before the first item; `finished` counts the items of earlier sessions. */
  | {
      readonly kind: 'started'
      readonly header: RunHeader
      readonly finished: number
      readonly total: number
    }
  /** An item is done. If there is a run file, its line has been handed to the operating system. */
  | {
      readonly kind: 'item'
      readonly record: ItemRecord
      readonly finished: number
      readonly total: number
      /** Cost of the whole run so far. */
      readonly spent: Cost
    }
  /** An attempt failed, perhaps only for now. */
  | {
      readonly kind: 'failed-try'
      readonly itemId: string
      readonly message: string
      readonly rateLimit: boolean
    }
  /** The number of items answered at once changed, because of the provider's limits. */
  | { readonly kind: 'concurrency'; readonly limit: number }
  /** The run waits until somebody does what the message says. */
  | { readonly kind: 'waiting'; readonly message: string }
  /** A harmless oddity. */
  | { readonly kind: 'warning'; readonly message: string }
  /** The run was also stored as a Mastra experiment, which Studio shows. */
  | { readonly kind: 'stored'; readonly experimentId: string; readonly datasetId: string }
  | { readonly kind: 'ended'; readonly end: RunEnd }

export type OnProgress = (event: ProgressEvent) => void
