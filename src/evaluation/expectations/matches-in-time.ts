import { runInNewContext } from 'node:vm'

const limitInMs = 1000

/**
 * Returns whether a pattern matches a text. Some patterns, such as `^(a+)+$`, take practically forever on some texts.
 *
 * @throws Error if the search takes longer than a second. /
 */
export function matchesInTime(pattern: RegExp, text: string): boolean {
  try {
    return runInNewContext('pattern.test(text)', { pattern, text }, { timeout: limitInMs })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause
    throw new Error(
      `the regular expression ${pattern} was still searching after ${limitInMs / 1000} second: write it without repetitions of repetitions, such as (a+)+`,
      { cause },
    )
  }
}
