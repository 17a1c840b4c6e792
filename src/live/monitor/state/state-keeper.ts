/** Where the state of a monitor is kept, by one monitor at a time. */
export interface StateKeeper {
  /**
   * Becomes the one that keeps it.
   *
   * @returns Who else does; undefined where it is ours now.
   */
  acquire(): Promise<string | undefined>
  /** The state as JSON; undefined where there is none yet. */
  load(): Promise<unknown>
  /**
   * Puts it in the place of what was there, whole or not at all.
   *
   * @throws LostStateError where another monitor has taken over.
   */
  save(state: object): Promise<void>
  /** Gives it to whoever comes next. */
  release(): Promise<void>
}

/** Another monitor has the state by now; what this one knows is not to be kept. */
export class LostStateError extends Error {
  override readonly name = 'LostStateError'
}

/** Another monitor has the state, and goes on. */
export class MonitorInUseError extends Error {
  override readonly name = 'MonitorInUseError'
}
