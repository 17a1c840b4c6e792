import { z } from 'zod/v4'
import { costsOf } from '../contents/costs.ts'
import { headlineOf } from '../contents/headline.ts'
import type { ReportMaterial } from '../contents/material.ts'
import { outcomeOf } from '../contents/outcome.ts'
import { costText, formatNumberOf } from '../format.ts'
import { markComment } from '../mark.ts'
import { markdownText } from '../safe-text.ts'
import { incompleteSentence, judgesOf, noticesOf } from '../wording.ts'
import type { Section } from './section.ts'
import { summarySections } from './sections.ts'

export interface MarkdownSummaryOptions extends ReportMaterial {
  /** Worst answers and moved items for each scorer, 0 or more. Default 5. */
  readonly examples?: number
  /** Rows that do not fit are left out, and their number is said. Default and most 1,048,576: GitHub takes no more. */
  readonly maximumBytes?: number
}

/** Bytes that GitHub takes. */
export const longestSummary = 1_048_576
const options = z.object({
  examples: z.int().min(0).default(5),
  maximumBytes: z.int().min(4096).max(longestSummary).default(longestSummary),
})

const bytes = (text: string) => Buffer.byteLength(text, 'utf8')

/**
 * A run in GitHub's Markdown, for the summary of a workflow's step: gates, scores, comparison, moved items, failures,
 * worst answers. Text of others in it makes no link, image or mark-up.
 *
 * @throws TypeError where an option is wrong or the material does not fit together, RangeError where even the headings
 *   do not fit into `maximumBytes`.
 */
export function markdownSummary({ examples, maximumBytes, ...material }: MarkdownSummaryOptions): string {
  const result = options.safeParse({ examples, maximumBytes })
  if (!result.success) throw new TypeError(`markdownSummary: ${z.prettifyError(result.error)}`)
  const { run } = material
  const incomplete = incompleteSentence(run)
  const outcome = outcomeOf([material])
  const { total } = costsOf(run)
  const { title, sentences, remedy } = headlineOf(material)
  const judges = judgesOf(run)
  const head = [
    `## ${markdownText(title)}`,
    ...(sentences.length === 0 ? [] : [markdownText(sentences.join(' '))]),
    ...(remedy === undefined ? [] : [`To tell: \`${remedy.replaceAll('`', '')}\``]),
    ...noticesOf(run).map((notice) => `**${markdownText(notice)}**`),
    `**${[run.header.name, run.header.variant]
      .flatMap((part) => part ?? [])
      .map(markdownText)
      .join(
        ' · ',
      )}**: ${formatNumberOf(run.items.length, 'answer')} of ${markdownText(run.header.target.id)} to ${markdownText(run.header.dataset.name)}${judges === undefined ? '' : `, judged by ${markdownText(judges)}`}. ${costText(total)}`,
    ...(incomplete === undefined ? [] : [`**${markdownText(incomplete)}**`]),
    ...(outcome === undefined ? [] : [`**${outcome.sentence}**`]),
  ].join('\n\n')
  return fitSections(head, summarySections(material, result.data.examples), result.data.maximumBytes)
}

/** A note takes this much at most, the blank lines around it included. */
const noteBytes = 64

/** Each section's head stays, so that nothing vanishes unseen; rows are dropped from the end of the document. */
export function fitSections(title: string, sections: readonly Section[], maximumBytes: number): string {
  const head = `${markComment}\n${title}`
  const heads = sections.reduce((total, section) => total + bytes(section.head) + 2 + noteBytes, 0)
  let left = maximumBytes - bytes(head) - 1 - heads
  if (left < 0) throw new RangeError(`markdownSummary: the headings alone exceed ${maximumBytes} bytes`)
  const parts = sections.map((section) => {
    const taken = section.rows.findIndex((row) => {
      left -= bytes(row) + 1
      return left < 0
    })
    if (taken === -1) return [section.head, ...section.rows].join('\n')
    left = 0
    const note = `\n… ${formatNumberOf(section.rows.length - taken, 'row')} left out for length.`
    return [section.head, ...section.rows.slice(0, taken), note].join('\n')
  })
  return `${[head, ...parts].join('\n\n')}\n`
}
