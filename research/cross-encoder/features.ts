/** The judge's own features of each row, for frozen.py: node features.ts ROWS OUTPUT */
import { readFileSync, writeFileSync } from 'node:fs'
import { measureFeatures, readQuestions } from '../../src/judge/embedded/relevance/features.ts'
import { readExamples } from '../training/examples.ts'

interface Row {
  readonly task: string
  readonly source: string
  readonly group: string
  readonly first: string
  readonly second: string
  readonly label: string
}

interface Asked {
  readonly input: string
  readonly answers: readonly { readonly text: string; readonly label: string }[]
}

const [rows = '', output = ''] = process.argv.slice(2)
const linesOf = (file: string | URL) => readFileSync(file, 'utf8').trimEnd().split('\n')

function measured(question: string, second: string) {
  const asked = readQuestions(question).at(-1)
  if (asked === undefined) throw new Error('a text without a question')
  return { asked: asked.text, second, features: measureFeatures(asked, second) }
}

const trained = linesOf(rows)
  .map((line) => JSON.parse(line) as Row)
  .filter(({ task }) => task === 'relevance')
  .map(({ source, label, first, second }) => ({ set: source, group: '', label, ...measured(first, second) }))
const labelled = readExamples().map(({ dataset, group, label, question, statement }) => ({
  ...{ set: dataset, group, label },
  ...measured(question, statement),
}))
const shop = linesOf(new URL('../../datasets/shop/questions.jsonl', import.meta.url))
  .map((line) => JSON.parse(line) as Asked)
  .flatMap(({ input, answers }) =>
    answers.map(({ text, label }) => ({ set: 'shop', group: '', label, ...measured(input, text) })),
  )
writeFileSync(output, JSON.stringify({ trained, labelled, shop }))
