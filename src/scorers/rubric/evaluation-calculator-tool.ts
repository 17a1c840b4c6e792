import { createTool } from '@mastra/core/tools'
import { z } from 'zod/v4'
import { applyRules, type RubricGrades, ruleEffects } from './rules.ts'

const grade = z.int().min(0).max(10)

const labels: Readonly<Record<keyof RubricGrades, string>> = {
  accuracy: 'Accuracy',
  comprehensiveness: 'Comprehensiveness',
  contextPrecision: 'Context Precision',
}

/**
 * Reads a line such as 'Accuracy: 8, Comprehensiveness: 7, Context Precision: 9'. Commas, semicolons or line breaks
 * separate the grades; case and order do not matter; each grade appears once; '8/10' is allowed.
 *
 * @throws Error that says what is wrong with the line.
 */
export function parseEvaluation(evaluation: string): RubricGrades {
  const found = new Map<string, number>()
  const problems: string[] = []
  for (const part of evaluation.split(/[,;\n]+/).filter((text) => text.trim() !== '')) {
    const [, label = '', value = ''] = /^([^:=]*)[:=](.*)$/s.exec(part) ?? []
    const name = Object.entries(labels).find(([, text]) => squeeze(text) === squeeze(label))?.[0]
    const number = /^(\d+)(?:\s*\/\s*10)?\.?$/.exec(value.trim())?.[1]
    if (name === undefined)
      problems.push(`“${part.trim()}” is not one of ${Object.values(labels).join(', ')}`)
    else if (found.has(name)) problems.push(`“${part.trim()}” is given twice`)
    else if (number === undefined || Number(number) > 10)
      problems.push(`“${part.trim()}” has no whole number from 0 to 10`)
    else found.set(name, Number(number))
  }
  const read = (name: keyof RubricGrades) => {
    const value = found.get(name)
    if (value === undefined) problems.push(`${labels[name]} is missing`)
    return value ?? Number.NaN
  }
  const grades = {
    accuracy: read('accuracy'),
    comprehensiveness: read('comprehensiveness'),
    contextPrecision: read('contextPrecision'),
  }
  if (problems.length === 0) return grades
  const form = 'Accuracy: 8, Comprehensiveness: 7, Context Precision: 9'
  throw new Error(`The evaluation must read like “${form}”: ${problems.join('; ')}.`)
}

const squeeze = (text: string) => text.replace(/[\s*_-]+/g, '').toLowerCase()

/** A Mastra tool that makes the final score from the three grades of the relevance rubric, rules applied. */
export const evaluationCalculatorTool = createTool({
  id: 'evaluation-calculator',
  description:
    'Calculates the final score of the relevance rubric, 0 to 1 with one decimal, from its three grades of 0 to 10, after applying the rules of the rubric.',
  inputSchema: z.object({
    evaluation: z
      .string()
      .describe('the grades, as in "Accuracy: 8, Comprehensiveness: 7, Context Precision: 9"'),
    hasContext: z.boolean().default(true).describe('whether there was any context'),
    unrelated: z
      .boolean()
      .default(false)
      .describe('whether the answer has nothing to do with the question and the context'),
  }),
  outputSchema: z.object({
    accuracy: grade,
    comprehensiveness: grade,
    contextPrecision: grade,
    final: z.number().min(0).max(1),
    rules: z.array(z.string()),
  }),
  execute: async ({ evaluation, hasContext, unrelated }) => {
    const { rules, ...result } = applyRules(parseEvaluation(evaluation), { hasContext, unrelated })
    return { ...result, rules: rules.map((rule) => ruleEffects[rule]) }
  },
})
