import { createOpenAI } from '@ai-sdk/openai'
import type { MastraScorerEntry, MastraScorers } from '@mastra/core/evals'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type Answer,
  createAnswerRelevancyScorer,
  type Evidence,
  embeddedJudge,
  type Judge,
  languageJudge,
} from '../src/index.ts'
import type { ChoiceAnswer } from '../src/judge/contract.ts'
import type { JudgeModel } from '../src/judge/to-judge.ts'
import type { UnitVerdict } from '../src/scorers/units/judge-units.ts'

/** Checked by `tsc`, which reads the tests too; at run time they only must not throw. */
describe('the types', () => {
  it('accept whatever judges', () => {
    const openai = createOpenAI({ apiKey: 'x' })
    const models: JudgeModel[] = [
      'openai/gpt-5-mini',
      { id: 'openai/gpt-5-mini', apiKey: 'x' },
      openai('gpt-5-mini'),
      openai.chat('gpt-5-mini'),
      new MockLanguageModelV4(),
      embeddedJudge(),
      languageJudge('openai/gpt-5-mini'),
    ]
    for (const model of models) createAnswerRelevancyScorer({ model })
  })

  it('give answers of the type that was asked for', () => {
    type Asked = { type: 'choice'; instructions: string; criteria: { yes: string; no: string } }
    expectTypeOf<Answer<Asked>>().toEqualTypeOf<ChoiceAnswer<'yes' | 'no'>>()
    const decide = (judge: Judge) =>
      judge.decide({
        task: { name: 't', version: 1, instructions: '' },
        state: {},
        questions: {
          a: { type: 'choice', instructions: '', criteria: { left: '', right: '' } },
          b: { type: 'boolean', instructions: '' },
        },
      })
    type Answers = Awaited<ReturnType<typeof decide>>['answers']
    expectTypeOf<Answers['a']['choice']>().toEqualTypeOf<'left' | 'right'>()
    expectTypeOf<Answers['b']['verdict']>().toEqualTypeOf<boolean>()
  })

  it('of a result hold the verdicts and the evidence', () => {
    const scorer = createAnswerRelevancyScorer({ model: embeddedJudge(), id: 'mine' })
    type Result = Awaited<ReturnType<typeof scorer.run>>
    expectTypeOf<NonNullable<Result['analyzeStepResult']>['verdicts']>().toExtend<
      readonly UnitVerdict<'yes' | 'unsure' | 'no'>[]
    >()
    expectTypeOf<NonNullable<Result['analyzeStepResult']>['judge']>().toExtend<Evidence | undefined>()
    expectTypeOf<Result['score']>().toEqualTypeOf<number | undefined>()
  })

  it('fit an agent and its scorers', () => {
    const scorer = createAnswerRelevancyScorer({ model: embeddedJudge() })
    expectTypeOf<{ scorer: typeof scorer }>().toExtend<MastraScorerEntry>()
    expectTypeOf<{ answerRelevancy: { scorer: typeof scorer } }>().toExtend<MastraScorers>()
  })

  it('take the options of @mastra/evals, and refuse others', () => {
    createAnswerRelevancyScorer({ model: embeddedJudge(), options: { uncertaintyWeight: 0.3, scale: 1 } })
    type Options = NonNullable<Parameters<typeof createAnswerRelevancyScorer>[0]['options']>
    expectTypeOf<'uncertainty'>().not.toExtend<keyof Options>()
  })
})
