import { groupTables } from '../contents/by-group.ts'
import { groupFailures, groupNotScorable } from '../contents/groups.ts'
import { headlineOf } from '../contents/headline.ts'
import { type ReportMaterial, readMaterial } from '../contents/material.ts'
import { repeatContents } from '../contents/repeats.ts'
import { comparedRuns, runName } from '../wording.ts'
import { type PageSection, renderPage } from './layout.ts'
import { html, type Markup } from './markup.ts'
import { pageData } from './page-data.ts'
import { answerDialog, answerSection } from './sections/answers.ts'
import { comparisonSection, differenceHistogram, movedFigure } from './sections/comparison.ts'
import { costSection } from './sections/cost.ts'
import { expectationSection } from './sections/expectations.ts'
import { groupSection } from './sections/groups.ts'
import { gateList, overview } from './sections/overview.ts'
import { peopleSection } from './sections/people.ts'
import { repeatSection } from './sections/repeats.ts'
import { scoreSection } from './sections/scores.ts'
import { failureSection, notScorableSection } from './sections/unscored.ts'

/**
 * A run as one HTML page that needs nothing else: gates, scores with their spread, before and after, cost, failures,
 * and every answer with its verdicts. Text of others in it is text: no script, image or link is made of it.
 *
 * @throws TypeError where the material does not fit together or a number is not finite.
 */
export async function htmlReport(material: ReportMaterial): Promise<string> {
  const { run, baseline, gates = [] } = material
  const scorers = readMaterial(material)
  const compared = scorers.flatMap(({ scorer, comparison }) =>
    comparison === undefined ? [] : [{ scorer, comparison }],
  )
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
  const hasPeople = scorers.some(({ people, peopleComparison }) => people ?? peopleComparison)
  const failures = groupFailures(run)
  const expectations = expectationSection(run)
  const repeats = repeatSection(repeatContents(material))
  const named = comparedRuns(material)
  const runs = named === undefined ? '' : html`<p class="soft">${named}</p>`
  const notScorable = groupNotScorable(run)
  const optional = (condition: boolean, id: string, title: string, body: () => Markup): PageSection[] =>
    condition ? [{ id, title, body: body() }] : []
  return renderPage({
    title: run.header.name,
    heading: headlineOf(material).title,
    lead: overview(material, scorers),
    sections: [
      ...optional(gates.length > 0, 'gates', 'Gates', () => gateList(material)),
      ...(expectations === '' ? [] : [{ id: 'expectations', title: 'Expectations', body: expectations }]),
      { id: 'scores', title: 'Scores', body: scoreSection(material, scorers) },
      ...optional(hasPeople, 'people', 'As people would score', () => peopleSection(scorers)),
      ...(repeats === '' ? [] : [{ id: 'repeats', title: 'Repeats', body: repeats }]),
      ...optional(
        compared.length > 0,
        'comparison',
        'Before and after',
        () =>
          html`${runs}${comparisonSection(compared)}<div class="cards">${compared.map(({ scorer }) =>
            inCard(baseline === undefined ? '' : differenceHistogram(baseline, run, scorer)),
          )}</div><div class="cards">${compared.map((one) => inCard(movedFigure(one)))}</div>`,
      ),
      ...optional(tables.length > 0, 'groups', 'Groups', () => groupSection(tables)),
      { id: 'cost', title: 'Cost', body: costSection(material) },
      ...optional(failures.length > 0, 'failures', 'Failures', () => failureSection(run, failures)),
      ...optional(notScorable.length > 0, 'not-scorable', 'Not scorable', () =>
        notScorableSection(run, notScorable),
      ),
      { id: 'answers', title: 'Answers', body: answerSection(data) },
    ],
    after: answerDialog(),
    data,
  })
}

const inCard = (content: Markup | '') => (content === '' ? '' : html`<div class="card">${content}</div>`)
