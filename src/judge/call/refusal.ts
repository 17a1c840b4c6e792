import { z } from 'zod/v4'
import { parsed } from './provider-error.ts'

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ refusal: z.string() }) })).min(1),
})
const response = z.object({
  output: z.array(z.object({ content: z.array(z.unknown()).nullish() })),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish().catch(undefined),
})
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })

/**
 * Reads a model's refusal from the body of a reply of OpenAI's APIs, which have a field for it. Older clients drop that
 * field, or take the whole reply for damaged.
 *
 * @param body JSON, as text or parsed.
 * @returns undefined if the model did not refuse. Without `usage`, the client reports it.
 */
export function readRefusal(body: unknown) {
  const value = typeof body === 'string' ? parsed(body) : body
  const chat = completion.safeParse(value).data
  if (chat !== undefined) return unlessBlank({ text: chat.choices[0]?.message.refusal ?? '' })
  const { output = [], usage } = response.safeParse(value).data ?? {}
  const parts = output.flatMap(({ content }) => content ?? [])
  return unlessBlank({
    text: parts.map((part) => refusalPart.safeParse(part).data?.refusal ?? '').join(''),
    usage: { inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens },
  })
}

const unlessBlank = (refusal: {
  readonly text: string
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number }
}) => (refusal.text.trim() === '' ? undefined : refusal)
