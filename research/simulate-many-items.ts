/**
 * Coverage of prediction-powered intervals of 100,000 items:
 * `node research/simulate-many-items.ts`. If wanted, with a number of draws and a part of a design's name:
 * `--draws 2000 --design paired`. What is not drawn is counted in bins; of each cell the first draw is compared with
 * what the project says of it.
 */
import { parseArgs } from 'node:util'
import { type Outcome, type Plan, plans } from './many-items.ts'
import { percent, uniform } from './simulate-scores.ts'
import { type Judge, judges } from './simulated-people.ts'

/** Draws of one population. */
const drawsOfPopulation = 250
/** Ends of bins may be off by this part of the width. */
const tolerance = 0.01
let worst = 0

function compare({ found, slow }: Outcome, cell: string): void {
  const wanted = slow()
  if (!found && !wanted) return
  if (!found || !wanted) throw new Error(`${cell}: one of them has no interval`)
  const off = Math.max(Math.abs(found.low - wanted.low), Math.abs(found.high - wanted.high))
  const part = off / (wanted.high - wanted.low)
  worst = Math.max(worst, part)
  if (part > tolerance) throw new Error(`${cell}: off by ${percent(part)} % of the width`)
}

function heldOf({ name, prepare }: Plan, shape: string, judge: Judge, labels: number, draws: number) {
  const random = uniform(labels + shape.length)
  let [below, above, given] = [0, 0, 0]
  let next: (() => Outcome) | undefined
  for (let draw = 0; draw < draws; draw++) {
    if (!next || draw % drawsOfPopulation === 0) next = prepare(shape, judge, labels, random)
    const outcome = next()
    const { truth, found } = outcome
    if (draw === 0) compare(outcome, `${name}, ${shape}, ${judge}, ${labels}`)
    if (!found) continue
    given += 1
    if (truth < found.low - 1e-9) below += 1
    if (truth > found.high + 1e-9) above += 1
  }
  const share = (count: number) => percent(count / given)
  const none = given < draws ? ` without ${percent(1 - given / draws)}` : ''
  const held = 1 - (below + above) / given
  return { held, text: `${labels} ${percent(held)} (${share(below)}|${share(above)})${none}` }
}

const { values: wanted } = parseArgs({
  options: { draws: { type: 'string', default: '1000' }, design: { type: 'string', default: '' } },
})
for (const plan of plans.filter(({ name }) => name.includes(wanted.design))) {
  console.log(`\n${plan.name}: held in % (truth below|above), without an interval`)
  const found: { kind: string; held: number }[] = []
  for (const shape of plan.shapes)
    for (const judge of Object.keys(judges) as Judge[]) {
      const draws = Number(wanted.draws) * (judge === 'perfect' ? 0.25 : 1)
      const cells = [30, 100, 300].flatMap((labels) => {
        // Of 30 labels hardly ever 20 are in a third.
        if (plan.name.startsWith('third') && labels === 30) return []
        const { held, text } = heldOf(plan, shape, judge, labels, draws)
        const ofJudge = judge === 'perfect' || judge === 'AUC 0.99' ? judge : 'other judges'
        found.push({ kind: `${labels} labels, ${ofJudge}`, held })
        return [text]
      })
      console.log(`  ${shape}, ${judge}: ${cells.join('  ')}`)
    }
  for (const [kind, cells] of Map.groupBy(found, ({ kind }) => kind)) {
    const held = cells.map((cell) => cell.held)
    console.log(`${plan.name}, ${kind}: ${percent(Math.min(...held))} to ${percent(Math.max(...held))}`)
  }
  console.log(`Ends are off by at most ${percent(worst)} % of the width.`)
}
