import { z } from 'zod/v4'
import { type CoreConfig, evaluateFields } from '../../config/core-config.ts'
import type { EvaluateOptions } from '../../evaluation/evaluate-options.ts'
import { formatNames } from '../../report/report-formats.ts'
import type { Feature } from '../surroundings.ts'

const text = z.string().min(1)
const file = text.optional()
const texts = (what: string) =>
  z.union([text, z.array(text)], `must be ${what}, or a list of them`).optional()
const callback = <Callback extends (...given: never[]) => unknown>() =>
  z.custom<Callback>((value) => typeof value === 'function', 'must be a function').optional()
const checkedLater = z.unknown().optional()

/** Fields that are checked later are used by a single command, or depend on the scorers. */
const coreFields = {
  ...evaluateFields,
  target: checkedLater,
  targets: checkedLater,
  data: checkedLater,
  scorers: checkedLater,
  file,
  runs: z.union([text, z.literal(false)], 'must be a folder, or false').optional(),
  gates: z.record(z.string(), z.union([z.number(), z.string()], 'must be a number')).optional(),
  failIfWorse: z.union([text, z.looseObject({})], 'must be a run file or a run').optional(),
  passAt: checkedLater,
  reports: z.strictObject(Object.fromEntries(formatNames.map((name) => [name, file]))).optional(),
  labels: texts('a labels file'),
  by: texts('a field'),
  mastra: checkedLater,
  redact: callback<NonNullable<CoreConfig['redact']>>(),
  close: callback<NonNullable<CoreConfig['close']>>(),
} satisfies Record<keyof CoreConfig, z.ZodType>

/** Checks a configuration: every field is one of the core's or of a feature's, so a misspelt one is never ignored. */
export const configSchema = (features: readonly Feature[]) =>
  z.strictObject(
    Object.assign({ ...coreFields }, ...features.map(({ fields }) => fields)) as typeof coreFields,
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `there is no field ${issue.keys.join(', ')}: see VerdictConfig in mastra-verdict/config`
          : undefined,
    },
  )

/** Returns the options of `evaluate` in a configuration; `evaluate` rejects all other fields. */
export function evaluateOptionsIn(config: CoreConfig): Pick<EvaluateOptions, keyof typeof evaluateFields> {
  const names = Object.keys(evaluateFields) as (keyof typeof evaluateFields)[]
  return Object.fromEntries(names.map((name) => [name, config[name]]))
}
