import { z } from 'zod/v4'
import type { Screen } from '../document/terminal.ts'
import { painter } from './paint.ts'

export interface TerminalOptions {
  /** Columns of the terminal, 20 or more. Default 80. */
  readonly width?: number
  /** Whether to use colours; `showsColor(stream)` tells whether a stream shows them. Default false. */
  readonly color?: boolean
  /** The number of worst answers, most moved items or worst disagreements for each scorer, 0 or more. Default 3. */
  readonly examples?: number
  /** Whether to show notes on how numbers were made, and scores by verdict and by share. Default false. */
  readonly details?: boolean
}

const schema = z.strictObject({
  width: z.int().min(20).default(80),
  color: z.boolean().default(false),
  examples: z.int().min(0).default(3),
  details: z.boolean().default(false),
})

/** @throws TypeError if an option is invalid. */
export function readTerminalOptions(
  options: TerminalOptions,
): { readonly screen: Screen } & Required<Pick<TerminalOptions, 'examples'>> {
  const read = schema.safeParse(options)
  if (!read.success) throw new TypeError(`a report for terminals: ${z.prettifyError(read.error)}`)
  const { width, color, details, examples } = read.data
  return { screen: { width, paint: painter(color), details }, examples }
}
