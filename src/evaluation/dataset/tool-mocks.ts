import type { ItemToolMock, UnmockedToolPolicy } from '@mastra/core/datasets'
import { z } from 'zod/v4'

/** What an item says of the tools of an agent that answers it, as in Mastra's datasets. */
export interface ItemMocks {
  /** What tools give in place of being called, each mock once and in order; for agents. */
  toolMocks?: readonly ItemToolMock[]
  /** Whether tools without a mock are called ('allow') or fail the item ('deny'). Default: that of the evaluation. */
  unmockedToolPolicy?: UnmockedToolPolicy
}

const toolName = 'the name of a tool, as the model calls it'
const args =
  "an object, the arguments that the tool is called with; {} beside matchArgs 'ignore', for any arguments"
const output = 'there: it is what the tool gives; null where that is nothing'

const toolMock = z.strictObject(
  {
    toolName: z.string(toolName).min(1, toolName),
    args: z.record(z.string(), z.unknown(), args),
    output: z.unknown().refine((value) => value !== undefined, output),
    matchArgs: z.enum(['strict', 'ignore'], "'strict' (the default) or 'ignore'").optional(),
  },
  'an object of toolName, args and output, and matchArgs where wanted; no other field',
)

export const mocksSchema = {
  toolMocks: z
    .array(toolMock, 'a list of mocks such as { "toolName": "search", "args": {}, "output": "…" }')
    .readonly()
    .optional(),
  unmockedToolPolicy: z.enum(['allow', 'deny'], "'allow' or 'deny'").optional(),
}
