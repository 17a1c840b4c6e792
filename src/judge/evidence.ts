import type { Evidence } from './contract.ts'

/** The evidence of several pieces of work by one judge as one. They ran in parallel: the longest duration counts. */
export function mergeEvidence(pieces: readonly Evidence[]): Evidence {
  const [first] = pieces
  if (first === undefined) throw new TypeError('there is no evidence to merge')
  const toolCalls = pieces.flatMap((piece) => piece.toolCalls ?? [])
  return {
    judge: first.judge,
    task: first.task,
    prompts: pieces.flatMap((piece) => piece.prompts),
    calls: sum(pieces.map((piece) => piece.calls)),
    usage: {
      inputTokens: sum(pieces.map((piece) => piece.usage.inputTokens)),
      outputTokens: sum(pieces.map((piece) => piece.usage.outputTokens)),
    },
    durationInMs: Math.max(...pieces.map((piece) => piece.durationInMs)),
    cached: pieces.every((piece) => piece.cached),
    warnings: [...new Set(pieces.flatMap((piece) => piece.warnings))],
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
