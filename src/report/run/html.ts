import type { Block } from '../document/blocks.ts'
import { pageBlocks } from '../document/page.ts'
import { type PageSection, renderPage } from '../html/layout.ts'
import { html, type Markup } from '../html/markup.ts'
import { pageData } from '../html/page-data.ts'
import { runName } from '../wording.ts'
import { groupTables } from './by-group.ts'
import { comparedOf } from './comparison.ts'
import { conversationBlocks } from './conversations.ts'
import { expectationBlocks } from './expectations.ts'
import { gateBlocks } from './gates.ts'
import { headlineOf } from './headline.ts'
import { type ReportMaterial, readMaterial } from './material.ts'
import { outcomeOf } from './outcome.ts'
import { answerDialog, answerSection } from './page/answers.ts'
import { comparisonSection } from './page/comparison.ts'
import { costSection } from './page/cost.ts'
import { groupSection } from './page/groups.ts'
import { overview } from './page/overview.ts'
import { peoplePictures } from './page/people.ts'
import { scoreSection } from './page/scores.ts'
import { peopleBlocks } from './people.ts'
import { repeatBlocks } from './repeats.ts'
import { toolMockBlocks } from './tool-mocks.ts'
import { failureBlocks, notScorableBlocks } from './unscored.ts'

/**
 * A run as one HTML page that needs nothing else: gates, scores with their spread, before and after, cost, failures,
 * and every answer with its verdicts. Text of others in it is text: no script, image or link is made of it.
 *
 * @throws TypeError where the material does not fit together or a number is not finite.
 */
export async function htmlReport(material: ReportMaterial): Promise<string> {
  const { run, baseline, gates = [] } = material
  const scorers = readMaterial(material)
  const compared = comparedOf(scorers)
  const linked = compared.flatMap(({ comparison }) => comparison.moved.map(({ itemId }) => itemId))
  const data =
    baseline === undefined
      ? pageData('alone', [{ label: '', run }])
      : pageData(
          'before and after',
          [
            { label: 'Before', name: runName(baseline), run: baseline },
            { label: 'After', name: runName(run), run },
          ],
          { linked },
        )
  const tables = groupTables(material)
  return renderPage({
    title: run.header.name,
    heading: headlineOf(material).title,
    lead: overview(material, scorers),
    sections: [
      ...blockSection('gates', 'Gates', gateBlocks(gates), {
        above: html`<p class="soft">${outcomeOf([material])?.sentence}</p>`,
      }),
      ...blockSection('expectations', 'Expectations', expectationBlocks(run)),
      { id: 'scores', title: 'Scores', body: scoreSection(material, scorers) },
      ...blockSection('people', 'As people would score', peopleBlocks(scorers), peoplePictures(scorers)),
      ...blockSection('repeats', 'Repeats', repeatBlocks(material)),
      ...(compared.length === 0
        ? []
        : [{ id: 'comparison', title: 'Before and after', body: comparisonSection(material, compared) }]),
      ...(tables.length === 0 ? [] : [{ id: 'groups', title: 'Groups', body: groupSection(tables) }]),
      { id: 'cost', title: 'Cost', body: costSection(material) },
      ...blockSection('conversations', 'Conversations', conversationBlocks(run)),
      ...blockSection('tool-mocks', 'Tool mocks', toolMockBlocks(run)),
      ...blockSection('failures', 'Failures', failureBlocks(run)),
      ...blockSection('not-scorable', 'Not scorable', notScorableBlocks(run)),
      { id: 'answers', title: 'Answers', body: answerSection(data) },
    ],
    after: answerDialog(),
    data,
  })
}

/** A section of blocks, with what a page has beside them; none where nothing is to be said. */
export const blockSection = (
  id: string,
  title: string,
  blocks: readonly Block[],
  { above, below }: { readonly above?: Markup; readonly below?: Markup } = {},
): PageSection[] =>
  blocks.length === 0 ? [] : [{ id, title, body: html`${above ?? ''}${pageBlocks(blocks)}${below ?? ''}` }]
