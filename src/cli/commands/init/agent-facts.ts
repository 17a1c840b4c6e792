import { join } from 'node:path'
import { z } from 'zod/v4'
import { orAborted } from '../../../shared/abort.ts'
import { sentenceOf } from '../../ending.ts'
import { loadModule } from '../../plan/load-config.ts'

/** What an agent says of itself. */
export interface AgentFacts {
  readonly instructions: string
  readonly tools: readonly { readonly name: string; readonly description: string }[]
}

/** A project that takes longer to load is left alone. */
const longestLoadInMs = 20_000

const hasMethod = (name: string) =>
  z.custom<object>(
    (value) => typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function',
    `has no ${name}`,
  )
const moduleSchema = z.looseObject({ mastra: hasMethod('getAgent') })
const agentSchema = hasMethod('getInstructions')
const textSchema = z.union([
  z.string(),
  z.looseObject({ content: z.string() }).transform(({ content }) => content),
])
const instructionsSchema = z.union([textSchema, z.array(textSchema).transform((texts) => texts.join('\n'))])
const toolsSchema = z.record(
  z.string(),
  z.unknown().transform((tool) => {
    const { description } = Object(tool) as { readonly description?: unknown }
    return typeof description === 'string' ? description : ''
  }),
)

/**
 * Instructions and tools of an agent, from the Mastra instance of a project, which is imported for it. No model is
 * called, and no key is needed.
 *
 * @param language What `src/mastra/index` ends in.
 * @throws Error where the project cannot be loaded, takes more than 20 seconds, or the agent says nothing.
 */
export async function agentFacts(
  folder: string,
  language: string,
  agent: string,
  signal: AbortSignal,
): Promise<AgentFacts> {
  const tooLong = AbortSignal.timeout(longestLoadInMs)
  try {
    return await orAborted(read(folder, language, agent), AbortSignal.any([signal, tooLong]))
  } catch (error) {
    signal.throwIfAborted()
    const why = tooLong.aborted ? `it took more than ${longestLoadInMs / 1000} seconds` : sentenceOf(error)
    throw new Error(`src/mastra/index.${language} could not be loaded: ${why}`, { cause: error })
  }
}

/** @throws Error in one sentence. */
function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`${issue?.path.join('.')} ${issue?.message}`.trim())
}

async function read(folder: string, language: string, name: string): Promise<AgentFacts> {
  const { mastra } = parsed(moduleSchema, await loadModule(join(folder, `src/mastra/index.${language}`)))
  const agent = parsed(agentSchema, await call(mastra, 'getAgent', name))
  const instructions = parsed(instructionsSchema, await call(agent, 'getInstructions')).trim()
  if (instructions === '') throw new Error(`the agent ${name} has no instructions`)
  const tools = parsed(toolsSchema, (await call(agent, 'listTools')) ?? {})
  return {
    instructions,
    tools: Object.entries(tools).map(([tool, description]) => ({
      name: tool,
      description: description.trim(),
    })),
  }
}

/** Undefined where an older version has no such method. */
const call = (target: object, method: string, ...args: unknown[]): unknown => {
  const found: unknown = Reflect.get(target, method)
  return typeof found === 'function' ? Reflect.apply(found, target, args) : undefined
}
