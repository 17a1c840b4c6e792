import { readMaterial } from '../contents/material.ts'
import { outcomeOf } from '../contents/outcome.ts'
import { peopleSection } from '../markdown/people.ts'
import { cell, section } from '../markdown/section.ts'
import { expectationSection, failureSection, gateSection, repeatSections } from '../markdown/sections.ts'
import { fitSections, longestSummary } from '../markdown/summary.ts'
import { markdownText } from '../safe-text.ts'
import { pairColumns, pairRows, type VariantsMaterial, variantGroups, variantRows } from './contents.ts'
import { variantsHeadline } from './headline.ts'

/** Several runs over the same data in GitHub's Markdown, as `markdownSummary` shows one. */
export function markdownVariantsSummary(material: VariantsMaterial): string {
  const { variants, comparison } = material
  const names = comparison.variants.map(({ name }) => name)
  const [first] = variants
  const outcome = outcomeOf(variants)
  const { title, sentences, remedy } = variantsHeadline(material)
  const head = [
    `## ${markdownText(title)}`,
    ...(remedy === undefined ? [] : [`To tell: \`${remedy}\``]),
    sentences.map(markdownText).join('\n\n'),
    `**${markdownText(first?.run.header.name ?? '')}**`,
    ...(outcome === undefined ? [] : [`**${outcome.sentence}**`]),
  ].join('\n\n')
  const ofEach = variants.flatMap((material, index) =>
    [
      peopleSection(readMaterial(material)),
      gateSection(material.gates ?? []),
      expectationSection(material.run),
      ...repeatSections(material),
      failureSection(material),
    ]
      .filter(({ rows }) => rows.length > 0)
      .map((one) => ({
        ...one,
        head: one.head.replace(/^### (.*)/, `### $1 of ${cell(names[index] ?? '')}`),
      })),
  )
  const sections = [
    section(
      'Variants',
      [{ title: ' ' }, ...names.map((name) => ({ title: cell(name), align: 'right' as const }))],
      variantRows(material).map(({ label, cells, notes }) => [
        cell(label),
        ...cells.map((text, index) =>
          notes === undefined ? cell(text) : `**${cell(text)}** (${notes[index]})`,
        ),
      ]),
    ),
    ...comparison.scorers.map(({ scorer }) =>
      section(
        `Each two by ${cell(scorer.name)}`,
        pairColumns(material, scorer).map((title) => ({ title })),
        pairRows(material, scorer).map((cells) => cells.map(cell)),
      ),
    ),
    ...variantGroups(material).map(({ title, rows }) =>
      section(
        cell(title),
        [
          { title: 'Group' },
          ...['Items', ...names].map((name) => ({ title: cell(name), align: 'right' as const })),
        ],
        rows.map((cells) => cells.map(cell)),
      ),
    ),
    ...ofEach,
  ]
  return fitSections(head, sections, longestSummary)
}
