/** How the command ends. Anything but `passed` stops a build. */
export const exitCodes = {
  /** Done, and every gate passed. */
  passed: 0,
  /** A gate failed, or nothing was scored. */
  failed: 1,
  /** It could not be done: a wrong option, a file that cannot be read, an error in the user's own code. */
  error: 2,
  /** Whether a gate passed cannot be told: too few items, or a run that stopped before its end. */
  cannotTell: 3,
  /** Stopped from outside, as by Ctrl-C: 128 + 2, as shells have it. */
  interrupted: 130,
} as const
