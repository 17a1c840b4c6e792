import { passColumns, type RepeatContents } from '../../contents/repeats.ts'
import { html, type Markup } from '../markup.ts'
import { dataTable } from '../parts.ts'

/** Pass rates and the parts of the spread; empty where there are none. */
export function repeatSection({ passes, spread, spreadColumns, sentences }: RepeatContents): Markup | '' {
  if (sentences.length + passes.length === 0) return ''
  const table = (caption: string, titles: readonly string[], rows: RepeatContents['passes']) => {
    const columns = titles.map((title, index) => ({ title, numeric: index > 1 }))
    return rows.length === 0 ? '' : dataTable(caption, columns, rows)
  }
  return html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${table('How often answers pass', passColumns, passes)}${table('Where single scores differ', spreadColumns, spread)}`
}
