import { pause } from '../../../shared/abort.ts'
import { describeError } from '../../../shared/describe-error.ts'
import type { ReadMonitorOptions } from '../monitor-options.ts'
import { MonitorInUseError, type StateKeeper } from './state-keeper.ts'

/** The longest pause between two attempts. */
const askInMs = 5000

/**
 * Takes ownership of the state, and waits while another monitor has it.
 *
 * @throws The store's error on the first attempt; after that, a store that is away is waited for. MonitorInUseError
 * with `once`, if another monitor has it.
 */
export async function acquireState(
  keeper: StateKeeper,
  { once, intervalInMs }: ReadMonitorOptions,
  signal: AbortSignal,
  warn: (sentence: string) => void,
): Promise<void> {
  let said: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted()
    const holder = await keeper.acquire().catch((error: unknown) => {
      if (isFirst) throw error
      return `the store cannot be reached (${describeError(error)})`
    })
    if (holder === undefined) {
      if (said !== undefined) warn('the state is free now: this monitor takes over')
      return
    }
    if (once) throw new MonitorInUseError(`${holder}: this monitor has nothing to do`)
    if (said !== holder) warn(`${holder}: this monitor waits`)
    said = holder
    await pause(Math.min(askInMs, intervalInMs), signal)
  }
}
