import type { MastraScorer } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { JudgeModel } from '../../judge/to-judge.ts'
import { visible } from '../../text/statements/statements.ts'
import type { Weighting } from '../units/weighting.ts'

/** The config of every factory, besides its options. */
export interface ScorerConfig {
  /**
   * How to handle a run that fails, for example because its judge gives no decision. 'throw' (default): throws an
   * error, which makes `runEvals` lose its whole batch. 'notScorable': the run is not scorable, with the reason
   * 'failed: …' and a line in the log, and the others continue. `evaluate`, `verdict run` and workers count failures
   * themselves, whatever this is set to.
   */
  onFailure?: 'throw' | 'notScorable'
  /** Default: the metric in kebab case. Two configurations of one metric need two ids. */
  id?: string
  /** Default: the metric in words. */
  name?: string
  /** Changes what is scored of a run before tracing, as Mastra's `filterRun` does. */
  prepareRun?: MastraScorer<string, unknown, unknown>['config']['prepareRun']
}

/** The config of every factory of a judged scorer. */
export interface JudgedScorerConfig<Options> extends ScorerConfig {
  /** The judge: a router string, an AI SDK model, a Mastra model config, or a judge. */
  model: JudgeModel
  options?: Options
}

/** The `options` of every judged scorer. */
export interface JudgedOptions {
  /** The score lies in [0, scale]. Default 1. */
  scale?: number
  /**
   * How to count a unit. 'share': the share of careful readers who would say yes; 0.9 and above counts as 1, 0.1 and
   * below as 0. 'verdict': the credit of the verdict that is nearest to the share. Default: 'share' for every unit that
   * the judge gives a share for, and the verdict for others.
   */
  weighting?: Weighting
  /**
   * 'composed' (default): written by code from the verdicts. 'written': prose by the judge, which costs one more call;
   * the composed reason replaces it if it states another number.
   */
  reason?: 'composed' | 'written'
  /** Units per call to the judge. Default 20. */
  batchSize?: number
  /** 'reversed' shows the judge the options of each choice in reverse order. Default 'given'. */
  optionOrder?: 'given' | 'reversed'
  /** Cancels scoring at once. */
  signal?: AbortSignal
}

export const isFunction = (value: unknown) => typeof value === 'function'

/** The schemas of every factory's config, besides its options. */
export const scorerConfig = {
  onFailure: z.enum(['throw', 'notScorable']).optional(),
  id: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  prepareRun: z.custom<ScorerConfig['prepareRun']>(isFunction, 'must be a function').optional(),
}

/** The schemas of every judged scorer's `options`, to be spread into a scorer's own. */
export const judgedOptions = {
  scale: z.number().positive().default(1),
  weighting: z.enum(['verdict', 'share']).optional(),
  reason: z.enum(['composed', 'written']).default('composed'),
  batchSize: z.int().positive().default(20),
  optionOrder: z.enum(['given', 'reversed']).optional(),
  signal: z.instanceof(AbortSignal).optional(),
}

export const notBlank = z.string().regex(visible, 'must not be blank')

export const fraction = (value: number) => z.number().min(0).max(1).default(value)

/** An object of numbers from 0 to 1 by name. Each has a default, and the object may be left out. */
export function fractions<Name extends string>(defaults: Readonly<Record<Name, number>>) {
  const names = Object.keys(defaults) as Name[]
  const entries = names.map((name) => [name, fraction(defaults[name])])
  const shape = Object.fromEntries(entries) as Record<Name, ReturnType<typeof fraction>>
  return z.strictObject(shape).prefault({} as z.input<z.ZodObject<typeof shape>>)
}

export interface JudgedSettings extends Omit<JudgedOptions, 'scale'> {
  scale: number
}

/** Returns a hint if the unknown names belong in `options` but appear next to it. */
function strayOptions(options: z.ZodType | undefined, issue: z.core.$ZodIssue): string {
  const known = options instanceof z.ZodPipe ? options.in : options
  if (issue.code !== 'unrecognized_keys' || !(known instanceof z.ZodObject)) return ''
  const stray = issue.keys.filter((key) => Object.hasOwn(known.shape, key))
  return stray.length === 0 ? '' : ` (${stray.join(', ')} belongs in options)`
}

/**
 * Returns a factory's config, merged over its defaults. A name that the schema does not have is an error: it would be a
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
