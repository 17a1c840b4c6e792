import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom, shuffle } from '../../src/shared/random.ts'
import { splitStatements } from '../../src/text/statements.ts'

/** An answer, and what a reader who mends it understands, sentence by sentence. */
export interface Sample {
  readonly question: string
  readonly answer: string
  readonly meant: readonly string[]
}

interface Row {
  readonly id: string
  readonly input?: string
  readonly output: string
}

const folder = join(import.meta.dirname, '../../datasets')
const rowsOf = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
const formalSets = [
  'language-judges/answer-utility-alce.jsonl',
  'language-judges/instruction-alignment-llmbar.jsonl',
  'language-judges/rubric-judge-mtbench.jsonl',
  'calibration/answer-equivalence-evouna.jsonl',
]
const longest = 900

function formal(rows: readonly Row[]): Sample[] {
  return rows
    .filter(({ output }) => output.length < longest && splitStatements(output).length > 0)
    .map(({ input = '', output }) => ({
      question: input,
      answer: output,
      meant: splitStatements(output).map(({ text }) => text),
    }))
}

const contracted: readonly (readonly [RegExp, string])[] = [
  [/\b(do|does|did|is|are|was|were|has|have|would|could|should) not\b/gi, '$1nt'],
  [/\bcan ?not\b/gi, 'cant'],
  [/\b(it|that|there|what) is\b/gi, '$1s'],
  [/\b(they|you|we) are\b/gi, '$1re'],
  [/\bgoing to\b/gi, 'gonna'],
  [/\bbecause\b/gi, 'cuz'],
  [/\bpeople\b/gi, 'ppl'],
  [/(?<=\p{L})['’](?=\p{L})/gu, ''],
]

function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, next, rest] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)]
  const ways = [before + next + letter + rest, before + next + rest, before + letter + letter + next + rest]
  return ways[Math.floor(random() * ways.length)] as string
}

const emoji = [' 😂', ' 🙏', ' 👍', ' lol', '!!']

/** As somebody types it on a telephone. */
function typed(sentence: string, random: () => number): string {
  let text = sentence
  for (const [pattern, form] of contracted) text = text.replace(pattern, form)
  text = text.replace(/\p{L}{5,}/gu, (word) => (random() < 0.08 ? misspelt(word, random) : word))
  if (random() < 0.5) text = text.toLowerCase()
  if (random() < 0.4) text = text.replace(/[.!?]$/, '')
  return random() < 0.2 ? text + emoji[Math.floor(random() * emoji.length)] : text
}

const apostrophes: readonly (readonly [RegExp, string])[] = [
  [/\b(do|does|did|is|are|was|were|has|have|would|could|should)nt\b/gi, "$1n't"],
  [/\bcant\b/gi, "can't"],
  [/\b(it|that|there|what)s\b/gi, "$1's"],
  [/\b(they|you)re\b/gi, "$1're"],
  [/\bim\b/gi, "I'm"],
  [/\bgonna\b/gi, 'going to'],
  [/\bidk\b/gi, "I don't know"],
]
const mended = (text: string) =>
  apostrophes.reduce((mended, [pattern, form]) => mended.replace(pattern, form), text)

/** 300 formal answers; 150 such answers as typed on a telephone, and 150 comments of Reddit as they were written. */
export function samples(seed = 28): { readonly formal: Sample[]; readonly informal: Sample[] } {
  const random = seededRandom(seed)
  const all = shuffle(
    formalSets.flatMap((file) => formal(rowsOf(file))),
    random,
  )
  const comments = shuffle(formal(rowsOf('language-judges/bias-redditbias.jsonl')), random)
  const fresh = all.slice(300, 450).map(({ question, meant }) => ({
    question,
    answer: meant.map((sentence) => typed(sentence, random)).join(' '),
    meant,
  }))
  const written = comments.slice(0, 150).map((sample) => ({ ...sample, meant: sample.meant.map(mended) }))
  return { formal: all.slice(0, 300), informal: [...fresh, ...written] }
}
