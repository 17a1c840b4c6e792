/**
 * What comparisons of two runs could gain: `node research/simulate-power.ts PART [runs]`.
 * Each rule for an interval is made of the same parts; its wrong decisions, coverage, power and width stand beside.
 */
import { baselines, drawsByScore, lackingLabels } from './power/designs.ts'
import { stoppingRules } from './power/stopping.ts'

const parts = {
  stopping: stoppingRules,
  'by-score': drawsByScore,
  baselines,
  pairs: lackingLabels,
}
const [name = '', runs = '1000'] = process.argv.slice(2)
const part = parts[name as keyof typeof parts]
if (!part) throw new TypeError(`"${name}" is none of ${Object.keys(parts).join(', ')}`)
part(Number(runs))
