import type { Cost, ItemRecord, RunEnd, RunHeader } from '../../run/record.ts'

/** What `evaluate` tells while it runs. */
export type ProgressEvent =
  /** Before the first item; `finished` counts what an earlier session did. */
  | {
      readonly kind: 'started'
      readonly header: RunHeader
      readonly finished: number
      readonly total: number
    }
  /** An item is done. Where there is a file, its line was handed to the system. */
  | {
      readonly kind: 'item'
      readonly record: ItemRecord
      readonly finished: number
      readonly total: number
      /** By the whole run so far. */
      readonly spent: Cost
    }
  /** A try failed in passing, or for good. */
  | {
      readonly kind: 'failed-try'
      readonly itemId: string
      readonly message: string
      /** Whether the provider said that it is asked too much. */
      readonly rateLimit: boolean
    }
  /** How many items are answered at once changed, by what the provider allows. */
  | { readonly kind: 'concurrency'; readonly limit: number }
  /** Nothing goes on until somebody does what the message says. */
  | { readonly kind: 'waiting'; readonly message: string }
  /** Something odd that does no harm. */
  | { readonly kind: 'warning'; readonly message: string }
  /** The run is an experiment of Mastra's too, which Studio shows. */
  | { readonly kind: 'stored'; readonly experimentId: string; readonly datasetId: string }
  | { readonly kind: 'ended'; readonly end: RunEnd }

export type OnProgress = (event: ProgressEvent) => void
