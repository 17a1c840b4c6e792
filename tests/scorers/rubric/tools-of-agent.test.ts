import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { expect, it } from 'vitest'
import { contextAnalyzerTool } from '../../../src/scorers/rubric/context-analyzer-tool.ts'
import { evaluationCalculatorTool } from '../../../src/scorers/rubric/evaluation-calculator-tool.ts'
import { say, scripted } from '../../support/scripted-agent.ts'

type Line = Parameters<typeof scripted>[0][number]

const context = ['The tower was built by Gustave Eiffel in 1889.', 'It is 330 metres tall.']

const call = (toolCallId: string, toolName: string, input: object): Line[number] => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
})

/** An agent that grades with both tools, and what its model was shown at each step. */
async function grade(...lines: Line[]) {
  const model = scripted([...lines, say('Done.')])
  const agent = new Agent({
    id: 'grader',
    name: 'Grader',
    instructions: 'Grade the answer.',
    model: model as MastraModelConfig,
    tools: { contextAnalyzerTool, evaluationCalculatorTool },
  })
  const { toolResults, text } = await agent.generate('Who built the tower? Eiffel did.')
  return {
    text,
    offered: model.doGenerateCalls[0]?.tools?.map(({ name }) => name),
    results: toolResults.map(({ payload }) => payload.result),
    shown: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt),
  }
}

it('an agent is offered both tools, calls them and reads what they return', async () => {
  const { offered, results, shown, text } = await grade(
    [call('1', 'contextAnalyzerTool', { context, text: 'How tall is it?' })],
    [
      call('2', 'evaluationCalculatorTool', {
        evaluation: 'Accuracy: 5, Comprehensiveness: 4, Context Precision: 5',
      }),
    ],
  )
  expect(offered).toEqual(['contextAnalyzerTool', 'evaluationCalculatorTool'])
  expect(results).toMatchObject([
    { sentences: [{ text: context[1], piece: 'c2' }], found: 1 },
    { accuracy: 5, comprehensiveness: 4, contextPrecision: 5, final: 0.5, rules: [] },
  ])
  expect(shown).toContain('sharedWords')
  expect(shown).toContain('"final":0.5')
  expect(text).toBe('Done.')
})

it('an agent is told what is wrong with an evaluation, and may go on', async () => {
  const { shown, text } = await grade(
    [call('1', 'evaluationCalculatorTool', { evaluation: 'fine' })],
    [call('2', 'evaluationCalculatorTool', {})],
  )
  expect(shown).toContain('The evaluation must read like')
  expect(shown).toMatch(/evaluation: .*expected string/)
  expect(text).toBe('Done.')
})
