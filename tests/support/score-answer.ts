import { type JudgeError, judgeErrorIn } from '../../src/judge/errors.ts'
import { languageJudge } from '../../src/judge/language-model/language-judge.ts'
import type { LanguageJudgeSettings } from '../../src/judge/language-model/settings.ts'
import {
  type AnswerRelevancyOptions,
  createAnswerRelevancyScorer,
} from '../../src/scorers/answer-relevancy.ts'
import { type ModelRequest, openaiServer, type Script } from './openai-server.ts'

export const question = 'How tall is the Eiffel Tower and when was it built?'
/** yes, unsure, no, yes, no: an honest judge gives (2 + 0.5) / 5. */
export const answer = [
  'The tower is 330 metres tall [yes].',
  'Towers of iron were popular then [unsure].',
  'Paris has good bakeries [no].',
  'It was finished in 1889 [yes].',
  'Subscribe to our newsletter [no].',
].join('\n')
export const honestScore = 0.5

export interface ScoringOutcome {
  readonly result?: Awaited<ReturnType<ReturnType<typeof createAnswerRelevancyScorer>['run']>>
  readonly error?: JudgeError
  readonly requests: readonly ModelRequest[]
}

export interface ScoringSetup {
  api?: 'chat' | 'responses'
  settings?: LanguageJudgeSettings
  options?: AnswerRelevancyOptions
  answer?: string
}

/** Scores one answer with the real scorer, the real client and a real server that follows the script. */
export async function scoreAnswer(script: Script, setup: ScoringSetup = {}): Promise<ScoringOutcome> {
  const server = await openaiServer(script)
  const model = languageJudge(server[setup.api ?? 'chat'], { retryDelayInMs: 1, ...setup.settings })
  const scorer = createAnswerRelevancyScorer({ model, options: { statements: 'split', ...setup.options } })
  try {
    const result = await scorer.run({ input: question, output: setup.answer ?? answer })
    return { result, requests: server.requests }
  } catch (error) {
    const judgeError = judgeErrorIn(error)
    if (judgeError === undefined) throw error
    return { error: judgeError, requests: server.requests }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}
