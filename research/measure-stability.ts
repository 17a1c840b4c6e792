/** Measures how scores of the embedded judge change when an answer is written otherwise, as docs/reference/embedded-judge.md shows it. node research/measure-stability.ts */
import { measureStability, scoreAll } from './stability/measure.ts'
import { measured } from './stability/scorers.ts'
import { transformations } from './stability/transformations.ts'

const percent = (part: number, whole: number) =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`

for (const [name, { materials: read, score }] of Object.entries(measured)) {
  const materials = read()
  const before = await scoreAll(materials, score)
  const scored = [...before.values()].filter((one) => one.score !== undefined).length
  console.log(`\n${name}: ${materials.length} answers, ${scored} scored`)
  for (const [kind, transformation] of Object.entries(transformations)) {
    const { answers, otherwise, verdicts, flipped, changes } = await measureStability(
      materials,
      kind,
      transformation,
      score,
      before,
    )
    if (answers === 0) continue
    const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
    const moved = changes.filter((change) => change > 1e-9).length
    console.log(
      [
        `  ${kind.padEnd(32)} ${answers} answers, ${otherwise} split otherwise or not scorable`,
        `flipped ${flipped} of ${verdicts} verdicts (${percent(flipped, verdicts)})`,
        `score moved on ${moved}, mean ${mean.toFixed(3)}, 95 of 100 within ${changes[Math.ceil(0.95 * changes.length) - 1]?.toFixed(3)}, largest ${changes.at(-1)?.toFixed(3)}`,
      ].join('; '),
    )
  }
}
