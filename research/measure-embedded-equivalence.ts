/** Measures how well the embedded judge tells right short answers, as docs/reference/embedded-judge.md shows it. node research/measure-embedded-equivalence.ts */
import { predict } from '../src/judge/embedded/regression.ts'
import { contentWords } from '../src/text/words/words.ts'
import { crossValidateEquivalence, type MeasuredAnswer, measureAnswers } from './training/equivalence.ts'
import { areaBetween, bootstrapByGroup } from './training/measures.ts'

type Share = (answer: MeasuredAnswer) => number

const answers = measureAnswers()
const area = (share: Share) => (rows: readonly MeasuredAnswer[]) => {
  const of = (wanted: 'yes' | 'no') => rows.filter(({ label }) => label === wanted).map(share)
  return areaBetween(of('yes'), of('no'))
}
const accuracy = (share: Share) => (rows: readonly MeasuredAnswer[]) =>
  rows.filter((row) => share(row) >= 0.5 === (row.label === 'yes')).length / rows.length
const brier = (share: Share) => (rows: readonly MeasuredAnswer[]) =>
  rows.reduce((sum, row) => sum + (share(row) - (row.label === 'yes' ? 1 : 0)) ** 2, 0) / rows.length

const overlapOf = ({ answer, references }: MeasuredAnswer) => {
  const said = new Set(contentWords(answer))
  const parts = references.map((reference) => {
    const words = contentWords(reference)
    return words.length === 0 ? 0 : words.filter((word) => said.has(word)).length / words.length
  })
  return Math.max(...parts)
}
const byId = (found: ReadonlyMap<string, number>) => (answer: MeasuredAnswer) =>
  found.get(answer.id) as number
const overlap = byId(new Map(answers.map((answer) => [answer.id, overlapOf(answer)])))
const judge = byId(crossValidateEquivalence(answers))
const withFirst = byId(
  crossValidateEquivalence(answers, (weights, { features: [first] }) =>
    first ? predict(weights, first).yes : 0,
  ),
)

const right = answers.filter(({ label }) => label === 'yes').length
console.log(
  `${answers.length} answers to ${new Set(answers.map(({ group }) => group)).size} questions, ${right} right`,
)
console.log(`majority accuracy ${(Math.max(right, answers.length - right) / answers.length).toFixed(3)}`)
for (const [name, share] of [
  ['word overlap', overlap],
  ['all words there', (answer: MeasuredAnswer) => (overlap(answer) === 1 ? 1 : 0)],
  ['judge', judge],
  ['judge, first reference only', withFirst],
] as const) {
  console.log(
    `${name}: area ${interval(area(share))}, accuracy ${interval(accuracy(share))}, Brier score ${interval(brier(share))}`,
  )
}
console.log(`gain over overlap ${interval((rows) => area(judge)(rows) - area(overlap)(rows))}`)
console.log(`gain in accuracy ${interval((rows) => accuracy(judge)(rows) - accuracy(overlap)(rows))}`)
const single = answers.filter(({ references }) => references.length === 1)
console.log(
  `${single.length} answers with one reference: overlap ${interval(area(overlap), single)}, judge ${interval(area(judge), single)}, accuracy ${interval(accuracy(judge), single)}`,
)
if (process.argv.includes('--errors')) {
  for (const row of answers.filter((row) => judge(row) >= 0.5 !== (row.label === 'yes')))
    console.log(row.label, judge(row).toFixed(2), row.references.slice(0, 3), row.answer.slice(0, 250))
}

function interval(measure: (rows: readonly MeasuredAnswer[]) => number, rows = answers): string {
  const [low, high] = bootstrapByGroup(rows, measure)
  return `${measure(rows).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
}
