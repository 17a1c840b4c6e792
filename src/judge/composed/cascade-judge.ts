import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { toSafeMessage } from '../call/failure.ts'
import type { Answer, Decision, DecisionRequest, Judge, Questions } from '../contract.ts'
import { type JudgeModel, toJudge } from '../to-judge.ts'
import {
  commonTasks,
  commonWay,
  evidenceOfMembers,
  joinNotices,
  type MemberPiece,
  measureConfidence,
  pickMethods,
  settingsOfMembers,
  tryMember,
} from './members.ts'

const optionsSchema = z.strictObject({
  sure: z.number().min(0).max(1),
  unsure: z.array(z.string()).readonly().default(['unsure']),
  id: z.string().min(1).optional(),
})

/**
 * Makes a judge that asks a cheap judge first, and the next one only about questions that the first is unsure
 * of. If a judge refuses or fails to answer a question, the next one gets it, with a warning; the answer or
 * error of the last one is final.
 *
 * @param members Judges, or models to make judges of, the cheapest first. Two or more.
 * @throws TypeError for an option out of range, and for members that were improved or calibrated for
 *   different ways of asking. `decide` rejects as the last judge does, and with the reason of the signal.
 *
 * @example
 * ```ts
 * import { cascadeJudge, embeddedJudge } from 'mastra-verdict'
 *
 * const judge = cascadeJudge([embeddedJudge(), 'openai/gpt-5-mini'], { sure: 0.75 })
 * ```
 */
export function cascadeJudge(
  members: readonly JudgeModel[],
  options: {
    /**
     * The confidence, 0 to 1, from which an answer is sure: the probability of the choice, or how far the share is on
     * one side. An answer without any grade is never sure.
     */
    sure: number
    /** Options that are never sure. Default: 'unsure'. */
    unsure?: readonly string[]
    /** Default: 'cascade(a, b)', with the members' ids. */
    id?: string
  },
): Judge {
  const judges = members.map(toJudge)
  const sureness = readOptions('cascadeJudge', optionsSchema, options)
  if (judges.length < 2) throw new TypeError('cascadeJudge: give at least two members')
  const { id = `cascade(${judges.map((judge) => judge.id).join(', ')})` } = sureness
  return {
    id,
    ...commonWay('cascadeJudge', judges),
    deterministic: judges.every(({ deterministic }) => deterministic),
    get notice() {
      return joinNotices(judges)
    },
    tasks: commonTasks(judges, 1),
    get settings() {
      const { sure, unsure } = sureness
      return { sure, unsure: [...unsure], members: settingsOfMembers(judges) }
    },
    ...pickMethods(judges),
    async decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> {
      request.signal?.throwIfAborted()
      const startedAt = performance.now()
      const { decided, pieces, warnings } = await askInTurn(judges, request, sureness)
      const outcomes = Object.keys(request.questions).map(
        (key) => [key, decided.get(key) as NonNullable<ReturnType<typeof decided.get>>] as const,
      )
      const decidedBy = Object.fromEntries(outcomes.map(([key, { by }]) => [key, by]))
      const answers = Object.fromEntries(outcomes.map(([key, { answer }]) => [key, answer]))
      return {
        answers: answers as Decision<Q>['answers'],
        evidence: evidenceOfMembers(id, pieces, startedAt, { decidedBy, warnings }),
      }
    },
  }
}

/** Asks each judge the questions on which none before it was sure. @throws What the last one throws. */
async function askInTurn(
  judges: readonly Judge[],
  request: DecisionRequest,
  sureness: z.output<typeof optionsSchema>,
) {
  // Each answer by the id of the judge that gave it.
  const decided = new Map<string, { readonly answer: Answer; readonly by: string }>()
  const pieces: MemberPiece[] = []
  const warnings: string[] = []
  for (const [place, judge] of judges.entries()) {
    const isLast = place === judges.length - 1
    const open = Object.entries(request.questions).filter(([key]) => !decided.has(key))
    if (open.length === 0) break
    const asked = await tryMember(judge, { ...request, questions: Object.fromEntries(open) })
    pieces.push(...asked.pieces)
    if (asked.decision === undefined) {
      if (isLast) throw asked.error
      warnings.push(
        `cascade: ${judge.id} gave no decision, so the next judge was asked: ${toSafeMessage(asked.error)}`,
      )
      continue
    }
    const { answers, evidence } = asked.decision
    for (const [key, answer] of Object.entries(answers)) {
      if (!isLast && !isSure(answer, sureness)) continue
      decided.set(key, { answer, by: evidence.decidedBy?.[key] ?? judge.id })
    }
  }
  return { decided, pieces, warnings }
}

/** Returns whether an answer is sure, so that no other judge is needed. */
function isSure(answer: Answer, { sure, unsure }: z.output<typeof optionsSchema>): boolean {
  if (answer.type === 'choice' && unsure.includes(answer.choice)) return false
  return (measureConfidence(answer) ?? Number.NEGATIVE_INFINITY) >= sure
}
