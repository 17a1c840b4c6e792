import { z } from 'zod/v4'
import { isFunction, notBlank } from '../common/options.ts'
import type { MaterialName, MetricUnits } from './read-material.ts'

/** A custom metric: one question about each unit of an answer. */
export interface MetricDefinition<Verdict extends string> {
  /** Such as 'politeness'. Also the name of its task in evidence. */
  id: string
  /** Default: the id. */
  name?: string
  /** Studio's description of it. Default: the question. */
  description?: string
  /** Raise it when question, criteria or instructions change, for evidence and caches. Default 1. */
  version?: number
  /**
   * The units to judge, one by one: the statements or claims of the answer (split as in answer relevancy), the whole
   * answer, the assistant's turns, its tool calls, or the result of a function.
   */
  units: MetricUnits
  /** The question about each unit, in plain words. */
  question: string
  /**
   * Each verdict and its meaning, in the order in which the judge sees them (JavaScript puts whole numbers first). At
   * least two.
   */
  criteria: Readonly<Record<Verdict, string>>
  /** The credit of each verdict, 0 to 1; null for one that does not count. */
  credits: Readonly<Record<NoInfer<Verdict>, number | null>>
  /**
   * The material that the judge sees in addition to the units. A run that lacks one of them is not scorable, unless the
   * name ends in '?'. Default ['question?', 'conversation?'].
   */
  reads?: readonly (MaterialName | `${MaterialName}?`)[]
  /**
   * The question for judges that give shares: 'of 100 careful readers, how many would …'. A share counts from 0 to 1, so
   * one verdict must have a credit of 1 and one of 0.
   */
  share?: string
  /** Instructions before the question. Default: that the judge decides each unit of an answer separately. */
  instructions?: string
  /** How the credits become a score. Default 'mean'. */
  aggregate?: 'mean' | 'min' | 'max'
  /** Default false. */
  lowerIsBetter?: boolean
  /** The score, 0 to 1, if there are no units or none counts. Default: such a run is not scorable. */
  whenEmpty?: number
}

const material = ['question', 'conversation', 'context', 'groundTruth', 'answer', 'toolCalls'] as const
export const definitionSchema = z
  .strictObject({
    id: notBlank,
    name: notBlank.optional(),
    description: notBlank.optional(),
    version: z.int().positive().default(1),
    units: z.union([
      z.enum(['statements', 'claims', 'answer', 'turns', 'toolCalls']),
      z.custom<Exclude<MetricUnits, string>>(isFunction, 'must be a function'),
    ]),
    question: notBlank,
    criteria: z.record(z.string(), notBlank),
    credits: z.record(z.string(), z.number().min(0).max(1).nullable()),
    reads: z
      .array(z.enum([...material, ...material.map((name) => `${name}?` as const)]))
      .readonly()
      .default(['question?', 'conversation?']),
    share: notBlank.optional(),
    instructions: notBlank.optional(),
    aggregate: z.enum(['mean', 'min', 'max']).default('mean'),
    lowerIsBetter: z.boolean().default(false),
    whenEmpty: z.number().min(0).max(1).optional(),
  })
  .refine(({ criteria }) => Object.keys(criteria).length > 1, {
    path: ['criteria'],
    message: 'must hold at least two verdicts',
  })
  .refine(({ criteria }) => !Object.keys(criteria).some((verdict) => verdict in Object.prototype), {
    path: ['criteria'],
    message: "must not name a verdict with a name of JavaScript's own, such as toString",
  })
  .refine(
    ({ criteria, credits }) =>
      Object.keys(criteria).every((verdict) => verdict in credits) &&
      Object.keys(credits).every((verdict) => verdict in criteria),
    { path: ['credits'], message: 'must have exactly one entry for each verdict in criteria' },
  )
  .refine(({ credits }) => Object.values(credits).some((credit) => credit !== null), {
    path: ['credits'],
    message: 'must hold at least one number: if no verdict counts, there is no score',
  })
  .refine(
    ({ share, credits }) =>
      share === undefined || [0, 1].every((end) => Object.values(credits).includes(end)),
    { path: ['credits'], message: 'must, with share, hold a 1 and a 0, which the ends of the share count' },
  )
