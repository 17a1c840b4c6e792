import { z } from 'zod/v4'
import type { JsonObject } from '../../judge/contract.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { isFunction } from '../common/options.ts'
import type { AnyRun } from './answer.ts'
import { askUser } from './ask-user.ts'
import type { ContextRun } from './context.ts'

/** The part of a tool that a judge must know: a Mastra tool fits, and so does `{ name, description }`. */
export interface AvailableTool {
  readonly name?: string
  readonly id?: string
  readonly description?: string
  /** Its parameters, which the judge sees: a schema of Mastra's or the AI SDK's tools, or JSON schema. */
  readonly inputSchema?: unknown
}

/** A list of tools, or an object of tools by the names that the agent uses, as agents have them. */
export type ToolList = readonly AvailableTool[] | { readonly [name: string]: AvailableTool }

const text = z.string().optional()
const tool = z.looseObject({ name: text, id: text, description: text })
const named = tool.refine(({ name, id }) => Boolean(name || id), 'needs a name or an id')
const listSchema = z.union([z.array(named).readonly(), z.record(z.string(), tool)])

/**
 * Returns the tools of a list, each once: the first of those that {@link isSameTool} takes for one.
 *
 * @throws TypeError that says what is wrong with the list.
 */
export function readTools(owner: string, list: unknown) {
  const result = listSchema.safeParse(list)
  if (!result.success) {
    throw new TypeError(`${owner}: must be a list of tools, each with a name or an id, or tools by name`)
  }
  const entries = Array.isArray(result.data)
    ? result.data.map((item: AvailableTool): [string, AvailableTool] => [item.name || item.id || '', item])
    : Object.entries(result.data as { [name: string]: AvailableTool })
  const tools = entries.map(([name, { description = '', inputSchema }]) => ({
    name,
    description,
    ...withoutUndefined({ parameters: readParameters(inputSchema) }),
  }))
  return tools.filter(({ name }, index) => tools.findIndex((tool) => isSameTool(tool.name, name)) === index)
}

/**
 * Returns the tools that a user's function gives for a run.
 *
 * @throws Error that names the option, if the function fails or returns something else.
 */
export async function askForTools(
  availableTools: (run: ContextRun) => ToolList | Promise<ToolList>,
  run: AnyRun,
) {
  const ask = () => availableTools(run as ContextRun)
  const given = await askUser(
    'availableTools',
    ask,
    'tools',
    (value): value is unknown => value !== undefined,
  )
  return readTools('the result of availableTools', given)
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns whether both names mean one tool: an agent may call 'weather-tool' by its key 'weatherTool'. */
export function isSameTool(one: string, other: string): boolean {
  return one === other || (plain(one) !== '' && plain(one) === plain(other))
}

const standard = z.looseObject({
  '~standard': z.looseObject({
    jsonSchema: z.looseObject({ input: z.custom<(options: { target: string }) => unknown>(isFunction) }),
  }),
})
const ofTheAiSdk = z.looseObject({ jsonSchema: z.record(z.string(), z.json()) })
const plainSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()).optional(),
})

/**
 * Returns a tool's parameters as JSON schema, with the required ones, if its `inputSchema` provides them. Schemas of
 * Mastra's tools, the AI SDK's schemas and JSON schema do. Undefined for others, and if the tool takes no parameters.
 */
export function readParameters(inputSchema: unknown): JsonObject | undefined {
  const schema = toJsonSchema(inputSchema)
  const { properties, required } = z
    .looseObject({ properties: z.json(), required: z.json() })
    .partial()
    .catch({})
    .parse(schema)
  if (properties === undefined) return undefined
  return { properties, required: required ?? [] }
}

function toJsonSchema(inputSchema: unknown): unknown {
  const byStandard = standard.safeParse(inputSchema)
  if (byStandard.success) {
    try {
      return byStandard.data['~standard'].jsonSchema.input({ target: 'draft-07' })
    } catch {
      // A schema with a transform or a date has no JSON schema, so the judge does not see it.
      return undefined
    }
  }
  const byTheAiSdk = ofTheAiSdk.safeParse(inputSchema)
  if (byTheAiSdk.success) return byTheAiSdk.data.jsonSchema
  return plainSchema.safeParse(inputSchema).data
}
