import { showsColor } from '../../report/terminal/paint.ts'
import type { Surroundings } from '../surroundings.ts'

/** Returns the width and colours of a terminal; 100 columns for other outputs, which build servers show. */
export function readLooks({ stdout, environment }: Surroundings) {
  const width = stdout.isTTY === true ? stdout.columns || 80 : 100
  return { width: Math.max(20, width), color: showsColor(stdout, environment) }
}
