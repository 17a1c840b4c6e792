/** What `verdict init` writes. */

export function configText(agent: string | undefined): string {
  const target =
    agent === undefined
      ? `  // An agent, a workflow, or a function that answers.
  target: mastra.getAgent('yourAgent'),`
      : `  target: mastra.getAgent('${agent}'),`
  return `import { createAnswerRelevancyScorer, embeddedJudge } from 'mastra-verdict'
import { defineConfig } from 'mastra-verdict/config'
import { mastra } from './src/mastra'

// In process, without a key. A model judges better: 'openai/gpt-5-mini', or any other that Mastra takes.
const model = embeddedJudge()

export default defineConfig({
${target}
  data: 'evals/questions.jsonl',
  scorers: [createAnswerRelevancyScorer({ model })],
  reports: { html: 'evals/report.html' },
  close: () => mastra.shutdown(),
})
`
}

export const scorersText = (
  language: 'ts' | 'js',
) => `import { createAnswerRelevancyScorer, embeddedJudge } from 'mastra-verdict'

/** Scores half of the live answers, after they are sent. For an agent: \`scorers: verdictScorers\`. */
export const verdictScorers = {
  answerRelevancy: {
    scorer: createAnswerRelevancyScorer({ model: embeddedJudge() }),
    sampling: { type: 'ratio', rate: 0.5 },
  },
}${language === 'ts' ? ' as const' : ''}
`

/** Questions that any agent can be asked; a user's own are better. */
export const questionsText = `${[
  { id: 'purpose', input: 'What can you help me with?' },
  { id: 'example', input: 'Give me an example of something you can do, step by step.' },
  { id: 'limits', input: 'What can you not do?' },
]
  .map((item) => JSON.stringify(item))
  .join('\n')}
`

/** The manifest with a script, its indentation kept; undefined where there is one of that name. */
export function withScript(text: string, name: string, command: string): string | undefined {
  const manifest = JSON.parse(text) as { scripts?: Record<string, string> }
  if (manifest.scripts?.[name] !== undefined) return undefined
  const indentation = /^[ \t]+/m.exec(text)?.[0] ?? '  '
  const changed = { ...manifest, scripts: { ...manifest.scripts, [name]: command } }
  return `${JSON.stringify(changed, null, indentation)}${text.endsWith('\n') ? '\n' : ''}`
}
