/** Measures the embedded judge by cross-validation, as docs/reference/embedded-judge.md shows it. node research/measure-embedded-judge.ts */

import { embeddedJudge } from '../src/judge/embedded/embedded-judge.ts'
import { sharedEncoder } from '../src/judge/embedded/encoder.ts'
import { encoderInstallation } from '../src/judge/embedded/encoding/missing.ts'
import { type Probabilities, verdicts } from '../src/judge/embedded/regression.ts'
import { readQuestions } from '../src/judge/embedded/relevance/features.ts'
import { contentWords } from '../src/text/words/words.ts'
import {
  crossValidate,
  datasets,
  type MeasuredExample,
  measureExamples,
  readExamples,
} from './training/examples.ts'
import { areaBetween, bootstrapByGroup } from './training/measures.ts'

type Share = (example: MeasuredExample) => number

const encoder = sharedEncoder()
if (!encoder) throw new Error(`the encoder is needed to measure: ${encoderInstallation}`)
const loading = performance.now()
await encoder.encode(['a'])
const loadTime = performance.now() - loading
const memoryAfterLoading = process.memoryUsage.rss()
const examples = measureExamples(readExamples())

/** The part of the question's words, function words aside, that the statement has. */
const overlapWith =
  (question: (example: MeasuredExample) => string): Share =>
  (example) => {
    const asked = new Set(contentWords(question(example)))
    const said = new Set(contentWords(example.statement))
    return asked.size === 0 ? 0 : [...asked].filter((word) => said.has(word)).length / asked.size
  }
const plainOverlap = remembered(overlapWith(({ question }) => question))
const cosine: Share = ({ features }) => features.cosine ?? Number.NaN
const judged = { encoder: crossValidate(examples, 'encoder'), lexical: crossValidate(examples, 'lexical') }
const probabilitiesOf = (variant: keyof typeof judged, { id }: MeasuredExample) =>
  judged[variant].get(id) as Probabilities
const shareOf =
  (variant: keyof typeof judged): Share =>
  (example) => {
    const { yes, unsure } = probabilitiesOf(variant, example)
    return yes + 0.5 * unsure
  }
const areaOf = (share: Share, against: 'no' | 'unsure') => (rows: readonly MeasuredExample[]) =>
  areaBetween(
    rows.filter(({ label }) => label === 'yes').map(share),
    rows.filter(({ label }) => label === against).map(share),
  )

const methods: readonly (readonly [string, Share])[] = (
  [
    ['word overlap', plainOverlap],
    [
      'word overlap without the aside',
      overlapWith(({ question }) => readQuestions(question)[0]?.text ?? question),
    ],
    ['encoder cosine', cosine],
    ['judge, words alone', shareOf('lexical')],
    ['judge', shareOf('encoder')],
  ] as const
).map(([name, share]) => [name, remembered(share)])
const show = (value: number) => value.toFixed(3)

for (const dataset of datasets) {
  const rows = examples.filter((example) => example.dataset === dataset)
  console.log(
    `\n${dataset}: ${rows.length} statements, ${new Set(rows.map(({ group }) => group)).size} groups`,
  )
  const interval = (measure: (rows: readonly MeasuredExample[]) => number) =>
    `${show(measure(rows))} [${bootstrapByGroup(rows, measure).map(show).join(', ')}]`
  for (const [name, share] of methods) {
    const againstNo = areaOf(share, 'no')
    const gain = interval((sample) => againstNo(sample) - areaOf(plainOverlap, 'no')(sample))
    const unsure = rows.some(({ label }) => label === 'unsure')
      ? `  yes/unsure ${interval(areaOf(share, 'unsure'))}`
      : ''
    console.log(`  ${name.padEnd(31)} yes/no ${interval(againstNo)}  gain ${gain}${unsure}`)
  }
  for (const variant of ['lexical', 'encoder'] as const) {
    const accuracy = interval((sample) =>
      mean(sample.map((row) => (choice(probabilitiesOf(variant, row)) === row.label ? 1 : 0))),
    )
    const brier = interval((sample) =>
      mean(
        sample.map((row) =>
          verdicts.reduce(
            (sum, verdict) =>
              sum + (probabilitiesOf(variant, row)[verdict] - (row.label === verdict ? 1 : 0)) ** 2,
            0,
          ),
        ),
      ),
    )
    console.log(`  ${variant.padEnd(31)} accuracy ${accuracy}  Brier ${brier}`)
  }
}

console.log('\np(yes) of the judge, and the part of the statements that people called yes')
for (const [low, high] of [0, 0.2, 0.4, 0.6, 0.8].map((start) => [start, start + 0.2] as const)) {
  const rows = examples.filter((example) => {
    const { yes } = probabilitiesOf('encoder', example)
    return yes >= low && yes < high
  })
  const expected = mean(rows.map((example) => probabilitiesOf('encoder', example).yes))
  const interval = bootstrapByGroup(rows, partYes).map(show).join(', ')
  console.log(
    `  ${low}-${high.toFixed(1)}: ${rows.length} statements, p ${show(expected)}, yes ${show(partYes(rows))} [${interval}]`,
  )
}

/** In answers of five statements, each with a few words more, so that none was encoded before. */
const everyday = examples.filter(({ dataset }) => dataset === 'agent-style')
const question = { type: 'choice', instructions: '', criteria: { yes: '', unsure: '', no: '' } } as const
console.log(`\nencoder: first vector after ${Math.round(loadTime)} ms`)
for (const useEncoder of [true, false]) {
  const judge = embeddedJudge({ encoder: useEncoder })
  const times = []
  for (let first = 0; first + 5 <= everyday.length; first += 5) {
    const answer = everyday.slice(first, first + 5)
    const start = process.cpuUsage()
    await judge.decide({
      task: { name: 'statement-relevance', version: 1, instructions: '' },
      state: {
        question: `So, ${answer[0]?.question}`,
        statements: Object.fromEntries(answer.map(({ id, statement }) => [id, `${statement} That is all.`])),
      },
      questions: Object.fromEntries(answer.map(({ id }) => [id, question])),
    })
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
  }
  const sorted = times.sort((a, b) => a - b)
  const [median = Number.NaN, longest = Number.NaN] = [sorted[sorted.length >> 1], sorted.at(-1)]
  console.log(
    `${useEncoder ? 'with the encoder' : 'words alone'}: an answer of five statements takes ${median.toFixed(1)} ms of processor time, ${longest.toFixed(1)} at most`,
  )
}
console.log(
  `memory: ${Math.round(memoryAfterLoading / 1e6)} MB after loading, ${Math.round(process.memoryUsage.rss() / 1e6)} with all threads`,
)

function partYes(rows: readonly MeasuredExample[]): number {
  return mean(rows.map(({ label }) => (label === 'yes' ? 1 : 0)))
}

/** Bootstrap draws ask for the same rows over and over. */
function remembered(share: Share): Share {
  const shares = new Map<string, number>()
  return (example) => {
    const known = shares.get(example.id) ?? share(example)
    shares.set(example.id, known)
    return known
  }
}

function choice(probabilities: Probabilities) {
  return verdicts.reduce((best, verdict) => (probabilities[verdict] > probabilities[best] ? verdict : best))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
