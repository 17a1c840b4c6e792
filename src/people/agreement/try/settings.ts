import type { AskingOtherwise } from '../../../evaluation/scoring/asked-otherwise.ts'
import { withReversedOptions } from '../../../judge/composed/reversed-options.ts'

/** A way to ask that differs in one thing from how the scorer is set. */
export interface TriedSetting {
  /** As options of a scorer are written: 'batchSize: 5'. */
  readonly name: string
  readonly asking: AskingOtherwise
}

/** How the scorer is set, which the others are compared with. */
export const asSet: TriedSetting = { name: 'as it is set', asking: {} }

export const batchSizes: readonly TriedSetting[] = [1, 5, 20].map((batchSize) => ({
  name: `batchSize: ${batchSize}`,
  asking: { batchSize },
}))

export const reversedOrder: TriedSetting = {
  name: "optionOrder: 'reversed'",
  asking: { judgeFor: withReversedOptions },
}
