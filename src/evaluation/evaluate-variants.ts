import { z } from 'zod/v4'
import type { EvaluationRun, RunHeader } from '../run/record.ts'
import { readOptions } from '../shared/read-options.ts'
import { openDataset } from './dataset/read-dataset.ts'
import { evaluateWithin } from './evaluate.ts'
import { type EvaluateOptions, evaluateSchema } from './evaluate-options.ts'
import type { OnProgress } from './session/progress.ts'
import { WorkLimits } from './session/work-limits.ts'
import type { Target, TargetOptions } from './target/target.ts'

/** A target, or a target with options of its own. */
export type Variant = Target | { readonly target: Target; readonly targetOptions?: TargetOptions }

/** Variants by name, in the order of display. */
export type Variants = Readonly<Record<string, Variant>>

const variantSchema = z.strictObject({
  target: z.custom<Target>((value) => value !== undefined, 'is missing'),
  targetOptions: z.custom<TargetOptions>().optional(),
})

const limitSchema = z.object({ concurrency: evaluateSchema.shape.concurrency })

/** Returns whether the variant has options of its own. */
export const isVariantEntry = (variant: Variant): variant is Exclude<Variant, Target> =>
  typeof variant === 'object' && variant !== null && 'target' in variant && !('generate' in variant)

/**
 * Evaluates several targets over the same data, side by side. They share `concurrency` and `budget`. Records store
 * their names as `variant`.
 *
 * @returns A run for each, in the order of `targets`.
 * @throws As `evaluate` does; TypeError for no target. Work already done by the others is in their run files.
 */
export function evaluateVariants(
  options: Omit<EvaluateOptions, 'target' | 'variant' | 'file' | 'onProgress' | 'stopWhenDecided'> & {
    /** Two or more targets for the same questions. `targetOptions` apply to those without their own. */
    targets: Variants
    /** Returns the run file of a variant by name. Default: none. */
    file?: (variant: string) => string | undefined
    /** Returns the progress callback of a variant by name. */
    onProgress?: (variant: string) => OnProgress
  },
): Promise<EvaluationRun[]> {
  const { targets, file, onProgress, ...rest } = options
  const named = Object.entries(targets).map(([variant, entry]) => ({
    variant,
    entry,
    file: file?.(variant),
    onProgress: onProgress?.(variant),
  }))
  if (named.length === 0) throw new TypeError('evaluateVariants: targets: name one or more')
  return evaluateSideBySide(named, rest)
}

/** A target to be run side by side with others; a single one needs no name. */
export interface SideBySide extends Pick<EvaluateOptions, 'variant' | 'file' | 'onProgress'> {
  readonly entry: Variant
  readonly head?: Pick<RunHeader, 'gates'>
}

/** Evaluates targets like `evaluateVariants`. */
export async function evaluateSideBySide(
  entries: readonly SideBySide[],
  { targetOptions, signal, ...rest }: Omit<EvaluateOptions, 'target' | keyof SideBySide>,
): Promise<EvaluationRun[]> {
  if (rest.stopWhenDecided !== undefined && entries.length > 1)
    throw new TypeError(
      'stopWhenDecided: it works with one target only, because variants are compared with each other',
    )
  const { concurrency } = readOptions('evaluate', limitSchema, { concurrency: rest.concurrency })
  const data = await openDataset(rest.data)
  const limits = new WorkLimits(concurrency)
  // If one variant cannot continue, for want of its file for example, there is nothing to compare the others with.
  const stop = new AbortController()
  const runs = await Promise.allSettled(
    entries.map(async ({ entry, head, ...own }) => {
      const target = isVariantEntry(entry)
        ? readOptions(`targets.${own.variant}`, variantSchema, entry)
        : { target: entry }
      const options = { ...rest, data, targetOptions, ...target, ...own }
      const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
      return evaluateWithin({ ...options, signal: either }, { limits, head }).catch((error: unknown) => {
        stop.abort(error)
        throw error
      })
    }),
  )
  return runs.map((run) => {
    if (run.status === 'rejected') throw run.reason
    return run.value
  })
}
