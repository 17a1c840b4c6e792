/**
 * How often the embedded judge takes a turned claim for supported, or an empty answer for an answer, on pairs that were
 * written for it. node research/measure-adversarial-pairs.ts [seen|kept] [--list]
 */

import { readFileSync } from 'node:fs'
import { embeddedJudge } from '../src/judge/embedded/embedded-judge.ts'
import { relevanceQuestion, relevanceTask } from '../src/scorers/answer-relevancy.ts'
import { supportQuestion, supportTask } from '../src/scorers/claims/claim-support.ts'

interface Pair {
  readonly id: string
  readonly part: string
  readonly kind: string
  readonly context?: string
  readonly question?: string
  readonly good: string
  readonly bad: string
}

const file = new URL('../datasets/calibration/adversarial-pairs.jsonl', import.meta.url)
const part = process.argv[2] ?? 'seen'
const pairs = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Pair)
  .filter((pair) => pair.part === part)
const judge = embeddedJudge()

/** Each unit by itself, as the whole of an answer. */
async function judged({ context, question }: Pair, unit: string) {
  const units = { u1: unit }
  const { answers } =
    context === undefined
      ? await judge.decide({
          task: relevanceTask,
          state: { question: question ?? '', statements: units },
          questions: { u1: relevanceQuestion },
        })
      : await judge.decide({
          task: supportTask,
          state: { context: { c1: context }, claims: units },
          questions: { u1: supportQuestion },
        })
  return answers.u1
}

const counts = new Map<string, { pairs: number; goodMissed: number; badPassed: number }>()
for (const pair of pairs) {
  const good = await judged(pair, pair.good)
  const bad = await judged(pair, pair.bad)
  const kind = `${pair.context === undefined ? 'relevance' : 'support'}: ${pair.kind}`
  const count = counts.get(kind) ?? { pairs: 0, goodMissed: 0, badPassed: 0 }
  counts.set(kind, count)
  count.pairs += 1
  if (good.choice !== 'yes') count.goodMissed += 1
  if (bad.choice === 'yes') count.badPassed += 1
  if (process.argv.includes('--list')) {
    const shown = (text: string, { choice, share, reason }: typeof good) =>
      `${choice} ${share?.toFixed(2)} ${text} (${reason})`
    if (good.choice !== 'yes') console.log(`MISSED ${shown(pair.good, good)}`)
    if (bad.choice === 'yes') console.log(`PASSED ${shown(pair.bad, bad)}`)
  }
}
const total = { pairs: 0, goodMissed: 0, badPassed: 0 }
for (const count of counts.values())
  for (const key of ['pairs', 'goodMissed', 'badPassed'] as const) total[key] += count[key]
console.table({ ...Object.fromEntries(counts), 'in all': total })
process.exit(0)
