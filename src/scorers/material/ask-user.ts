import { describeError } from '../../shared/describe-error.ts'

/**
 * Returns the result of a user's function.
 *
 * @param option Its name, for errors: 'options.contextExtractor'.
 * @param expected What it must return: 'an array of strings'.
 * @throws Error that names the option and has the function's own error as its cause; TypeError if the
 *   function returns something else.
 */
export async function askUser<Value>(
  option: string,
  ask: () => unknown,
  expected: string,
  isExpected: (value: unknown) => value is Value,
): Promise<Value> {
  let given: unknown
  try {
    given = await ask()
  } catch (error) {
    throw new Error(`${option} failed: ${describeError(error)}`, { cause: error })
  }
  if (isExpected(given)) return given
  throw new TypeError(`${option} must return ${expected}`)
}

/** Returns the list of texts that a user's function gives. */
export const askForTexts = (option: string, ask: () => unknown) =>
  askUser(option, ask, 'an array of strings', isTextList)

export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
