import { z } from 'zod/v4'
import type { JsonObject } from '../../judge/contract.ts'

const standard = z.looseObject({
  '~standard': z.looseObject({ jsonSchema: z.looseObject({ input: z.custom<ToJson>(isFunction) }) }),
})
const ofTheAiSdk = z.looseObject({ jsonSchema: z.record(z.string(), z.json()) })
const plain = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()).optional(),
})

type ToJson = (options: { target: string }) => unknown
function isFunction(value: unknown): value is ToJson {
  return typeof value === 'function'
}

/**
 * What a tool takes, as JSON schema with its required parameters, where its `inputSchema` tells it: the schemas of
 * Mastra's tools and the AI SDK's do, and JSON schema is one. Undefined for others, and where nothing is taken.
 */
export function parametersOf(inputSchema: unknown): JsonObject | undefined {
  const schema = jsonSchemaOf(inputSchema)
  const { properties, required } = z
    .looseObject({ properties: z.json(), required: z.json() })
    .partial()
    .catch({})
    .parse(schema)
  if (properties === undefined) return undefined
  return { properties, required: required ?? [] }
}

function jsonSchemaOf(inputSchema: unknown): unknown {
  const byStandard = standard.safeParse(inputSchema)
  if (byStandard.success) {
    try {
      return byStandard.data['~standard'].jsonSchema.input({ target: 'draft-07' })
    } catch {
      // A schema with a transform or a date has no JSON schema: the judge goes without it.
      return undefined
    }
  }
  const byTheAiSdk = ofTheAiSdk.safeParse(inputSchema)
  if (byTheAiSdk.success) return byTheAiSdk.data.jsonSchema
  return plain.safeParse(inputSchema).data
}
