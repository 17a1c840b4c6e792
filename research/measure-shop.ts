/** How often the embedded judge puts the right one of five answers to a shop's question first: node research/measure-shop.ts [--list] */

import { readFileSync } from 'node:fs'
import { embeddedJudge } from '../src/judge/embedded/embedded-judge.ts'
import { relevanceQuestion, relevanceTask } from '../src/scorers/answer-relevancy.ts'

interface Asked {
  readonly id: string
  readonly kind: string
  readonly input: string
  readonly answers: readonly {
    readonly text: string
    readonly label: 'right' | 'wrong'
    readonly why?: string
  }[]
}

const file = new URL('../datasets/shop/questions.jsonl', import.meta.url)
const asked = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Asked)
const judge = embeddedJudge()
const isListed = process.argv.includes('--list')

/** The answers beside a courtesy, so that none is taken for the whole answer. */
async function readShares(question: string, texts: readonly string[]): Promise<number[]> {
  const statements = Object.fromEntries([...texts, 'Thank you.'].map((text, index) => [`s${index}`, text]))
  const questions = Object.fromEntries(Object.keys(statements).map((id) => [id, relevanceQuestion]))
  const { answers } = await judge.decide({ task: relevanceTask, state: { question, statements }, questions })
  return texts.map((_, index) => answers[`s${index}`]?.share ?? Number.NaN)
}

let first = 0
const sums = { right: 0, wrong: 0 }
for (const { id, input, answers } of asked) {
  const shares = await readShares(
    input,
    answers.map(({ text }) => text),
  )
  const right = answers.findIndex(({ label }) => label === 'right')
  const best = Math.max(...shares.filter((_, index) => index !== right))
  const isFirst = (shares[right] ?? 0) > best
  first += Number(isFirst)
  for (const [index, share] of shares.entries()) sums[index === right ? 'right' : 'wrong'] += share
  if (isListed && !isFirst)
    console.log(
      `${id} ${input}\n  ${answers.map(({ text }, index) => `${shares[index]?.toFixed(2)} ${text}`).join('\n  ')}`,
    )
}
console.log(`right answer first: ${first} of ${asked.length}`)
console.log(
  `mean share of right answers ${(sums.right / asked.length).toFixed(3)}, of wrong ones ${(sums.wrong / asked.length / 4).toFixed(3)}`,
)
process.exit(0)
