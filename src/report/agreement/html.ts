import type { AgreementResult } from '../../people/agreement/index.ts'
import { pageBlocks } from '../document/page.ts'
import { type PageSection, renderPage } from '../html/layout.ts'
import { html, type Markup } from '../html/markup.ts'
import { blockSection } from '../run/html.ts'
import { figureBlocks, raterBlocks, readingBlocks, unscoredBlocks } from './document.ts'
import { baselineSection } from './sections/baselines.ts'
import { lead } from './sections/lead.ts'
import { disagreementSection } from './sections/rows.ts'
import { verdictSection } from './sections/verdicts.ts'

/**
 * The agreement with people as one HTML page that needs nothing else: figures with their intervals beside the baselines, the
 * reliability curve, the confusion table, and the worst disagreements with the judge's words. Text of others in it
 * is text: no script, image or link is made of it.
 */
export async function htmlAgreementReport(result: AgreementResult): Promise<string> {
  const { disagreements, confusion, reliability } = result
  const optional = (condition: boolean, id: string, title: string, body: () => Markup): PageSection[] =>
    condition ? [{ id, title, body: body() }] : []
  const figures = [...figureBlocks(result), ...readingBlocks(result), ...raterBlocks(result)]
  return renderPage({
    title: `${result.scorer.name} beside people`,
    lead: lead(result),
    sections: [
      { id: 'agreement', title: 'Agreement', body: pageBlocks(figures) },
      { id: 'baselines', title: 'Beside baselines', body: baselineSection(result) },
      ...optional(confusion !== undefined || reliability !== undefined, 'verdicts', 'Verdicts', () =>
        verdictSection(result),
      ),
      ...optional(disagreements.length > 0, 'disagreements', 'Furthest apart', () =>
        disagreementSection(result),
      ),
      ...blockSection('unscored', 'Not scored', unscoredBlocks(result), {
        above: html`<p class="soft">No figure has these rows.</p>`,
      }),
    ],
  })
}
