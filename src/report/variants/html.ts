import { comparableSummary, type VariantsComparison } from '../../evaluation/comparison/compare-variants.ts'
import { html, type Markup } from '../../page/markup.ts'
import { wholeOptions } from '../../page/whole-options.ts'
import type { ScorerRecord } from '../../run/record.ts'
import type { Section } from '../document/blocks.ts'
import { pageBlocks } from '../document/html.ts'
import { formatDifference, formatScore } from '../format-numbers.ts'
import { forestPlot, forestRow } from '../html/charts/row-charts.ts'
import { type Page, renderPage } from '../html/layout.ts'
import { pageData } from '../html/page-data.ts'
import { figure, fold } from '../html/tables-and-figures.ts'
import type { Headline } from '../run/headline.ts'
import { outcomeTitle } from '../run/outcome-title.ts'
import { answerDialog, answerSection } from '../run/page/answers.ts'
import { peopleForestRow, peoplePictures } from '../run/page/people.ts'
import { variantNotices, variantSections } from './document.ts'
import { variantsHeadline } from './headline.ts'
import { type ReadVariants, readVariants, type VariantsMaterial } from './material.ts'

/** Returns the short name of a variant where there is no room for its name: A, B, …, Z, AA, AB. */
function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : `${toLetters(Math.floor(index / 26) - 1)}${last}`
}

/**
 * Shows several runs over the same data as one self-contained HTML page: a column for each variant, which is ahead,
 * each two of them, and every answer next to those of the others.
 *
 * @throws TypeError if a number is not finite.
 */
export async function htmlVariantsReport(given: VariantsMaterial): Promise<string> {
  const material = readVariants(given)
  const { variants, comparison } = material
  const [first] = variants
  const runs = variants.map(({ run }, index) => ({
    label: toLetters(index),
    name: comparison.variants[index]?.name,
    run,
  }))
  const data = pageData('variants', runs)
  const headline = variantsHeadline(material)
  const names = comparison.variants.map(({ name }, index) => lettered(index, name))
  const parts = Map.groupBy(variantSections(material, names), ({ id }) => id)
  return renderPage({
    title: first?.run.header.name ?? '',
    heading: outcomeTitle(variants)?.title ?? headline.title,
    lead: lead(material, headline),
    sections: [
      ...[...parts].map(([id, sections]) => pageSection(material, id, sections)),
      { id: 'answers', title: 'Answers', body: answerSection(data) },
    ],
    after: answerDialog(),
    data,
  })
}

const nothing = { above: '', below: '' } as const
const titles: Readonly<Record<string, string>> = { pairs: 'Each two', groups: 'Groups' }

/** Puts the parts of one kind under one heading, with their drawings. */
function pageSection(
  material: ReadVariants,
  id: string,
  sections: readonly Section[],
): Page['sections'][number] {
  const { scorers } = material.comparison
  const drawings =
    id === 'variants'
      ? fold(
          'Means with their intervals',
          html`<div class="cards">${scorers.map((one) => meansFigure(material, one))}</div>`,
          { openWhereWide: true },
        )
      : ''
  const bodies = sections.map(({ title, of, blocks }, index) => {
    const scorer = scorers[index]?.scorer
    if (id === 'pairs' && scorer !== undefined)
      return html`${pairFigure(material.comparison, scorer)}${pageBlocks(blocks)}`
    if (id === 'variants') return pageBlocks(blocks)
    const { above, below } = id === 'people' ? drawPictures(material, of) : nothing
    return html`<h3 class="part">${of ?? title}</h3>${above}${pageBlocks(blocks)}${below}`
  })
  return { id, title: titles[id] ?? sections[0]?.title ?? '', body: html`${bodies}${drawings}` }
}

function drawPictures({ variants, comparison }: ReadVariants, of: string | undefined) {
  const variant = variants[comparison.variants.findIndex(({ name }) => name === of)]
  return variant === undefined ? nothing : peoplePictures(variant.scorers)
}

function lead(material: VariantsMaterial, { title, sentences, remedy }: Headline): Markup {
  // The heading says why a run fails, if one does.
  const found = outcomeTitle(material.variants) === undefined ? '' : html`<p><strong>${title}</strong></p>`
  return html`${found}${remedy === undefined ? '' : html`<p class="notice" data-level="partly"><strong>To find out:</strong> <code>${wholeOptions(remedy)}</code></p>`}
${pageBlocks(variantNotices(material))}
${sentences.map((sentence) => html`<p>${wholeOptions(sentence)}</p>`)}`
}

const lettered = (index: number, name: string) => `${toLetters(index)} · ${name}`

function meansFigure(
  { comparison, variants: materials }: VariantsMaterial,
  { scorer, leaders }: VariantsComparison['scorers'][number],
): Markup {
  const rows = comparison.variants.flatMap((variant, index) => {
    const { name } = variant
    const { mean, interval } = comparableSummary(variant, scorer.id) ?? {}
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

function pairFigure({ pairs: all, variants }: VariantsComparison, scorer: ScorerRecord): Markup | '' {
  const pairs = all.filter(({ scorerId }) => scorerId === scorer.id)
  const letters = new Map(variants.map(({ name }, index) => [name, toLetters(index)]))
  const rows = pairs.flatMap(({ first, second, difference, interval, verdict }) =>
    forestRow(
      `${letters.get(second)} − ${letters.get(first)}`,
      { value: difference, interval },
      verdict === 'cannot tell' || verdict === 'same' ? 'var(--partly)' : 'var(--good)',
    ),
  )
  if (rows.length === 0) return ''
  return figure({
    title: `Differences by ${scorer.name}${scorer.lowerIsBetter ? ', lower is better' : ''}`,
    description: rows
      .map(({ label, middle }) => `${label}: ${formatDifference(middle, scorer.scale)}.`)
      .join(' '),
    draw: (width) => forestPlot({ rows, reach: [], reference: 0 }, width),
  })
}
