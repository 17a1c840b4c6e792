/**
 * What becomes of answers whose statements a decent judge extracts: units dropped, sentences put back, content words
 * that no judged statement has. Run: `node research/measure-extraction.ts`, or with the folder of another checkout,
 * whose grounding is measured: `git worktree add /tmp/before 2cbd750 && node research/measure-extraction.ts /tmp/before`.
 */
import { join, resolve } from 'node:path'
import { seededRandom } from '../src/shared/random.ts'
import { englishFunctionWords } from '../src/text/function-words.ts'
import { isSameSpelling } from '../src/text/informal.ts'
import { contentWords, stem } from '../src/text/words.ts'
import { type Sample, samples } from './extraction/answers.ts'
import { extracted } from './extraction/extracted.ts'

const root = resolve(
  process.argv[2]?.startsWith('-')
    ? join(import.meta.dirname, '..')
    : (process.argv[2] ?? join(import.meta.dirname, '..')),
)
const { groundUnits } = await import(join(root, 'src/text/grounding.ts'))
const { splitStatements } = await import(join(root, 'src/text/statements.ts'))
const isBefore = process.argv[2] !== undefined && !process.argv[2].startsWith('-')

const spellingOf = (word: string) => stem(word.replaceAll(/['’]/g, ''))
const written: Readonly<Record<string, string>> = {
  cuz: 'because',
  ppl: 'people',
  gonna: 'going',
  idk: 'know',
}
const closed = new Set([...englishFunctionWords].map((word) => word.replaceAll(/['’]/g, '')))
const isClosed = (word: string) =>
  [word, word.replaceAll(/['’]/g, '')].some(
    (word) => closed.has(word) || [...closed].some((other) => isSameSpelling(word, other)),
  )
const wordsOf = (text: string) =>
  contentWords(text)
    .map((word) => written[word] ?? word)
    .filter((word) => !isClosed(word))

function measure(kind: string, all: readonly Sample[]): object {
  const random = seededRandom(600)
  const count = {
    units: 0,
    dropped: 0,
    withOwnWords: 0,
    ownDropped: 0,
    sentences: 0,
    putBack: 0,
    statements: 0,
    words: 0,
    lost: 0,
  }
  for (const sample of all) {
    const { question, answer } = sample
    const sentences = splitStatements(answer)
    const units = extracted(sample, random)
    const { statements, invented, restored } = groundUnits(
      units.map(({ text }) => text),
      sentences,
      isBefore ? question : { known: question, written: answer },
    )
    const judged = new Set<string>(statements.flatMap(({ text }: { text: string }) => wordsOf(text)))
    const words = new Set<string>(sentences.flatMap(({ text }: { text: string }) => wordsOf(text)))
    const spellings = new Set([...judged].map(spellingOf))
    const lost = [...words].filter(
      (word) => !spellings.has(spellingOf(word)) && ![...judged].some((other) => isSameSpelling(word, other)),
    )
    if (process.argv.includes('--show') && lost.length > 0) console.log(lost, answer, units, statements)
    const own = units.filter(({ ownWords }) => ownWords)
    const dropped = invented.filter((text: string) => !own.some((unit) => unit.text === text))
    count.units += units.length - own.length
    count.dropped += dropped.length
    count.withOwnWords += own.length
    count.ownDropped += invented.length - dropped.length
    count.sentences += sentences.length
    count.putBack += restored.length
    count.statements += statements.length
    count.words += words.size
    count.lost += lost.length
  }
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`
  return {
    answers: kind,
    ...count,
    droppedShare: percent(count.dropped, count.units),
    putBackShare: percent(count.putBack, count.sentences),
  }
}

const { formal, informal } = samples()
console.table([measure(`${formal.length} formal`, formal), measure(`${informal.length} informal`, informal)])
