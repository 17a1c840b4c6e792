import { sentenceOf } from './command-error.ts'
import { type Surroundings, say } from './surroundings.ts'

/**
 * Does work, and then closes what a configuration opened, however the work ended. Where both fail, the work's error
 * is thrown and the other is a warning.
 */
export async function closing<Result>(
  close: (() => unknown) | undefined,
  { stderr }: Surroundings,
  work: () => Promise<Result>,
): Promise<Result> {
  let result: Result
  try {
    result = await work()
  } catch (error) {
    try {
      await close?.()
    } catch (failure) {
      say(stderr, `warning: close failed: ${sentenceOf(failure)}`)
    }
    throw error
  }
  await close?.()
  return result
}
