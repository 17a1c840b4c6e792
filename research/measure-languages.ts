/**
 * How often a language is mistaken: the short sentences of the tests, and the English texts of a folder of labelled
 * sets. Run: `node research/measure-languages.ts [folder]`, by default datasets/.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isForeign } from '../src/text/words/english.ts'

const root = join(import.meta.dirname, '..')
let language = ''
let wrong = 0
for (const line of readFileSync(join(root, 'tests/text/words/short-sentences.txt'), 'utf8')
  .trim()
  .split('\n')) {
  if (line.startsWith('#')) language = line.slice(1)
  else if ((await isForeign(line)) !== (language !== 'en')) {
    wrong += 1
    console.log(`mistaken (${language}): ${line}`)
  }
}
console.log(`${wrong} short sentences mistaken`)

/** Texts of more than one word, at any depth. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.includes(' ')) yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsIn(part)
}

const texts = new Set<string>()
for (const file of globSync('**/*.jsonl', { cwd: process.argv[2] ?? join(root, 'datasets') })) {
  const lines = readFileSync(join(process.argv[2] ?? join(root, 'datasets'), file), 'utf8').split('\n')
  for (const line of lines.filter(Boolean)) for (const text of textsIn(JSON.parse(line))) texts.add(text)
}
const refused: string[] = []
for (const text of texts) if (await isForeign(text)) refused.push(text)
console.log(
  `${refused.length} of ${texts.size} English texts refused, ${((100 * refused.length) / texts.size).toFixed(2)} %`,
)
for (const text of refused.slice(0, 20)) console.log(JSON.stringify(text.slice(0, 80)))
