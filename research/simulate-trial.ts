/** How often `verdict agreement try` says to take a setting that changes nothing: node research/simulate-trial.ts [TRIALS] */
import { compareWithSet } from '../src/people/agreement/try/compare.ts'
import type { TrialMaterial } from '../src/people/agreement/try/material.ts'
import type { RowValue } from '../src/people/agreement/try/sheets.ts'
import { seededRandom } from '../src/shared/random.ts'
import { levelOfEach } from '../src/statistics/step-down.ts'

const trials = Number(process.argv[2] ?? 300)
const settings = 4

/** Rows in questions; a judge is mistaken about each by chance, in each setting anew as often as `again` says. */
function trial(
  seed: number,
  questions: number,
  perQuestion: number,
  mistaken: number,
  again: number,
): string[] {
  const random = seededRandom(seed)
  const rows = Array.from({ length: questions * perQuestion }, (_, index) => ({
    row: { id: `${index}`, group: `${Math.floor(index / perQuestion)}`, context: [], labels: [] },
    label: { text: '', target: random() < 0.5 ? 1 : 0 },
  }))
  const hard = Array.from({ length: questions }, () => 2 * mistaken * random())
  const drawValue = (target: number, group: string): RowValue => {
    const isWrong = random() < (hard[Number(group)] ?? 0)
    return {
      value:
        Math.round(2 * Math.min(1, Math.max(0, (isWrong ? 1 - target : target) + 0.8 * (random() - 0.5)))) /
        2,
    }
  }
  const values = () => new Map(rows.map(({ row, label }) => [row.id, drawValue(label.target, row.group)]))
  const set = values()
  const material = { rows, reading: { kind: 'class' } } as unknown as TrialMaterial
  const resampling = { seed: 1, level: levelOfEach(0.95, settings), resamples: 1000 }
  return Array.from({ length: settings }, () => {
    const anew = values()
    const other = new Map(
      [...set].map(([id, value]) => [id, random() < again ? (anew.get(id) ?? value) : value]),
    )
    return compareWithSet(material, set, other, resampling).finding ?? ''
  })
}

for (const [questions, perQuestion] of [
  [60, 1],
  [100, 1],
  [10, 12],
  [30, 5],
] as const)
  for (const [mistaken, again] of [
    [0.1, 1],
    [0.25, 1],
    [0.25, 0.1],
  ] as const) {
    let [taken, worse] = [0, 0]
    for (let seed = 1; seed <= trials; seed++) {
      const findings = trial(seed, questions, perQuestion, mistaken, again)
      if (findings.includes('better')) taken += 1
      if (findings.includes('worse')) worse += 1
    }
    const percent = (count: number) => `${((100 * count) / trials).toFixed(1)} %`
    console.log(
      `${questions} questions of ${perQuestion}, mistaken ${mistaken}, judged anew ${again}: taken ${percent(taken)}, called worse ${percent(worse)}`,
    )
  }
