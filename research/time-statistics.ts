/** Processor time of the statistics of a large run: 5,000 items, 10 scorers, 10,000 resamples. */
import { compareRuns } from '../src/evaluation/comparison/compare-runs.ts'
import { summarise } from '../src/evaluation/comparison/summarise.ts'
import { toRun, uniform } from './simulate-scores.ts'

const random = uniform(1)
const scores = () =>
  Array.from({ length: 10 }, () => Array.from({ length: 5000 }, () => Math.round(random() * 4) / 4))
const [before, after] = [toRun(scores()), toRun(scores())]
time('summarise', () => summarise(before))
time('compareRuns', () => compareRuns(before, after))

function time(name: string, run: () => unknown): void {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  console.log(`${name}: ${((user + system) / 1e6).toFixed(1)} s of processor time`)
}
