/** Draws from many items, for `simulate-many-items.ts`. */
import type { Sample } from '../src/statistics/prediction-powered/sample.ts'
import type { Uniform } from './simulate-scores.ts'
import { type Design, type DrawPlan, drawSample } from './simulated-people.ts'

const drawsOfOrder = 10

/** As `drawWith`, but with a random order for ten draws, which says hardly anything of one by another. */
function systematic(probabilities: readonly number[], random: Uniform): () => Uint32Array {
  const order = Uint32Array.from(probabilities.keys())
  const passed = new Float64Array(order.length)
  let draws = 0
  const renew = () => {
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1))
      const unit = order[last] as number
      order[last] = order[other] as number
      order[other] = unit
    }
    let sum = 0
    for (let place = 0; place < order.length; place++) {
      sum += probabilities[order[place] as number] as number
      passed[place] = sum
    }
  }
  return () => {
    if (draws % drawsOfOrder === 0) renew()
    draws += 1
    const drawn: number[] = []
    const start = random()
    for (let place = 0; place < order.length; place++)
      if ((passed[place] as number) > start + drawn.length) drawn.push(order[place] as number)
    return Uint32Array.from(drawn).sort()
  }
}

/** Draws from a population. */
export function drawing(plan: DrawPlan, design: Design, random: Uniform): () => Sample {
  if (design !== 'active') return () => drawSample(plan, random)
  const draw = systematic(plan.probabilities, random)
  return () => drawSample(plan, random, draw())
}
