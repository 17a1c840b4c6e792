import { statSync } from 'node:fs'
import { join } from 'node:path'
import { toSentence } from '../../command-error.ts'
import { warn } from '../../print.ts'
import type { Surroundings } from '../../surroundings.ts'
import { drawQuestions, readQuestions } from '../dataset/from-pages.ts'

export const questionsFile = 'evals/questions.jsonl'
const pagesFolder = 'docs'
/** With fewer, the pages are not what the agent answers from, or not enough of it. */
const fewest = 20
/** So many show whether a change helps. */
const most = 30
/** Fewer are not worth a command. */
const worthNaming = 3

/** Goes into the first line of the dataset, since JSONL has no comments. */
const comment =
  'questions that your users ask, one per line; 30 or more show whether a change helps. groundTruth, beside input, is the right answer.'

/** Questions that suit any agent: with fewer, no comparison of several scorers could fail. */
const ofAnyAgent = [
  { id: 'purpose', input: 'What can you help me with?' },
  { id: 'limits', input: 'What can you not do?' },
  { id: 'needs', input: 'What do you need to know from me before you can help?' },
  { id: 'start', input: 'How do I get started?' },
  { id: 'example', input: 'What would be a good question to ask you?' },
  { id: 'unsure', input: 'What do you do if you are not sure of an answer?' },
  { id: 'sources', input: 'Where does what you tell me come from?' },
  { id: 'person', input: 'How do I reach a person instead of you?' },
]

/**
 * Makes the questions to begin with from the headings in `docs/`, if those make enough.
 *
 * @returns The dataset, as JSONL, and the step that leads to better questions.
 */
export async function chooseQuestions(surroundings: Surroundings) {
  const made = await readPages(surroundings)
  if (made.length >= fewest) {
    const cases = await drawQuestions(made, pagesFolder, { sample: most }, surroundings)
    return {
      text: toLines(
        `Keep or replace by ${comment}`,
        cases.map(({ item }) => item),
      ),
      step: `Read ${questionsFile}: its ${cases.length} questions are made from headings in ${pagesFolder}/, which each of them names. Keep what your users would ask.`,
    }
  }
  const command = `npx verdict dataset add --from ${pagesFolder} --to ${questionsFile}`
  const ofPages =
    made.length < worthNaming
      ? ''
      : ` If the agent answers from ${pagesFolder}/, its headings make ${made.length} to begin with: \`${command}\`.`
  return {
    text: toLines(`Replace these with ${comment}`, ofAnyAgent),
    step: `Put questions that your users ask into ${questionsFile}.${ofPages}`,
  }
}

/** The pages only help: without them `init` writes what it always does. */
async function readPages({ folder, stderr }: Surroundings): ReturnType<typeof readQuestions> {
  const pages = join(folder, pagesFolder)
  if (!statSync(pages, { throwIfNoEntry: false })?.isDirectory()) return []
  try {
    return await readQuestions(pages, folder)
  } catch (error) {
    warn(stderr, `${pagesFolder}/ cannot be read for questions: ${toSentence(error)}`)
    return []
  }
}

function toLines(
  comment: string,
  items: readonly { readonly id: string; readonly metadata?: object }[],
): string {
  return items
    .map((item, index) => (index === 0 ? { ...item, metadata: { comment, ...item.metadata } } : item))
    .map((item) => `${JSON.stringify(item)}\n`)
    .join('')
}
