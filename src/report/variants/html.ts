import { groupFailures } from '../contents/groups.ts'
import type { Headline } from '../contents/headline.ts'
import { readMaterial } from '../contents/material.ts'
import { repeatContents } from '../contents/repeats.ts'
import { formatDifference, formatScore } from '../format.ts'
import { forestPlot } from '../html/charts/row-charts.ts'
import { type PageSection, renderPage } from '../html/layout.ts'
import { html, type Markup } from '../html/markup.ts'
import { pageData } from '../html/page-data.ts'
import { dataTable, figure } from '../html/parts.ts'
import { answerDialog, answerSection } from '../html/sections/answers.ts'
import { expectationSection } from '../html/sections/expectations.ts'
import { gateList } from '../html/sections/overview.ts'
import { peopleForestRow, peopleSection } from '../html/sections/people.ts'
import { repeatSection } from '../html/sections/repeats.ts'
import { failureSection } from '../html/sections/unscored.ts'
import { incompleteSentence } from '../wording.ts'
import {
  pairColumns,
  pairRows,
  type VariantGroups,
  type VariantsMaterial,
  variantGroups,
  variantRows,
} from './contents.ts'
import { variantsHeadline } from './headline.ts'
import { letterOf } from './letters.ts'

type Scorer = VariantsMaterial['comparison']['scorers'][number]

/**
 * Several runs over the same data as one HTML page that needs nothing else: a column a variant, who is ahead, each
 * two of them, and every answer beside those of the others.
 *
 * @throws TypeError where a number is not finite.
 */
export async function htmlVariantsReport(material: VariantsMaterial): Promise<string> {
  const { variants, comparison } = material
  const [first] = variants
  const names = comparison.variants.map(({ name }) => name)
  const runs = variants.map(({ run }, index) => ({ label: letterOf(index), name: names[index], run }))
  const data = pageData('variants', runs)
  const groups = variantGroups(material)
  const headline = variantsHeadline(material)
  const ofEach = (id: string, title: string, body: (index: number) => Markup | ''): PageSection[] => {
    const bodies = names.map((name, index) => ({ name, body: body(index) })).filter((one) => one.body !== '')
    if (bodies.length === 0) return []
    return [
      { id, title, body: html`${bodies.map((one) => html`<h3 class="part">${one.name}</h3>${one.body}`)}` },
    ]
  }
  return renderPage({
    title: first?.run.header.name ?? '',
    heading: headline.title,
    lead: lead(material, headline),
    sections: [
      { id: 'variants', title: 'Variants', body: variantSection(material) },
      {
        id: 'pairs',
        title: 'Each two',
        body: html`${comparison.scorers.map((one) => pairSection(material, one))}`,
      },
      ...(groups.length === 0
        ? []
        : [{ id: 'groups', title: 'Groups', body: html`${groups.map((one) => groupTable(one, names))}` }]),
      ...ofEach('people', 'As people would score', (index) => {
        const one = variants[index]
        return one?.people === undefined || one.people.length === 0 ? '' : peopleSection(readMaterial(one))
      }),
      ...ofEach('gates', 'Gates', (index) => {
        const one = variants[index]
        return one?.gates === undefined || one.gates.length === 0 ? '' : gateList(one)
      }),
      ...ofEach('expectations', 'Expectations', (index) => {
        const run = variants[index]?.run
        return run === undefined ? '' : expectationSection(run)
      }),
      ...ofEach('repeats', 'Repeats', (index) => {
        const material = variants[index]
        return material === undefined ? '' : repeatSection(repeatContents(material))
      }),
      ...ofEach('failures', 'Failures', (index) => {
        const run = variants[index]?.run
        const groups = run === undefined ? [] : groupFailures(run)
        return run === undefined || groups.length === 0 ? '' : failureSection(run, groups, names[index])
      }),
      { id: 'answers', title: 'Answers', body: answerSection(data) },
    ],
    after: answerDialog(),
    data,
  })
}

function lead({ variants, comparison }: VariantsMaterial, { sentences, remedy }: Headline): Markup {
  const incomplete = variants.flatMap(({ run }, index) => {
    const sentence = incompleteSentence(run)
    return sentence === undefined ? [] : [`${comparison.variants[index]?.name}: ${sentence}`]
  })
  return html`${remedy === undefined ? '' : html`<p class="notice" data-level="partly"><strong>To tell:</strong> <code>${remedy}</code></p>`}
${incomplete.map((sentence) => html`<p class="notice" data-level="partly"><strong>Not complete.</strong> ${sentence}</p>`)}
${sentences.map((sentence) => html`<p>${sentence}</p>`)}`
}

const lettered = (index: number, name: string) => `${letterOf(index)} · ${name}`

/** In a table, where a long name is broken and no column grows with it. */
const named = (text: string) => html`<span class="variant">${text}</span>`

function variantSection(material: VariantsMaterial): Markup {
  const { comparison } = material
  const names = comparison.variants.map(({ name }) => name)
  const table = dataTable(
    'Variants by scorer, time and cost',
    [
      { title: 'What' },
      ...names.map((name, index) => ({ title: named(lettered(index, name)), numeric: true })),
    ],
    variantRows(material).map(({ label, cells, notes }) => [
      label,
      ...cells.map((cell, index) =>
        notes === undefined
          ? cell
          : html`<strong>${cell}</strong><br><span class="soft">${notes[index]}</span>`,
      ),
    ]),
  )
  return html`${table}<div class="cards">${comparison.scorers.map((one) => meansFigure(material, one))}</div>`
}

const groupTable = ({ title, rows, notes }: VariantGroups, names: readonly string[]): Markup =>
  html`<h3 class="part">${title}</h3>${dataTable(
    title,
    [
      { title: 'Group' },
      { title: 'Items', numeric: true },
      ...names.map((name, index) => ({ title: named(lettered(index, name)), numeric: true })),
    ],
    rows,
  )}${notes.map((note) => html`<p class="soft">${note}</p>`)}`

function meansFigure(
  { comparison, variants: materials }: VariantsMaterial,
  { scorer, leaders }: Scorer,
): Markup {
  const rows = comparison.variants.flatMap(({ name, summaries }, index) => {
    const { mean, interval } = summaries.find(({ scorerId }) => scorerId === scorer.id) ?? {}
    const color = leaders.includes(name) ? 'var(--good)' : 'var(--accent)'
    if (mean === undefined) return []
    const people = materials[index]?.people?.find(({ scorerId }) => scorerId === scorer.id)
    return [{ label: lettered(index, name), middle: mean, interval, color }, ...peopleForestRow(people)]
  })
  if (rows.length === 0) return html``
  const reach = scorer.scale === undefined ? [] : [0, scorer.scale]
  return html`<div class="card">${figure({
    title: `Means of ${scorer.name}${scorer.lowerIsBetter ? ', lower is better' : ''}`,
    description: rows.map(({ label, middle }) => `${label}: ${formatScore(middle)}.`).join(' '),
    draw: (width) => forestPlot({ rows, reach }, width),
    widths: [340],
  })}</div>`
}

function pairSection(material: VariantsMaterial, { scorer }: Scorer): Markup {
  const { comparison } = material
  const pairs = comparison.pairs.filter(({ scorerId }) => scorerId === scorer.id)
  const letters = new Map(comparison.variants.map(({ name }, index) => [name, letterOf(index)]))
  const rows = pairs.flatMap(({ first, second, difference, interval, verdict }) =>
    difference === undefined
      ? []
      : [
          {
            ...{ label: `${letters.get(second)} − ${letters.get(first)}`, middle: difference, interval },
            color: verdict === 'cannot tell' || verdict === 'same' ? 'var(--partly)' : 'var(--good)',
          },
        ],
  )
  const table = dataTable(
    `Each two variants by ${scorer.name}`,
    pairColumns(material, scorer).map((title, index) => ({ title, numeric: index === 2 })),
    pairRows(material, scorer).map(([first = '', second = '', ...cells]) => [
      ...[first, second].map((name) => named(`${letters.get(name)} · ${name}`)),
      ...cells,
    ]),
  )
  if (rows.length === 0) return table
  return html`${figure({
    title: `Differences by ${scorer.name}${scorer.lowerIsBetter ? ', lower is better' : ''}`,
    description: rows
      .map(({ label, middle }) => `${label}: ${formatDifference(middle, scorer.scale)}.`)
      .join(' '),
    draw: (width) => forestPlot({ rows, reach: [], reference: 0 }, width),
  })}${table}`
}
