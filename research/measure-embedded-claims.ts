/** Measures how well the embedded judge tells supported claims, as docs/reference/embedded-judge.md shows it. node research/measure-embedded-claims.ts */

import { embeddedJudge } from '../src/judge/embedded/embedded-judge.ts'
import { type Probabilities, predict, verdicts } from '../src/judge/embedded/regression.ts'
import { breathing, readContext } from '../src/judge/embedded/support/read-context.ts'
import { contentWords } from '../src/text/words/words.ts'
import {
  claimSets,
  crossValidateSupport,
  type MeasuredClaim,
  measureClaims,
  readClaims,
  trainSupport,
} from './training/claims.ts'
import { areaBetween, bootstrapByGroup } from './training/measures.ts'

type Share = (claim: MeasuredClaim) => number
type Measure = (claims: readonly MeasuredClaim[]) => number

const examples = readClaims()
/** Ten pieces of other articles of the same set before the claim's own, and ten after. */
const amongOthers = (example: (typeof examples)[number]) => {
  const others = examples.filter(
    ({ dataset, group }) => dataset === example.dataset && group !== example.group,
  )
  const place = examples.indexOf(example)
  const some = (step: number) =>
    Array.from({ length: 10 }, (_, index) => others[(place * step + 11 * index) % others.length]).flatMap(
      (other) => other?.context.slice(0, 1) ?? [],
    )
  return [...some(7), ...example.context, ...some(5)]
}
const own = await measureClaims(examples)
const crowded = await measureClaims(examples, amongOthers)

const overlapWith =
  (contextOf: (claim: MeasuredClaim) => readonly string[]): Share =>
  (claim) => {
    const said = new Set(contentWords(claim.claim))
    const known = new Set(contextOf(claim).flatMap(contentWords))
    return said.size === 0 ? 0 : [...said].filter((word) => known.has(word)).length / said.size
  }
const byRule: Share = ({ features }) =>
  features.coverage -
  0.35 * features.numbersMissing -
  0.25 * Math.min(1, features.namesMissing) -
  0.35 * Math.max(features.negationAdded, features.negationDropped) -
  0.35 * features.opposite
const areaOf =
  (share: Share, against: (claim: MeasuredClaim) => boolean = ({ label }) => label !== 'yes'): Measure =>
  (claims) =>
    areaBetween(claims.filter(({ label }) => label === 'yes').map(share), claims.filter(against).map(share))

for (const [name, measured, contextOf] of [
  ['own context', own, ({ context }: MeasuredClaim) => context],
  ['own context among 20 others', crowded, amongOthers],
] as const) {
  const judged = crossValidateSupport(own, measured)
  const probabilitiesOf = ({ id }: MeasuredClaim) => judged.get(id) as Probabilities
  const overlap = remembered(overlapWith(contextOf))
  const judge: Share = (claim) => probabilitiesOf(claim).yes
  for (const dataset of claimSets) {
    const claims = measured.filter((claim) => claim.dataset === dataset)
    const show = (measure: Measure) => interval(claims, measure)
    console.log(`\n${dataset}, ${name}: ${claims.length} claims, ${groupsOf(claims)} groups`)
    console.log(`  word overlap  ${show(areaOf(overlap))}`)
    console.log(`  fixed rule    ${show(areaOf(byRule))}`)
    console.log(`  judge         ${show(areaOf(judge))}`)
    console.log(`  gain          ${show((sample) => areaOf(judge)(sample) - areaOf(overlap)(sample))}`)
    const contradicted = (claim: MeasuredClaim) => claim.label === 'no'
    if (dataset === 'agent-style') {
      console.log(`  judge, supported against contradicted  ${show(areaOf(judge, contradicted))}`)
      console.log(`  overlap, the same                      ${show(areaOf(overlap, contradicted))}`)
    }
    const isRight = (claim: MeasuredClaim) => choice(probabilitiesOf(claim)) === claim.label
    const isRightOnSupport = (claim: MeasuredClaim) =>
      (choice(probabilitiesOf(claim)) === 'yes') === (claim.label === 'yes')
    console.log(`  accuracy, three labels ${show((sample) => partOf(sample, isRight))}`)
    console.log(`  accuracy, supported or not ${show((sample) => partOf(sample, isRightOnSupport))}`)
    console.log(`  Brier score ${show((sample) => brier(sample, probabilitiesOf))}`)
  }
}

const weights = trainSupport(own.filter(({ dataset }) => dataset !== 'agent-style'))
const unseen: Share = ({ features }) => predict(weights, features).yes
const everyday = own.filter(({ dataset }) => dataset === 'agent-style')
console.log(`\nagent-style, fitted to the other two sets only: ${interval(everyday, areaOf(unseen))}`)

const news = examples.flatMap(({ context }) => context).join('\n')
const long = news.repeat(Math.ceil(200_000 / news.length)).slice(0, 200_000)
const judge = embeddedJudge()
const question = {
  type: 'choice',
  instructions: '',
  criteria: { yes: '', no: '', unsure: '', none: '' },
} as const
const claims = Object.fromEntries(examples.slice(0, 100).map(({ id, claim }) => [id, claim]))
const questions = Object.fromEntries(Object.keys(claims).map((id) => [id, question]))
const task = { name: 'claim-support', version: 1, instructions: '' }
for (const text of [long.slice(0, 2_000), long.slice(0, 20_000), long]) {
  await judge.decide({ task, state: { claims, context: { c1: text } }, questions })
  const start = performance.now()
  await readContext(new Map([['c1', text]]), breathing(undefined))
  const reading = performance.now() - start
  const { evidence } = await judge.decide({ task, state: { claims, context: { c1: text } }, questions })
  const each = Math.max(0, evidence.durationInMs - reading) / 100
  console.log(
    `${text.length} characters: ${reading.toFixed(0)} ms to read, ${each.toFixed(2)} ms a claim, ${(await longestHold(text)).toFixed(0)} ms the longest without a turn of the event loop`,
  )
}

async function longestHold(text: string): Promise<number> {
  let longest = 0
  let last = performance.now()
  let isRunning = true
  const turn = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  await judge.decide({ task, state: { claims, context: { c1: text } }, questions })
  longest = Math.max(longest, performance.now() - last)
  isRunning = false
  return longest
}

function interval(claims: readonly MeasuredClaim[], measure: Measure): string {
  const [low, high] = bootstrapByGroup(claims, measure)
  return `${measure(claims).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
}

function groupsOf(claims: readonly MeasuredClaim[]): number {
  return new Set(claims.map(({ group }) => group)).size
}

function partOf(claims: readonly MeasuredClaim[], is: (claim: MeasuredClaim) => boolean): number {
  return claims.filter(is).length / claims.length
}

function brier(claims: readonly MeasuredClaim[], of: (claim: MeasuredClaim) => Probabilities): number {
  const errors = claims.map((claim) =>
    verdicts.reduce((sum, verdict) => sum + (of(claim)[verdict] - (claim.label === verdict ? 1 : 0)) ** 2, 0),
  )
  return errors.reduce((sum, error) => sum + error, 0) / claims.length
}

/** Bootstrap draws ask for the same claims over and over. */
function remembered(share: Share): Share {
  const shares = new Map<string, number>()
  return (claim) => {
    const known = shares.get(claim.id) ?? share(claim)
    shares.set(claim.id, known)
    return known
  }
}

function choice(probabilities: Probabilities) {
  return verdicts.reduce((best, verdict) => (probabilities[verdict] > probabilities[best] ? verdict : best))
}
