/** Measures what was tried to improve relevance and left out, as docs/embedded-judge.md shows it. node scripts/measure-relevance-tried.ts [--errors] */

import { encoderInstallation, sharedEncoder } from '../src/judge/embedded/encoder.ts'
import { encoderFeatures } from '../src/judge/embedded/features.ts'
import { predict } from '../src/judge/embedded/regression.ts'
import { tenth } from '../src/judge/embedded/training/cross-validation.ts'
import { datasets, measureExamples, readExamples } from '../src/judge/embedded/training/examples.ts'
import { fitRegression } from '../src/judge/embedded/training/fit.ts'
import { areaUnderCurve, bootstrapByGroup } from '../src/judge/embedded/training/measures.ts'
import { measureAdditions, type TriedExample } from './relevance-tried/additions.ts'
import { gaussian, matrixOf, meanProduct, ridge, standardised } from './relevance-tried/kernel-ridge.ts'

/** Example id to share, of a judge that had seen nothing of the example's group. */
type Shares = ReadonlyMap<string, number>
/** Judges the examples that are left out by what it learns from the others. */
type Method = (isLeftOut: (example: TriedExample) => boolean, isKept: (group: string) => boolean) => Shares

const seeds = [1, 2, 3]
const encoder = sharedEncoder()
if (!encoder) throw new Error(`the encoder is needed to measure: ${encoderInstallation}`)
const examples = await measureAdditions(await measureExamples(readExamples(), encoder), encoder)
const weightOf = ({ dataset }: TriedExample) => (dataset === 'agent-style' ? 2 : 1)
const targets = examples.map(({ label }) => ({ yes: 1, unsure: 0.5, no: 0 })[label])

const withAdditions =
  (added: readonly string[], penalty = 1): Method =>
  (isLeftOut, isKept) => {
    const rows = examples.map((example) => ({
      features: { ...example.features, ...example.additions },
      label: example.label,
      weight: weightOf(example),
    }))
    const learned = rows.filter((_, row) => {
      const example = examples[row] as TriedExample
      return !isLeftOut(example) && isKept(example.group)
    })
    const weights = fitRegression(learned, [...encoderFeatures, ...added], penalty)
    return new Map(
      examples.flatMap((example, row) => {
        if (!isLeftOut(example)) return []
        const { yes, unsure } = predict(weights, rows[row]?.features ?? {})
        return [[example.id, yes + 0.5 * unsure] as const]
      }),
    )
  }

const withKernel =
  (matrix: readonly Float64Array[]): Method =>
  (isLeftOut) => {
    const left = examples.map(isLeftOut)
    const said = ridge(matrix, targets, examples.map(weightOf), (row) => left[row] === true)
    return new Map([...said].map(([row, share]) => [(examples[row] as TriedExample).id, share]))
  }

const inputs = standardised(
  examples.map(({ features }) => Float64Array.from(encoderFeatures, (name) => features[name] as number)),
)
const straight = matrixOf(inputs, meanProduct)
const products = matrixOf(standardised(examples.map((example) => example.products)), meanProduct)
const everything = standardised(
  examples.map(({ features, additions }) =>
    Float64Array.from([
      ...encoderFeatures.map((name) => features[name] as number),
      ...Object.values(additions),
    ]),
  ),
)
const sum = (a: readonly Float64Array[], b: readonly Float64Array[], factor: number) =>
  a.map((row, index) => row.map((value, column) => value + factor * (b[index]?.[column] as number)))

const wordNumbers = ['rareCoverage', 'pairs', 'firstPlace', 'cue', 'pronoun', 'names', 'typeCoverage']
const encoderNumbers = [
  'statementCosine',
  'clauseCosine',
  'wordsInMeaning',
  'wordsInMeaningBack',
  'typeCosine',
]
const everyGroup = () => true
const halfOfGroups = (group: string) => Number(tenth(`half ${group}`).at(-1)) < 5
const methods: readonly (readonly [string, Method, ((group: string) => boolean)?])[] = [
  ['judge', withAdditions([])],
  ['judge, from half of the groups', withAdditions([]), halfOfGroups],
  ['marks of the corpus put right', withAdditions(['writtenCosine'])],
  ['rare words count more', withAdditions(['rareCoverage'])],
  ['two words of the question in a row', withAdditions(['pairs'])],
  ['place of the first shared word', withAdditions(['firstPlace'])],
  ['finer kinds of answers', withAdditions(['cue'])],
  ['pronoun at the start, share of names', withAdditions(['pronoun', 'names'])],
  ['kind of answer beside shared words', withAdditions(['typeCoverage', 'typeCosine'])],
  ['question as a statement, encoded', withAdditions(['statementCosine'])],
  ['best clause, encoded', withAdditions(['clauseCosine'])],
  ['words matched by meaning', withAdditions(['wordsInMeaning', 'wordsInMeaningBack'])],
  ['all of these, penalty 10', withAdditions([...wordNumbers, ...encoderNumbers], 10)],
  ['kernel ridge, straight', withKernel(straight)],
  ['kernel ridge, curved', withKernel(matrixOf(inputs, gaussian))],
  ['kernel ridge, products of the vectors', withKernel(sum(straight, products, 0.3))],
  ['all of these and the products', withKernel(sum(matrixOf(everything, meanProduct), products, 0.3))],
]

function crossValidated(method: Method, isKept: (group: string) => boolean = everyGroup): Shares[] {
  return seeds.map((seed) => {
    const folds = new Map(examples.map(({ group }) => [group, tenth(`${seed} ${group}`)]))
    const shares = [...new Set(folds.values())].flatMap((fold) => [
      ...method(({ group }) => folds.get(group) === fold, isKept),
    ])
    return new Map(shares)
  })
}

/** The area, yes against no, as the mean over the seeds. */
const areaOf = (all: readonly Shares[]) => (rows: readonly TriedExample[]) =>
  all.reduce((total, shares) => {
    const of = (wanted: string) =>
      rows.flatMap(({ id, label }) => (label === wanted ? [shares.get(id) as number] : []))
    return total + areaUnderCurve(of('yes'), of('no'))
  }, 0) / all.length

/** How often, of two sentences of one passage, the one that people chose has the higher share. */
function withinPassages(all: readonly Shares[], rows: readonly TriedExample[]): number {
  const pairs = [...Map.groupBy(rows, ({ group }) => group).values()].flatMap((group) =>
    group.flatMap((chosen) =>
      group.flatMap((other) => (chosen.label === 'yes' && other.label === 'no' ? [[chosen, other]] : [])),
    ),
  )
  const rights = pairs.flatMap((pair) => all.map((shares) => areaOf([shares])(pair)))
  return rights.reduce((total, right) => total + right, 0) / rights.length
}

const show = (value: number) => value.toFixed(3)
const judge = crossValidated(withAdditions([]))
for (const [name, method, isKept] of methods) {
  const tried = crossValidated(method, isKept)
  const cells = datasets.map((dataset) => {
    const rows = examples.filter((example) => example.dataset === dataset)
    const gain = (sample: readonly TriedExample[]) => areaOf(tried)(sample) - areaOf(judge)(sample)
    return `${dataset} ${show(areaOf(tried)(rows))} ${show(gain(rows))} [${bootstrapByGroup(rows, gain).map(show).join(', ')}]`
  })
  const within = withinPassages(
    tried,
    examples.filter(({ dataset }) => dataset === 'clapnq'),
  )
  console.log(`${name.padEnd(38)} ${cells.join('  ')}  within passages ${show(within)}`)
}

const encyclopaedia = examples.filter(({ dataset }) => dataset === 'clapnq')
const isElsewhere = ({ id }: TriedExample) => id.startsWith('clapnq-u')
const parts: readonly (readonly [string, (example: TriedExample) => boolean])[] = [
  ['a word shared', ({ features }) => features.shared > 0],
  ['no word shared', ({ features }) => features.shared === 0],
  ['no from a passage with an answer', (example) => example.label === 'yes' || !isElsewhere(example)],
  ['no from a passage without', (example) => example.label === 'yes' || isElsewhere(example)],
]
for (const [name, isPart] of parts) {
  const rows = encyclopaedia.filter(isPart)
  const count = (wanted: string) => rows.filter(({ label }) => label === wanted).length
  const area = `${show(areaOf(judge)(rows))} [${bootstrapByGroup(rows, areaOf(judge)).map(show).join(', ')}]`
  console.log(`clapnq, ${name}: yes ${count('yes')}, no ${count('no')}, judge ${area}`)
}

if (process.argv.includes('--errors')) {
  const share = ({ id }: TriedExample) =>
    judge.reduce((total, shares) => total + (shares.get(id) as number), 0)
  const sorted = [...encyclopaedia].sort((a, b) => share(a) - share(b))
  const lowest = sorted.filter(({ label }) => label === 'yes').slice(0, 30)
  const highest = sorted.filter(({ label }) => label === 'no').slice(-30)
  for (const example of [...lowest, ...highest]) {
    const { label, id, question, statement } = example
    console.log(`${label} ${show(share(example) / seeds.length)} ${id}: ${question} | ${statement}`)
  }
}
