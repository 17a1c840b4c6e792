import type { ItemToolMock } from '@mastra/core/datasets'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EvaluationRun, evaluate } from '../../src/evaluation.ts'
import { runReport } from '../../src/report.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/keyword-coverage.ts'
import { type Call, plan, plannedAgent } from '../support/planned-agent.ts'
import { materialOf } from './material-of.ts'

const search: Call = ['search', { of: 'a' }]
const mock = (toolName: string, args: object): ItemToolMock =>
  ({ toolName, args, output: 'found', matchArgs: 'strict' }) as ItemToolMock

const data = [
  { id: 'good', input: plan([search]), toolMocks: [mock(...search)] },
  { id: 'live', input: plan([search, ['send', {}]]), toolMocks: [mock(...search), mock('look', {})] },
  { id: 'misspelled', input: plan([]), toolMocks: [mock('serch', { of: 'a' })] },
  { id: 'wrong', input: plan([['search', { of: 'b' }]]), toolMocks: [mock(...search)] },
]

describe('a report of a run with mocked tools', () => {
  let run: EvaluationRun
  beforeAll(async () => {
    const scorers = [createKeywordCoverageScorer()]
    run = await evaluate({ target: plannedAgent().agent, data, scorers, name: 'mocks' })
  })

  it('counts by tool what was served, live, left over and wrong', () => {
    expect(JSON.parse(runReport.json(materialOf(run))).toolMocks).toEqual({
      answers: 4,
      tools: [
        { toolName: 'search', served: 2, live: 0, leftOver: 1, failed: 1 },
        { toolName: 'send', served: 0, live: 1, leftOver: 0, failed: 0 },
        { toolName: 'look', served: 0, live: 0, leftOver: 1, failed: 0 },
        { toolName: 'serch', served: 0, live: 0, leftOver: 1, failed: 0 },
      ],
    })
  })

  it('says so in every format, and which mocks nobody asked for', async () => {
    const all = [
      runReport.terminal(materialOf(run)),
      runReport.markdown(materialOf(run)),
      await runReport.html(materialOf(run)),
    ]
    for (const text of all) {
      expect(text).toContain('never called: look, serch.')
      expect(text).toContain('Tools were mocked or denied in 4 answers.')
      expect(text).not.toMatch(/TOOL\\?_MOCK/)
      expect(text.replaceAll(/\s+/g, ' ')).toContain('but the item expects')
    }
    expect(all[1]).toContain('| search | 2 | – | 1 | 1 |')
    expect(all[2]).toContain('1 call served by mocks, 1 live (send), 1 mock left over')
  })

  it('says nothing where no tool is mocked', async () => {
    const [item] = data.map(({ toolMocks: _, ...one }) => one)
    const scorers = [createKeywordCoverageScorer()]
    const plain = await evaluate({ target: plannedAgent().agent, data: item ? [item] : [], scorers })
    expect(JSON.parse(runReport.json(materialOf(plain)))).not.toHaveProperty('toolMocks')
    expect(runReport.terminal(materialOf(plain))).not.toContain('ocked')
  })
})
