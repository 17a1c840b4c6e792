import { readMaterial } from '../contents/material.ts'
import { outcomeOf } from '../contents/outcome.ts'
import { formatNumberOf } from '../format.ts'
import { terminalName, terminalText } from '../safe-text.ts'
import { failureLines, gateLines, unmetLines } from '../terminal/details.ts'
import { painter } from '../terminal/paint.ts'
import { peopleText } from '../terminal/people.ts'
import { repeatTables } from '../terminal/repeats.ts'
import { headlineText } from '../terminal/report.ts'
import { renderTable, wrap } from '../terminal/table.ts'
import { incompleteSentence } from '../wording.ts'
import { pairColumns, pairRows, type VariantsMaterial, variantGroups, variantRows } from './contents.ts'
import { variantsHeadline } from './headline.ts'

/**
 * Several runs over the same data as text for a terminal: a column a variant, who is ahead, each two of them, and what
 * failed. Text of others in it has no control characters.
 *
 * @param width Columns of the terminal, 20 or more.
 */
export function terminalVariantsReport(
  material: VariantsMaterial,
  { width, color }: { readonly width: number; readonly color: boolean },
): string {
  const { variants, comparison } = material
  const paint = painter(color)
  const line = (text: string) => wrap(terminalText(text), width)
  const section = (title: string, body: string) =>
    body === '' ? [] : [`${wrap(paint('bold', terminalText(title)), width)}\n${body}`]
  const outcome = outcomeOf(variants)
  const names = comparison.variants.map(({ name }) => name)
  const rows = variantRows(material).map(({ label, cells, notes }) => [
    terminalName(label),
    ...cells.map((cell, index) => (notes === undefined ? cell : `${paint('bold', cell)}\n${notes[index]}`)),
  ])
  const columns = [
    { title: '', flexible: true },
    ...names.map((name) => ({ title: terminalName(name), align: 'right' as const })),
  ]
  return [
    headlineText(variantsHeadline(material), width, paint),
    line(`${headingOf(variants)} · ${formatNumberOf(names.length, 'variant')}`),
    ...variants.flatMap(({ run }, index) => {
      const incomplete = incompleteSentence(run)
      return incomplete === undefined ? [] : [paint('yellow', line(`${names[index]}: ${incomplete}`))]
    }),
    ...section('Variants', renderTable(columns, rows, width)),
    ...comparison.scorers.flatMap(({ scorer }) =>
      section(
        `Each two by ${scorer.name}`,
        renderTable(
          pairColumns(material, scorer).map((title, index) => ({
            title: title.replace(', ', ',\n'),
            flexible: index < 2,
          })),
          pairRows(material, scorer).map((cells) => inTwoLines(cells.map(terminalName))),
          width,
        ),
      ),
    ),
    ...variantGroups(material).flatMap(({ title, rows, notes }) =>
      section(
        title,
        [
          renderTable(
            [{ title: 'Group', flexible: true }, { title: 'Items', align: 'right' }, ...columns.slice(1)],
            rows.map(([name = '', ...cells]) => [terminalName(name), ...cells]),
            width,
          ),
          ...notes.map(line),
        ].join('\n'),
      ),
    ),
    ...variants.flatMap((one, index) => [
      ...section(`As people would score ${names[index]}`, peopleText(readMaterial(one), width, paint)),
      ...section(`Expectations of ${names[index]}`, unmetLines(one.run, width, paint)),
      ...section(`Repeats of ${names[index]}`, repeatTables(one, width)),
      ...section(`Failures of ${names[index]}`, failureLines(one.run, width, paint)),
      ...section(`Gates of ${names[index]}`, gateLines(one.gates ?? [], width, paint)),
    ]),
    ...(outcome === undefined ? [] : [paint('bold', line(outcome.sentence))]),
  ].join('\n\n')
}

function headingOf([first]: VariantsMaterial['variants']): string {
  if (first === undefined) return ''
  const { name, dataset } = first.run.header
  return `${name} · ${dataset.name}, ${formatNumberOf(dataset.items, 'item')}`
}

/** With what people would say there is less room: intervals go below. */
const inTwoLines = (cells: readonly string[]) =>
  cells.length > 4 ? cells.map((cell, index) => (index < 2 ? cell : cell.replace(' (', '\n('))) : cells
