/**
 * Our answer relevancy beside that of `@mastra/evals`: calls, prompts, CPU and time of a scored answer, in one
 * process, with the same answers and the same judge over HTTP. Run: `npm run bench`.
 */
import { parseArgs } from 'node:util'
import { type Measurement, measure } from './support/measure.ts'
import { countPrompts, type Prompts, Recorder } from './support/prompts.ts'
import { readSamples, toRun } from './support/runs.ts'
import {
  type Candidate,
  embedded,
  embeddedWords,
  ours,
  peer,
  peerByToken,
  type Score,
} from './support/scorers.ts'
import { startJudge } from './support/start-judge.ts'
import { median } from './support/statistics.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new TypeError('--rounds must be a whole number above 0')

const runs = readSamples().map(toRun)
const judge = await startJudge()

async function countCalls(candidate: Candidate): Promise<Prompts & { readonly scores: number[] }> {
  const recorder = new Recorder()
  const score = candidate.create(judge, { latencyInMs: 0, fetch: recorder.fetch })
  const scores: number[] = []
  const answers = []
  for (const run of runs) {
    scores.push(await score(run))
    answers.push(recorder.take())
  }
  return { ...countPrompts(answers), scores }
}

const counted = new Map<Candidate, Awaited<ReturnType<typeof countCalls>>>()
for (const candidate of [peer, ours]) counted.set(candidate, await countCalls(candidate))
const promptsOf = (candidate: Candidate) => counted.get(candidate) as Prompts & { readonly scores: number[] }

// The judge tells both sides the same, so both have to come to the same score; the peer rounds it.
const differing = promptsOf(ours).scores.filter((score, index) => {
  const expected = promptsOf(peer).scores[index] ?? Number.NaN
  return !(Math.abs(score - expected) <= 0.0051)
})
if (differing.length > 0) throw new Error(`${differing.length} scores differ from the peer's`)

const whole = (value: number) => value.toFixed(0)
const promptRows = [...counted].map(([{ name }, prompts]) => [
  name,
  whole(prompts.calls),
  whole(prompts.fixedCharacters),
  whole(prompts.promptCharacters),
  whole(prompts.schemaCharacters),
  whole((prompts.promptCharacters + prompts.schemaCharacters) / 4),
  whole(prompts.replyCharacters / 4),
])
console.log(`## Calls and prompts of a scored answer (${runs.length} answers)\n`)
console.log(
  table([
    ['', 'calls', 'fixed characters', 'prompt characters', 'schema characters', 'tokens in', 'tokens out'],
    ...promptRows,
  ]),
)
console.log('\nTokens are estimated: characters / 4.')

interface Condition {
  readonly latencyInMs: number
  readonly atOnce: number
  /** Answers in a round. */
  readonly answers: number
  readonly candidates: readonly Candidate[]
}

const remote = [peer, ours]
const conditions: Condition[] = [
  { latencyInMs: 0, atOnce: 1, answers: 32, candidates: [...remote, peerByToken, embedded, embeddedWords] },
  { latencyInMs: 0, atOnce: 32, answers: 64, candidates: [...remote, peerByToken, embedded, embeddedWords] },
  { latencyInMs: 200, atOnce: 1, answers: 8, candidates: remote },
  { latencyInMs: 200, atOnce: 32, answers: 64, candidates: remote },
]

type Rounds = Map<Candidate, Measurement[]>

/** Every candidate once a round, in an order that turns from round to round, so that drift hits all. */
async function runCondition({ latencyInMs, atOnce, answers, candidates }: Condition): Promise<Rounds> {
  const results: Rounds = new Map(candidates.map((candidate) => [candidate, []]))
  const scores = candidates.map((candidate) => [candidate, candidate.create(judge, { latencyInMs })] as const)
  const jobs = (score: Score) =>
    Array.from({ length: answers }, (_, index) => async () => {
      await score(runs[index % runs.length] as (typeof runs)[number])
    })
  for (const [, score] of scores) await measure(jobs(score), atOnce)
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % scores.length
    for (const [candidate, score] of [...scores.slice(turn), ...scores.slice(0, turn)]) {
      globalThis.gc?.()
      results.get(candidate)?.push(await measure(jobs(score), atOnce))
    }
  }
  return results
}

/** CPU, time of a busy event loop, time from asking to having the score, time of the round; of one answer each. */
const fields = ['cpuInMs', 'loopInMs', 'medianInMs', 'roundInMs'] as const
type Field = (typeof fields)[number]

const medianOf = (results: Rounds, candidate: Candidate, field: Field) =>
  median((results.get(candidate) ?? []).map((round) => round[field]))

/** Median over the rounds of ours / peer, both from the same round. */
function ratio(results: Rounds, candidate: Candidate, field: Field): number {
  const peers = results.get(peer) ?? []
  const ours = results.get(candidate) ?? []
  return median(ours.map((round, index) => round[field] / (peers[index]?.[field] ?? Number.NaN)))
}

const measured = new Map<Condition, Rounds>()
for (const condition of conditions) {
  const results = await runCondition(condition)
  measured.set(condition, results)
  const { latencyInMs, atOnce, answers, candidates } = condition
  console.log(
    `\n## A call takes ${latencyInMs} ms, ${atOnce} at once (${rounds} rounds of ${answers} answers)\n`,
  )
  console.log(
    table([
      ['', 'CPU ms', 'ratio', 'event loop ms', 'ratio', 'score after ms', 'ratio', 'ms an answer', 'ratio'],
      ...candidates.map((candidate) => [
        candidate.name,
        ...fields.flatMap((field) => [
          medianOf(results, candidate, field).toFixed(1),
          ratio(results, candidate, field).toFixed(3),
        ]),
      ]),
    ]),
  )
}

console.log('\n## Targets\n')
function report(target: string, value: number, limit: number, digits: number): void {
  console.log(`${value <= limit ? 'pass' : 'FAIL'}  ${target}: ${value.toFixed(digits)}, at most ${limit}`)
}
report('judge calls', promptsOf(ours).calls, 1, 0)
report(
  'prompt characters, ours / peer',
  promptsOf(ours).promptCharacters / promptsOf(peer).promptCharacters,
  0.28,
  3,
)
for (const [{ latencyInMs, atOnce }, results] of measured) {
  const where = `${latencyInMs} ms a call, ${atOnce} at once`
  report(`CPU, ours / peer, ${where}`, ratio(results, ours, 'cpuInMs'), 0.08, 3)
  if (latencyInMs > 0) report(`time, ours / peer, ${where}`, ratio(results, ours, 'medianInMs'), 0.36, 3)
}
judge.stop()
