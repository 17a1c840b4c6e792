import { terminalText } from '../safe-text.ts'

/**
 * Text of others in GitHub's Markdown, on one line and in a table's cell as well: shown as it is, with no link, image,
 * mark-up, formula or HTML made of it. Escaped is all punctuation that can begin any of these, and the point of `www.`,
 * which GitHub would make a link of.
 */
export function markdownText(text: string): string {
  return terminalText(text)
    .replace(/[\\`*_[\]{}<>#|~&!:@$()^]/g, '\\$&')
    .replace(/(www)\./gi, '$1\\.')
}
