import { z } from 'zod/v4'
import type { Extraction, Judge, ListsRequest } from './contract.ts'
import { JudgeError } from './errors.ts'

const count = z.number().min(0)
const usage = z.object({ inputTokens: count, outputTokens: count })
const texts = z.array(z.string())
const member = z.object({ judge: z.string(), model: z.string().optional(), calls: count, usage })

const evidence = z.object({
  judge: z.string(),
  task: z.string(),
  prompts: texts,
  replies: texts.optional(),
  calls: count,
  usage,
  durationInMs: count,
  cached: z.boolean(),
  warnings: texts,
  cachedAnswers: count.optional(),
  decidedBy: z.record(z.string(), z.string()).optional(),
  agreement: z.record(z.string(), z.number().min(0).max(1)).optional(),
  members: z.array(member).optional(),
})

const decision = z.object({ answers: z.record(z.string(), z.unknown()), evidence })
const extraction = z.object({ lists: z.record(z.string(), texts), evidence })
const prose = z.object({ text: z.string(), evidence })

/** Returns the problems with the shape of a decision, field by field; its answers are checked elsewhere. */
export const brokenFields = (outcome: unknown): readonly string[] => broken(decision, outcome)

/** Returns the methods besides `decide`, with their results checked against the contract. */
export function checkedMethods(judge: Judge): Pick<Judge, 'extract' | 'write'> {
  const { extract, write } = judge
  return {
    ...(extract && {
      extract: async (request) => {
        const outcome = check(judge, extraction, await extract.call(judge, request))
        const ids = idsWithoutList(outcome.lists, request)
        if (ids.length > 0) throw brokenContract(judge, [`no valid list for ${ids.join(', ')}`], ids)
        return outcome
      },
    }),
    ...(write && { write: async (request) => check(judge, prose, await write.call(judge, request)) }),
  }
}

/** Returns the ids without a list of the required size and without blank texts, and unrequested ids. */
export function idsWithoutList(
  lists: Extraction['lists'],
  { ids, least = 0, most = Number.POSITIVE_INFINITY }: Pick<ListsRequest, 'ids' | 'least' | 'most'>,
): string[] {
  const isSound = (id: string) => {
    const list = Object.hasOwn(lists, id) ? lists[id] : undefined
    return list && list.length >= least && list.length <= most && list.every((text) => text.trim() !== '')
  }
  const others = Object.keys(lists).filter((id) => !ids.includes(id))
  return [...ids.filter((id) => !isSound(id)), ...others]
}

function check<Outcome>(judge: Judge, schema: z.ZodType, outcome: Outcome): Outcome {
  const fields = broken(schema, outcome)
  if (fields.length === 0) return outcome
  throw brokenContract(judge, fields)
}

export function brokenContract({ id }: Judge, problems: readonly string[], ids: readonly string[] = []) {
  const message = `it broke the judge contract: ${problems.join(' and ')}`
  return new JudgeError({ judge: id, reason: 'unanswered', ids, attempts: 1, message })
}

/** Problems with the outcome, if any. The outcome is passed through unchanged, extra fields included. */
function broken(schema: z.ZodType, outcome: unknown): readonly string[] {
  const result = schema.safeParse(outcome)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) =>
    path.length === 0 ? `no outcome (${message})` : `${path.join('.')} (${message})`,
  )
}
