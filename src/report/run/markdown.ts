import { z } from 'zod/v4'
import type { Block } from '../document/blocks.ts'
import { markdownBlocks, markdownDocument } from '../document/markdown.ts'
import { markdownText } from '../safe-text.ts'
import { runHeading, runNotices, runSections } from './document.ts'
import { type Headline, makeHeadline } from './headline.ts'
import { type ReportMaterial, readMaterial } from './material.ts'
import { combineGates, outcomeTitle } from './outcome-title.ts'

/** GitHub's limit in bytes. */
export const longestSummary = 1_048_576
const schema = z.strictObject({
  examples: z.int().min(0).default(5),
  maximumBytes: z.int().min(4096).max(longestSummary).default(longestSummary),
})

/**
 * Shows a run in GitHub's Markdown, for the summary of a workflow's step: gates, scores, comparison, moved items,
 * failures, worst answers. Text of others in it creates no link, image or mark-up.
 *
 * @throws TypeError if an option is invalid or the parts of the material contradict each other, RangeError if even the
 * headings do not fit into `maximumBytes`.
 */
export function markdownSummary(
  given: ReportMaterial,
  options: {
    /** The number of worst answers and moved items for each scorer, 0 or more. Default 5. */
    readonly examples?: number
    /** Rows that do not fit are left out, with a note on how many. Default and maximum 1,048,576, GitHub's limit. */
    readonly maximumBytes?: number
  } = {},
): string {
  const result = schema.safeParse(options)
  if (!result.success) throw new TypeError(`a report in Markdown: ${z.prettifyError(result.error)}`)
  const material = readMaterial(given)
  const head = markdownHead(makeHeadline(material), runHeading(material), runNotices(material), [material])
  return markdownDocument(head, runSections(material, result.data), result.data.maximumBytes)
}

/** Shows the result by gates, the main findings, and what was run. */
export function markdownHead(
  { title, sentences, remedy }: Headline,
  heading: string,
  notices: readonly Block[],
  materials: readonly ReportMaterial[],
): string {
  const outcome = combineGates(materials)
  const failed = outcomeTitle(materials)?.title
  return [
    ...(outcome === undefined ? [] : [`**${outcome.sentence}**`]),
    ...(failed === undefined ? [] : [`## ${markdownText(failed)}`]),
    `${failed === undefined ? '##' : '###'} ${markdownText(title)}`,
    ...(sentences.length === 0 ? [] : [markdownText(sentences.join(' '))]),
    ...(remedy === undefined ? [] : [`To find out: \`${remedy.replaceAll('`', '')}\``]),
    markdownText(heading),
    ...markdownBlocks(notices),
  ].join('\n\n')
}
