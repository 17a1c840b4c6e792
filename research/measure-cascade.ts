/**
 * Measures a cascade of the embedded judge and a scripted strong judge on statement-relevance-agent-style, as
 * docs/reference/judges/cascade.md shows it. node research/measure-cascade.ts
 *
 * The embedded judge is cross-validated: what it says of a statement comes from weights that were fitted without the
 * statement's question. The strong judge gives the label of the data, and in a seeded part of the cases another one.
 */
import { CascadeMeasurement } from './cascade.ts'
import { crossValidate, measureExamples, readExamples } from './training/examples.ts'

const all = measureExamples(readExamples())
const examples = all.filter(({ dataset }) => dataset === 'agent-style')
const cascade = new CascadeMeasurement(examples, crossValidate(all, 'encoder'))
const percent = (part: number) => `${(100 * part).toFixed(1)} %`
const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

const alone = await cascade.alone()
console.log(`${examples.length} statements in ${cascade.requests} requests`)
console.log(`embedded alone: agreement ${percent(alone.accuracy)}, kappa ${alone.kappa.toFixed(2)}`)
for (const accuracy of [0.85, 0.9, 0.95, 1]) {
  console.log(`\nstrong judge right in ${percent(accuracy)} of cases, mean of ${seeds.length} seeds`)
  console.log('sure  agreement kept  kappa kept  questions asked  requests made')
  for (const sure of [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9]) {
    const { agreementKept, kappaKept, questions, requests } = await cascade.measure(accuracy, sure, seeds)
    const [agreement, kappa] = [percent(agreementKept).padStart(14), percent(kappaKept).padStart(10)]
    const [asked, made] = [percent(questions).padStart(15), percent(requests).padStart(13)]
    console.log(`${sure.toFixed(2)}  ${agreement}  ${kappa}  ${asked}  ${made}`)
  }
}
