import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type Case, toCase } from '../../../evaluation/cases/case.ts'
import { listHeadings, questionOfHeading } from '../../../evaluation/cases/question-of-heading.ts'
import { CommandError } from '../../command-error.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Surroundings } from '../../surroundings.ts'
import { drawCases } from './draw-cases.ts'
import type { DatasetFlags } from './options.ts'

/** Makes questions out of the headings of a folder's Markdown pages; one that several pages answer is made once. */
export async function casesOfPages(flags: DatasetFlags, plan: Plan): Promise<Case[]> {
  const { from, only, scorer } = flags
  const [other] = Object.entries({ only, scorer }).find(([, value]) => value !== undefined) ?? []
  if (other !== undefined) throw new CommandError(`--${other} is for answers, not for pages: leave it out`)
  return drawQuestions(await readQuestions(resolve(plan.folder, from), plan.folder), from, flags, plan)
}

/**
 * @param from The folder of the pages, for messages.
 * @throws CommandError if there are no questions.
 */
export function drawQuestions(
  questions: Awaited<ReturnType<typeof readQuestions>>,
  from: string,
  sampling: Pick<DatasetFlags, 'sample' | 'seed'>,
  surroundings: Surroundings,
): Promise<Case[]> {
  return drawCases(
    questions,
    {
      ...sampling,
      chosen: 'made from headings',
      none: `no page in ${from} has a heading that makes a question, such as “Choose a plan” or “How to pay”`,
      nameEntry: ({ question }) => question,
      make: ({ page, heading, question }, draw) =>
        toCase({ source: { page, heading }, item: { input: question }, isAgent: false, draw }),
    },
    surroundings,
  )
}

/**
 * Returns the questions that the headings of a folder's Markdown pages make, without those of hidden folders and
 * dependencies. Each names its page by the path from the working folder, with forward slashes.
 */
export async function readQuestions(pages: string, folder: string) {
  const entries = await readdir(pages, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.mdx?$/i.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/(?:^|[/\\])(?:node_modules|\.[^/\\]*)[/\\]/.test(relative(pages, path)))
    .sort()
  const questions = new Map<string, { page: string; heading: string; question: string }>()
  for (const path of files) {
    const page = relative(folder, path).replaceAll(sep, '/')
    for (const heading of listHeadings(await readFile(path, 'utf8'))) {
      const question = questionOfHeading(heading)
      const key = question?.toLowerCase()
      if (question !== undefined && key !== undefined && !questions.has(key))
        questions.set(key, { page, heading, question })
    }
  }
  return [...questions.values()]
}
