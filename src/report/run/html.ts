import { html, type Markup } from '../../page/markup.ts'
import { wholeOptions } from '../../page/whole-options.ts'
import type { ScorerRecord } from '../../run/record.ts'
import type { Block } from '../document/blocks.ts'
import { pageBlocks } from '../document/html.ts'
import { formatScore } from '../format-numbers.ts'
import { forestPlot } from '../html/charts/row-charts.ts'
import type { PageData } from '../html/client/types.ts'
import { type Page, renderPage } from '../html/layout.ts'
import { pageData } from '../html/page-data.ts'
import { figure, fold } from '../html/tables-and-figures.ts'
import { runName } from '../names.ts'
import { runSections } from './document.ts'
import { type GroupTable, groupBlocks, groupTables } from './group-tables.ts'
import { makeHeadline } from './headline.ts'
import { type ReadMaterial, type ReportMaterial, readMaterial } from './material.ts'
import { combineGates, outcomeTitle } from './outcome-title.ts'
import { answerDialog, answerSection } from './page/answers.ts'
import { comparisonDrawings } from './page/comparison.ts'
import { costSection } from './page/cost.ts'
import { answersToRead, overview } from './page/overview.ts'
import { peopleForestRow, peoplePictures } from './page/people.ts'
import { scoreSection } from './page/scores.ts'

/** Shows for each field how its groups moved, all numbers, and a drawing for each scorer. */
const groupSection = (tables: readonly GroupTable[]): Markup =>
  html`${tables.map(
    (table) => html`<h3 class="part">By ${table.by}</h3>
${pageBlocks(groupBlocks(table))}
${fold(`Drawn by ${table.by}`, html`<div class="cards">${listScorers(table).map((scorer) => meansFigure(table, scorer))}</div>`, { openWhereWide: true })}`,
  )}`

const listScorers = ({ lines }: GroupTable) => [...new Set(lines.map(({ scorer }) => scorer))]

function meansFigure({ by, lines }: GroupTable, scorer: ScorerRecord): Markup {
  const rows = lines.flatMap((line) => {
    const { mean, interval } = line.summary
    if (line.scorer !== scorer || mean === undefined) return []
    return [{ label: line.group.name, middle: mean, interval }, ...peopleForestRow(line.people)]
  })
  if (rows.length === 0) return html``
  const reach = scorer.scale === undefined ? [] : [0, scorer.scale]
  return html`<div class="card">${figure({
    title: `${scorer.name}${scorer.lowerIsBetter ? ', lower is better' : ''}`,
    description: `Means of ${scorer.name} by ${by}. ${rows.map(({ label, middle }) => `${label}: ${formatScore(middle)}.`).join(' ')}`,
    draw: (width) => forestPlot({ rows, reach }, width),
    widths: [340],
  })}</div>`
}

/**
 * Shows a run as one self-contained HTML page: gates, scores with their spread, before and after, cost, failures, and
 * every answer with its verdicts. Text of others stays text: it creates no script, image or link.
 *
 * @param served What a served page shows above the heading, such as the way back, and how often it asks for news.
 * @throws TypeError if the parts of the material contradict each other or a number is not finite.
 */
export async function htmlReport(
  given: ReportMaterial,
  served?: Required<Pick<Page, 'above' | 'refreshInMs'>>,
): Promise<string> {
  const material = readMaterial(given)
  const { run, scorers } = material
  const data = answersData(material)
  const told = new Map(runSections(material, { examples: 0 }).map((section) => [section.id, section]))
  const { above, below } = peoplePictures(scorers)
  const headline = makeHeadline(material)
  /** Additions to the blocks of a section on pages, or replacements for them. */
  const bodies: Readonly<Record<string, (blocks: readonly Block[]) => Markup>> = {
    gates: (blocks) =>
      html`<p class="soft">${wholeOptions(combineGates([material])?.sentence ?? '')}</p>${pageBlocks(blocks)}`,
    scores: () => scoreSection(material),
    people: (blocks) => html`${above}${pageBlocks(blocks)}${below}`,
    comparison: (blocks) => html`${pageBlocks(blocks)}${comparisonDrawings(material)}`,
    groups: () => groupSection(groupTables(material)),
  }
  const pickSections = (...ids: readonly string[]) =>
    ids.flatMap((id) => {
      const { title, blocks = [] } = told.get(id) ?? {}
      const { [id]: renderBody = pageBlocks } = bodies
      return title === undefined ? [] : [{ id, title: titles[id] ?? title, body: renderBody(blocks) }]
    })
  return renderPage({
    title: run.header.name,
    heading: outcomeTitle([material])?.title ?? headline.title,
    ...served,
    lead: overview(material, headline),
    sections: [
      ...pickSections(
        'gates',
        'comparison',
        'instructions',
        'groups',
        'expectations',
        'scores',
        'people',
        'repeats',
      ),
      { id: 'cost', title: 'Cost', body: costSection(material) },
      ...pickSections('conversations', 'tool-mocks', 'failures', 'not-scorable'),
      { id: 'answers', title: 'Answers', body: answerSection(data) },
    ],
    after: answerDialog(),
    data,
  })
}

/** Returns the answers of the page, including those that its sections link to. */
function answersData(material: ReadMaterial): PageData {
  const { run, baseline, compared } = material
  if (baseline === undefined) return pageData('alone', [{ label: '', name: runName(run), run }])
  const linked = [
    ...answersToRead(material).map(({ item }) => item.itemId),
    ...compared.flatMap(({ comparison }) => comparison.moved.map(({ itemId }) => itemId)),
  ]
  const runs = [
    { label: 'Before', name: runName(baseline), run: baseline },
    { label: 'After', name: runName(run), run },
  ]
  return pageData('before and after', runs, { linked })
}

/** Pages have one section where other formats have one for each field. */
const titles: Readonly<Record<string, string>> = { groups: 'Groups' }
