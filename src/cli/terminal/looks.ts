import { showsColor } from '../../report/terminal/paint.ts'
import type { Surroundings } from '../surroundings.ts'

/** A terminal that says how wide it is; 100 columns elsewhere, which build servers show. */
export function looksOf({ stdout, environment }: Surroundings) {
  const width = stdout.isTTY === true ? stdout.columns || 80 : 100
  return { width: Math.max(20, width), color: showsColor(stdout, environment) }
}
