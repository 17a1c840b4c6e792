import { type GroupTable, groupCells } from '../contents/by-group.ts'
import { intervalTitle } from '../format.ts'
import { terminalName, terminalText } from '../safe-text.ts'
import type { Paint } from './paint.ts'
import { verdictColor } from './scores.ts'
import { renderTable, wrap } from './table.ts'

/** A line a group and scorer, and below what to know of small groups. */
export function groupLines(table: GroupTable, width: number, paint: Paint): string {
  const { lines, notes, isCompared, hasPeople, hasPeopleChange } = table
  const columns = [
    { title: 'Group', flexible: true },
    { title: 'Scorer', flexible: true },
    { title: 'Scored', align: 'right' },
    { title: `Mean\n${intervalTitle(lines.map(({ summary }) => summary.interval))}`, align: 'right' },
    ...(hasPeople ? [{ title: 'As people\ninterval', align: 'right' } as const] : []),
    ...(isCompared ? ([{ title: 'After −\nbefore', align: 'right' }, { title: 'Verdict' }] as const) : []),
    ...(hasPeopleChange ? [{ title: 'After −\nbefore,\nas people', align: 'right' } as const] : []),
  ] as const
  const rows = lines.map((line) => {
    const cells = groupCells(line)
    const { verdict } = line.comparison ?? {}
    return [
      terminalName(cells.group),
      terminalName(cells.scorer),
      cells.scored,
      `${paint('bold', cells.mean)}\n${cells.interval}`,
      ...(hasPeople ? [`${cells.people.value}\n${cells.people.interval}`] : []),
      ...(isCompared
        ? [
            `${cells.difference}\n${cells.differenceInterval}`,
            verdict === undefined ? cells.verdict : paint(verdictColor[verdict], cells.verdict),
          ]
        : []),
      ...(hasPeopleChange ? [`${cells.peopleDifference.value}\n${cells.peopleDifference.interval}`] : []),
    ]
  })
  const rendered = renderTable(columns, rows, width)
  return [rendered, ...notes.map((note) => wrap(terminalText(note), width))].join('\n')
}
