/** The embedded judge by its likeliest verdict, by the nearest credit and by share: node research/measure-embedded-credits.ts FOLDER */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedJudge } from '../src/judge/embedded/embedded-judge.ts'
import { JudgeAbstainedError } from '../src/judge/errors.ts'
import { areaBetween } from './training/measures.ts'

interface Row {
  readonly input?: string
  readonly statement?: string
  readonly context?: readonly string[]
  readonly label: string
}

/** What people's labels and the judge's verdicts count, 0 to 1. */
const worth: Readonly<Record<string, number>> = { yes: 1, supported: 1, unsure: 0.5 }

const sets = {
  'statement-relevance-agent-style': 'statement-relevance',
  'statement-relevance-epqa': 'statement-relevance',
  'statement-relevance-clapnq': 'statement-relevance',
  'context-relevance-qed': 'statement-relevance',
  'faithfulness-fm2': 'claim-support',
  'faithfulness-realsumm-scu': 'claim-support',
} as const

const judge = embeddedJudge()
const [folder = 'datasets/calibration'] = process.argv.slice(2)

for (const [set, task] of Object.entries(sets)) {
  const rows = readFileSync(join(folder, `${set}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Row => JSON.parse(line))
  const asked = await Promise.all(rows.map((row) => judgeRow(row, task).catch(leaveOutAbstained)))
  const judged = asked.filter((answer) => answer !== undefined)
  const readings = {
    likeliest: judged.map(({ likeliest }) => likeliest),
    nearest: judged.map(({ nearest }) => nearest),
    share: judged.map(({ share }) => share),
  }
  const people = judged.map(({ label }) => worth[label] ?? 0)
  console.log(
    `\n${set}: ${judged.length} of ${rows.length} rows judged, mean of people ${mean(people).toFixed(3)}`,
  )
  for (const [name, values] of Object.entries(readings)) {
    const of = (wanted: number) => values.filter((_, index) => people[index] === wanted)
    const squared = mean(values.map((value, index) => (value - (people[index] ?? 0)) ** 2))
    console.log(
      `  ${name.padEnd(9)} AUC ${areaBetween(of(1), of(0)).toFixed(3)}  squared error ${squared.toFixed(3)}  mean ${mean(values).toFixed(3)}`,
    )
  }
}

/** Another statement stands beside each, so that none is taken for the whole answer. */
async function judgeRow(row: Row, task: (typeof sets)[keyof typeof sets]) {
  const isRelevance = task === 'statement-relevance'
  const text = row.statement ?? row.context?.[0] ?? ''
  const units: Record<string, string> = { s1: text, ...(isRelevance && { s2: 'Thank you.' }) }
  const criteria: Record<string, string> = { yes: '', unsure: '', no: '', ...(!isRelevance && { none: '' }) }
  const question = { type: 'choice', instructions: '', criteria } as const
  const context = Object.fromEntries((row.context ?? []).map((piece, index) => [`c${index + 1}`, piece]))
  const { answers } = await judge.decide({
    task: { name: task, version: 1, instructions: '' },
    state: isRelevance ? { question: row.input ?? '', statements: units } : { claims: units, context },
    questions: Object.fromEntries(Object.keys(units).map((id) => [id, question])),
  })
  if (answers.s1?.type !== 'choice') throw new TypeError('the judge did not choose')
  const { choice, probabilities = {}, share = Number.NaN } = answers.s1
  const [likeliest = ''] = Object.keys(probabilities).toSorted(
    (a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0),
  )
  const credit = (verdict: string) => (isRelevance ? (worth[verdict] ?? 0) : Number(verdict === 'yes'))
  return { label: row.label, likeliest: credit(likeliest), nearest: credit(choice), share }
}

function leaveOutAbstained(error: unknown): undefined {
  if (!(error instanceof JudgeAbstainedError)) throw error
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
