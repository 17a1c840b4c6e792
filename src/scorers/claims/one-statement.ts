import { AsyncLocalStorage } from 'node:async_hooks'

const given = new AsyncLocalStorage<string>()

/**
 * Does work in which a text stays one statement, however a scorer would break it up: people have labelled it as
 * one. A Mastra scorer takes no such option when it runs, so a calibration has no other way to say it.
 *
 * @param statement Other texts of the run, such as its ground truth, are broken up as ever.
 */
export function asOneStatement<Result>(statement: string, work: () => Result): Result {
  return given.run(statement.trim(), work)
}

/** Whether a text is to stay one statement. */
export const isOneStatement = (text: string) => given.getStore() === text.trim()
