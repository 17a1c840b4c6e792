import type { Mastra } from '@mastra/core/mastra'
import { inTime, TooLateError } from '../../shared/in-time.ts'
import { CommandError, toSentence } from '../command-error.ts'
import { warn } from '../print.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * Closes what a configuration opened. The project's instance tells of its shutdown, which is no news after a command
 * that has no answers.
 *
 * @param exported A configuration; may be wrong.
 */
export function closeQuietly(exported: object): unknown {
  const { close, mastra }: { close?: unknown; mastra?: unknown } = exported
  if (isMastra(mastra)) mastra.setLogger({ logger: withoutNews(mastra.getLogger()) })
  return typeof close === 'function' ? close.call(exported) : undefined
}

/** Returns the logger without `info`; so are the loggers in it, which the parts of an instance write to. */
function withoutNews<Logger extends object>(logger: Logger): Logger {
  return new Proxy(logger, {
    get(target, name) {
      if (name === 'info') return () => {}
      const value: unknown = Reflect.get(target, name, target)
      if (isLogger(value)) return withoutNews(value)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args)
        return isLogger(result) ? withoutNews(result) : result
      }
    },
  })
}

const isLogger = (value: unknown): value is object =>
  typeof value === 'object' && typeof Object(value).info === 'function'

/** The project may have its own copy of the class. */
const isMastra = (value: unknown): value is Mastra => typeof Object(value).setLogger === 'function'

const closesWithinInMs = 60_000

/**
 * Does work, and then closes what a configuration opened, however the work ended. If both fail, the work's error is
 * thrown and the other becomes a warning. Closing has a minute.
 */
export async function closing<Result>(
  close: (() => unknown) | undefined,
  { stderr }: Surroundings,
  work: () => Promise<Result>,
): Promise<Result> {
  const closeInTime = () =>
    inTime(closesWithinInMs, async () => close?.()).catch((error: unknown) => {
      throw error instanceof TooLateError ? new CommandError('close has not ended within a minute') : error
    })
  let result: Result
  try {
    result = await work()
  } catch (error) {
    try {
      await closeInTime()
    } catch (failure) {
      warn(stderr, `close failed: ${toSentence(failure)}`)
    }
    throw error
  }
  await closeInTime()
  return result
}
