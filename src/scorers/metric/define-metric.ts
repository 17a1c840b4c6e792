import { z } from 'zod/v4'
import type { Task } from '../../judge/contract.ts'
import { isNotScorable, notScorable } from '../../shared/core-evals.ts'
import { type StatementSource, statementSource } from '../claims/statements.ts'
import {
  isFunction,
  type JudgedOptions,
  type JudgedScorerConfig,
  judgedOptions,
  notBlank,
  readConfig,
} from '../common/options.ts'
import { unitScorer } from '../common/unit-scorer.ts'
import { type ContextOptions, contextOptions } from '../material/context.ts'
import { countFound } from '../reason/wording.ts'
import type { JudgedUnits } from '../units/judge-units.ts'
import { aggregates, type Credits } from '../units/weighting.ts'
import { type MaterialName, type MetricUnits, readMaterial, readUnits } from './read-material.ts'

/** A custom metric: one question about each unit of an answer. */
export interface MetricDefinition<Verdict extends string> {
  /** In kebab case: 'politeness'. Also the name of its task in evidence. */
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
  /** Each verdict and its meaning, in the order in which the judge sees them. At least two. */
  criteria: Readonly<Record<Verdict, string>>
  /** The credit of each verdict, 0 to 1; null for one that does not count. */
  credits: Readonly<Record<NoInfer<Verdict>, number | null>>
  /**
   * The material that the judge sees in addition to the units. A run that lacks one of them is not scorable, unless the
   * name ends in '?'. Default ['question?', 'conversation?'].
   */
  reads?: readonly (MaterialName | `${MaterialName}?`)[]
  /** The question for judges that give shares: 'of 100 careful readers, how many would …'. */
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

/** The `options` of a custom metric's scorer. */
export interface MetricOptions extends JudgedOptions, ContextOptions {
  /** How to split an answer into statements or claims. Default 'split'. */
  statements?: StatementSource
}

const material = ['question', 'conversation', 'context', 'groundTruth', 'answer', 'toolCalls'] as const
const schema = z
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

const keepEnds = <Verdict extends string>(credits: Credits<Verdict>) =>
  Object.fromEntries(
    Object.entries<number>(credits).filter(([, credit]) => credit === 0 || credit === 1),
  ) as Partial<Credits<Verdict>>

/** The names of each kind of unit: in reasons, and in the prompt. */
const nouns = {
  statements: ['statement', 'statements of an answer'],
  claims: ['claim', 'claims of an answer'],
  answer: ['answer', 'answer'],
  turns: ['turn', 'turns of an assistant'],
  toolCalls: ['tool call', 'tool calls of an assistant'],
  units: ['unit', 'units'],
} as const

function metricFactory<const Verdict extends string>(definition: MetricDefinition<Verdict>) {
  const metric = readConfig('defineMetric', schema, definition)
  const { id, units, question, share, aggregate, lowerIsBetter, whenEmpty } = metric
  const criteria = metric.criteria as Readonly<Record<Verdict, string>>
  const credits = Object.fromEntries(
    Object.entries(metric.credits).map(([verdict, credit]) => [verdict, credit ?? 0]),
  ) as Credits<Verdict>
  const counting = Object.fromEntries(
    Object.entries(metric.credits).filter(([, credit]) => credit !== null),
  ) as Partial<Credits<Verdict>>
  const found = Object.keys(criteria).map((name) => ({
    has: ({ verdict }: { verdict: string }) => verdict === name,
    one: `is “${name}”`,
    many: `are “${name}”`,
  }))
  const kind = typeof units === 'string' ? units : 'units'
  const [noun, whole] = nouns[kind]
  const plural = kind === 'answer' ? 'answers' : `${noun}s`
  const nothing = kind === 'answer' ? 'the answer says nothing' : `there are no ${plural}`
  const task: Task = {
    name: id,
    version: metric.version,
    instructions:
      metric.instructions ??
      `You judge the ${whole}${kind === 'answer' ? '' : ', each by itself'}. The material has ${kind === 'answer' ? 'it by its id' : 'them by id'}, and what else is known of the run.`,
  }
  const options = z.strictObject({
    ...judgedOptions,
    ...(metric.reads.some((name) => name.startsWith('context')) ? contextOptions : {}),
    ...(kind === 'statements' || kind === 'claims' ? { statements: statementSource.default('split') } : {}),
  }) as unknown as z.ZodType<MetricOptions & { scale: number }>

  return (config: JudgedScorerConfig<MetricOptions>) =>
    unitScorer(config, {
      factory: `the metric ${id}`,
      id,
      name: metric.name ?? id,
      description: metric.description ?? question,
      lowerIsBetter,
      options,
      task,
      question: {
        type: 'choice',
        instructions: question,
        criteria,
        ...(share !== undefined && { share, line: counting }),
      },
      prefix: noun[0] ?? 'u',
      async read(run, asking) {
        const material = await readMaterial(run, metric.reads, asking.settings)
        if (isNotScorable(material)) return material
        const judged = await readUnits(run, metric.units, asking)
        return isNotScorable(judged) ? judged : { ...judged, material }
      },
      units: ({ units }) => units,
      state: ({ material }, units) => ({ ...material, [kind === 'answer' ? 'answers' : kind]: units }),
      credits: () => credits,
      // Without a share question, a share has no stated meaning: only verdicts of credit 0 or 1 are graded.
      graded: () => (share === undefined ? keepEnds(credits) : counting),
      result({ verdicts, ...rest }: JudgedUnits<Verdict>) {
        const counts = ({ verdict }: { verdict: Verdict }) => metric.credits[verdict] !== null
        const counted = verdicts.filter(counts)
        if (counted.length > 0 || whenEmpty !== undefined) {
          return { verdicts: counted, notCounted: verdicts.filter((item) => !counts(item)), ...rest }
        }
        return notScorable(verdicts.length === 0 ? nothing : `none of the ${plural} counts`)
      },
      people: () => ({
        arithmetic: aggregate,
        notCounted: (Object.keys(criteria) as Verdict[]).filter(
          (verdict) => metric.credits[verdict] === null,
        ),
      }),
      score: ({ verdicts }) =>
        verdicts.length === 0
          ? (whenEmpty ?? 0)
          : aggregates[aggregate](verdicts.map(({ credit }) => credit)),
      count({ verdicts }) {
        const isOpen = ({ verdict, credit }: { verdict: Verdict; credit: number }) =>
          credit !== credits[verdict]
        const of = countFound(verdicts, noun, found, plural, isOpen)
        return aggregate === 'mean'
          ? of
          : `${of}; the ${aggregate === 'min' ? 'lowest' : 'highest'} is the score`
      },
      nothing: ({ notCounted }) => (notCounted.length === 0 ? nothing : `none of the ${plural} counts`),
      told: ({ material: { question } }) => ({ question }),
    })
}

export interface MetricScorer<Verdict extends string>
  extends ReturnType<ReturnType<typeof metricFactory<Verdict>>> {}

/** Makes scorers of a custom metric, as the factories of this package do. */
export type MetricFactory<Verdict extends string> = (
  config: JudgedScorerConfig<MetricOptions>,
) => MetricScorer<Verdict>

/**
 * Makes a factory of scorers for a custom metric. It works like the factories of this package, and so do its scorers:
 * every unit gets a verdict or the run fails, the judge is asked again after a malformed reply, evidence and reasons
 * are kept, and they run live, in `runEvals`, in Studio and in evaluations.
 *
 * @throws TypeError for a wrong or unknown field, which it names.
 *
 * @example
 * ```ts
 * import { defineMetric } from 'mastra-verdict'
 *
 * const politeness = defineMetric({
 *   id: 'politeness',
 *   units: 'statements',
 *   question: 'Is the statement polite to the reader?',
 *   criteria: { polite: 'it is kind, or neutral.', rude: 'it blames or mocks the reader.' },
 *   credits: { polite: 1, rude: 0 },
 * })
 * console.log(politeness({ model: 'openai/gpt-5-mini' }).id) // politeness
 * ```
 */
export function defineMetric<const Verdict extends string>(
  definition: MetricDefinition<Verdict>,
): MetricFactory<Verdict> {
  return metricFactory(definition)
}
