import type { JudgeTool } from '../../judge/contract.ts'
import { fromMastraTool } from '../../judge/mastra-tool.ts'
import { contextAnalyzerTool } from './context-analyzer-tool.ts'
import { evaluationCalculatorTool } from './evaluation-calculator-tool.ts'

/**
 * What the judge of the relevance rubric may call. The context is given by code, so that the judge neither
 * copies nor changes it; without context there is nothing to analyse.
 */
export function rubricTools(context: readonly { readonly text: string }[]): JudgeTool[] {
  const hasContext = context.length > 0
  const pieces = context.map(({ text }) => text)
  return [
    fromMastraTool(evaluationCalculatorTool, { hasContext }),
    ...(hasContext ? [fromMastraTool(contextAnalyzerTool, { context: pieces })] : []),
  ]
}
