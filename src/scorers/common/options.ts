import type { MastraScorer } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { JudgeModel } from '../../judge/to-judge.ts'
import { visible } from '../../text/statements.ts'
import type { Weighting } from '../units/weighting.ts'

/** What every factory takes beside its options. */
export interface ScorerConfig {
  /**
   * What becomes of a run that fails, as where its judge gives no decision. 'throw' (default): an error, by which
   * `runEvals` loses its whole batch. 'notScorable': that run is not scorable, with the reason 'failed: …' and a line in
   * the log, and the others go on. `evaluate`, `verdict run` and workers count failures themselves, whatever is set here.
   */
  onFailure?: 'throw' | 'notScorable'
  /** Default: the metric in kebab case. Two configurations side by side need two ids. */
  id?: string
  /** Default: the metric in words. */
  name?: string
  /** Changes what is scored of a run, before it is traced: as Mastra's `filterRun` makes it. */
  prepareRun?: MastraScorer<string, unknown, unknown>['config']['prepareRun']
}

/** What every factory of a judged scorer takes. */
export interface JudgedScorerConfig<Options> extends ScorerConfig {
  /** Who judges: a router string, an AI SDK model, a Mastra model config, or a judge. */
  model: JudgeModel
  options?: Options
}

/** What every judged scorer takes in its `options`. */
export interface JudgedOptions {
  /** The score lies in [0, scale]. Default 1. */
  scale?: number
  /**
   * What a unit counts by. 'share': the share of careful readers who would say yes, where 0.9 and more is 1 and 0.1 and
   * less is 0; 'verdict': the credit of the verdict that is nearest to the share. Default: 'share' for every unit that the
   * judge gives one for, and the verdict for others.
   */
  weighting?: Weighting
  /**
   * 'composed' (default): written by code from the verdicts. 'written': prose by the judge, one call more,
   * replaced by the composed reason where it states another number.
   */
  reason?: 'composed' | 'written'
  /** Units in one call to the judge. Default 20. */
  batchSize?: number
  /** 'reversed' shows the judge the options of each choice the other way round. Default 'given'. */
  optionOrder?: 'given' | 'reversed'
  /** Cancels scoring at once. */
  signal?: AbortSignal
}

export const isFunction = (value: unknown) => typeof value === 'function'

/** The schemas of what every factory takes beside its options. */
export const scorerConfig = {
  onFailure: z.enum(['throw', 'notScorable']).optional(),
  id: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  prepareRun: z.custom<ScorerConfig['prepareRun']>(isFunction, 'must be a function').optional(),
}

/** The schemas of what every judged scorer takes in its `options`, to be spread into a scorer's own. */
export const judgedOptions = {
  scale: z.number().positive().default(1),
  weighting: z.enum(['verdict', 'share']).optional(),
  reason: z.enum(['composed', 'written']).default('composed'),
  batchSize: z.int().positive().default(20),
  optionOrder: z.enum(['given', 'reversed']).optional(),
  signal: z.instanceof(AbortSignal).optional(),
}

export const notBlank = z.string().regex(visible, 'must not be blank')

/** A number from 0 to 1. */
export const fraction = (value: number) => z.number().min(0).max(1).default(value)

/** Numbers from 0 to 1 by name, each with its default; so is the whole. */
export function fractions<Name extends string>(defaults: Readonly<Record<Name, number>>) {
  const names = Object.keys(defaults) as Name[]
  const entries = names.map((name) => [name, fraction(defaults[name])])
  const shape = Object.fromEntries(entries) as Record<Name, ReturnType<typeof fraction>>
  return z.strictObject(shape).prefault({} as z.input<z.ZodObject<typeof shape>>)
}

/** What a scorer was set to. */
export interface JudgedSettings extends Omit<JudgedOptions, 'scale'> {
  scale: number
}

/** Names that belong in `options` and stand beside it. */
function strayOptions(options: z.ZodType | undefined, issue: z.core.$ZodIssue): string {
  const known = options instanceof z.ZodPipe ? options.in : options
  if (issue.code !== 'unrecognized_keys' || !(known instanceof z.ZodObject)) return ''
  const stray = issue.keys.filter((key) => key in known.shape)
  return stray.length === 0 ? '' : ` (${stray.join(', ')} belongs in options)`
}

/**
 * What a factory was called with, merged over its defaults. A name that the schema does not have would be a
 * setting that does nothing.
 *
 * @param factory Named in the error.
 * @param options The schema of the factory's `options`, to say what belongs there.
 * @throws TypeError that names the field and says what it must be.
 */
export function readConfig<Schema extends z.ZodType>(
  factory: string,
  schema: Schema,
  config: unknown,
  options?: z.ZodType,
): z.output<Schema> {
  const result = schema.safeParse(config === undefined ? {} : config)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => {
    const message = issue.message + strayOptions(options, issue)
    return issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`
  })
  throw new TypeError(`${factory}: ${problems.join('; ')}`)
}
