import { readFileSync } from 'node:fs'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'

interface Row {
  readonly input: string
  readonly statement: string
}

export interface Sample {
  readonly question: string
  readonly answer: string
}

const file = new URL('../../datasets/calibration/statement-relevance-agent-style.jsonl', import.meta.url)

/** 32 everyday questions, each with an answer of four or five sentences. */
export function readSamples(): Sample[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Row)
  return [...Map.groupBy(rows, (row) => row.input)]
    .slice(0, 32)
    .map(([question, group]) => ({ question, answer: group.map((row) => row.statement).join(' ') }))
}

/** The run of an agent that gave the answer, as Mastra hands it to scorers. */
export function toRun({ question, answer }: Sample) {
  return createAgentTestRun({
    inputMessages: [createTestMessage({ role: 'user', content: question })],
    output: [createTestMessage({ role: 'assistant', content: answer })],
  })
}

export type AgentRun = ReturnType<typeof toRun>
