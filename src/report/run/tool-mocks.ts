import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
import { type Block, sentence } from '../document/blocks.ts'
import { column, table } from '../document/table.ts'
import { formatCount, formatQuantity } from '../format-numbers.ts'

export interface ToolMockContents {
  /** The number of answers with mocked or denied tools and a record of the result. */
  readonly answers: number
  /** In the order in which they first appear. */
  readonly tools: readonly {
    readonly toolName: string
    /** The number of calls answered by a mock. */
    readonly served: number
    /** The number of calls that reached the tool, because no mock covers them. */
    readonly live: number
    /** The number of unused mocks. */
    readonly leftOver: number
    /** The number of answers that ended at a call that the mocks do not allow. */
    readonly failed: number
  }[]
}

const listCalls = ({ served, liveCalls, unconsumed, failure }: NonNullable<ItemRecord['toolMockReport']>) =>
  [
    ['served', served],
    ['live', liveCalls],
    ['leftOver', unconsumed],
    ['failed', failure === undefined ? [] : [failure]],
  ] as const

const none = { served: 0, live: 0, leftOver: 0, failed: 0 }

export function summariseToolMocks({ items }: EvaluationRun): ToolMockContents | undefined {
  const reports = items.flatMap(({ toolMockReport }) => toolMockReport ?? [])
  if (reports.length === 0) return undefined
  const tools = new Map<string, typeof none>()
  for (const report of reports)
    for (const [what, calls] of listCalls(report))
      for (const { toolName } of calls) {
        const counts = tools.get(toolName) ?? { ...none }
        counts[what] += 1
        tools.set(toolName, counts)
      }
  return { answers: reports.length, tools: [...tools].map(([toolName, counts]) => ({ toolName, ...counts })) }
}

/** '2 calls served, 1 live (search), 1 mock left over'. */
export function toolMockText(report: NonNullable<ItemRecord['toolMockReport']>): string {
  const { served, liveCalls, unconsumed } = report
  const names = [...new Set(liveCalls.map(({ toolName }) => toolName))].join(', ')
  return [
    `${formatQuantity(served.length, 'call')} served by mocks`,
    ...(names === '' ? [] : [`${formatCount(liveCalls.length)} live (${names})`]),
    ...(unconsumed.length === 0 ? [] : [`${formatQuantity(unconsumed.length, 'mock')} left over`]),
  ].join(', ')
}

export function toolMockBlocks(run: EvaluationRun): Block[] {
  const contents = summariseToolMocks(run)
  if (contents === undefined) return []
  const { answers, tools } = contents
  const uncalled = tools
    .filter(({ served, failed }) => served + failed === 0)
    .filter(({ leftOver }) => leftOver > 0)
  const names = uncalled.map(({ toolName }) => toolName).join(', ')
  return compact([
    ...table('Use of tool mocks', tools, [
      column.name('Tool', ({ toolName }) => toolName),
      column.count('Served', ({ served }) => served || undefined),
      column.count('Live', ({ live }) => live || undefined),
      column.count('Left over', ({ leftOver }) => leftOver || undefined),
      column.count('Failed', ({ failed }) => failed || undefined),
    ]),
    sentence(
      tools.length === 0
        ? `Tools were mocked or denied in ${formatQuantity(answers, 'answer')}, and none was called.`
        : `Tools were mocked or denied in ${formatQuantity(answers, 'answer')}.`,
    ),
    names !== '' && sentence(`Mocked but never called: ${names}. Is a name misspelled?`, { tone: 'partly' }),
  ])
}
