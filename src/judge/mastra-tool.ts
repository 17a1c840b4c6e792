import type { StandardSchemaWithJSON } from '@mastra/core/schema'
import { isValidationError, noopObserve, type ToolExecutionContext } from '@mastra/core/tools'
import type { JsonObject, JsonValue, JudgeTool } from './contract.ts'

/** The part of a Mastra tool that a judge has use for. */
interface MastraTool {
  readonly id: string
  readonly description: string
  readonly inputSchema?: StandardSchemaWithJSON
  execute?(input: unknown, context: ToolExecutionContext): Promise<unknown>
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A Mastra tool as a judge calls it.
 *
 * @param given Inputs that are known already: the model is not asked for them and cannot change them.
 * @throws TypeError for a tool without schema or function.
 */
export function fromMastraTool(tool: MastraTool, given: JsonObject = {}): JudgeTool {
  const { id, description, inputSchema } = tool
  if (inputSchema === undefined || tool.execute === undefined)
    throw new TypeError(`the tool ${id} needs an inputSchema and a function`)
  const { validate, jsonSchema } = inputSchema['~standard']
  return {
    name: id,
    description,
    inputSchema: withoutProperties(
      jsonSchema.input({ target: 'draft-07' }) as JsonObject,
      Object.keys(given),
    ),
    async execute(input, { signal }) {
      const whole = isObject(input) ? { ...input, ...given } : input
      const read = await validate(whole)
      if (read.issues) throw new Error(`the input is wrong: ${read.issues.map(describeIssue).join('; ')}`)
      const result: unknown = await tool.execute?.(whole, { abortSignal: signal, observe: noopObserve })
      if (isValidationError(result)) throw new Error(result.message)
      return JSON.parse(JSON.stringify(result ?? null)) as JsonValue
    },
  }
}

type Issue = { readonly message: string; readonly path?: readonly unknown[] }

function describeIssue({ message, path = [] }: Issue): string {
  const keys = path.map((part) => (isObject(part) && 'key' in part ? String(part.key) : String(part)))
  return [keys.join('.'), message].filter((text) => text !== '').join(': ')
}

/** The schema of an object without some of its properties, and without the name of its dialect. */
function withoutProperties({ $schema, ...schema }: JsonObject, names: readonly string[]): JsonObject {
  const { properties, required } = schema
  return {
    ...schema,
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).filter(([name]) => !names.includes(name)),
          ),
        }
      : {}),
    ...(Array.isArray(required)
      ? { required: required.filter((name) => !names.includes(String(name))) }
      : {}),
  }
}
