import { isObject } from './as-record.ts'

const rejection = /^(?:Tool(?: input| output| suspension data)?|Request context) validation failed\b/

/**
 * Returns whether a tool's result is a failure that was returned rather than thrown: a call whose input, output or
 * context did not fit its schema, as Mastra reports it, or an error of MCP. In any other result, `error` is data.
 */
export function isFailedResult(result: unknown): boolean {
  if (!isObject(result)) return false
  const { error, message, isError, content } = result
  if (isError === true && Array.isArray(content)) return true
  return error === true && ('validationErrors' in result || rejection.test(String(message)))
}
