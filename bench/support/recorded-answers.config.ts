import { defineConfig } from '../../src/config.ts'
import type { Decision, Judge } from '../../src/judge/index.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/index.ts'

/** A judge that takes no time, so that a run of recorded answers takes only its own. */
const judge: Judge = {
  id: 'instant',
  async decide({ task, questions }) {
    const answer = { type: 'choice', choice: 'yes', reason: 'It says why the pod restarts.' }
    const answers = Object.fromEntries(Object.keys(questions).map((id) => [id, answer]))
    return {
      answers: answers as unknown as Decision<typeof questions>['answers'],
      evidence: {
        judge: 'instant',
        task: `${task.name}/${task.version}`,
        prompts: [],
        calls: 1,
        usage: { inputTokens: 300, outputTokens: 40 },
        durationInMs: 0,
        cached: false,
        warnings: [],
      },
    }
  },
}

export default defineConfig({
  name: 'Recorded answers',
  target: 'recorded',
  scorers: [createAnswerRelevancyScorer({ model: judge, options: { statements: 'split' } })],
})
