import { describe, expect, it } from 'vitest'
import { decide } from '../../../src/judge/decide.ts'
import {
  cascadeJudge,
  JudgeAbstainedError,
  languageJudge,
  limitedJudge,
  panelJudge,
} from '../../../src/judge/index.ts'
import { choice, gradedJudge, requestOf, yesNo } from '../../support/graded-judge.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'

/** A judge whose model answers in prose to both of its calls, at 120 tokens each. */
const proseJudge = async () => {
  const { chat } = untilTestEnds(await openaiServer(() => ({ text: 'Yes, it is.' })))
  return { judge: languageJudge(chat), model: chat.modelId }
}
const yes = () => gradedJudge('yes', () => choice('yes'))
const abstaining = () =>
  gradedJudge('foreign', () => {
    throw new JudgeAbstainedError('foreign', 'not English')
  })
const request = requestOf({ s1: yesNo })
const ofOwnCalls = { calls: 2, usage: { inputTokens: 200, outputTokens: 40 } }

describe('the calls of a member that failed', () => {
  it('are in the evidence of a cascade, under its name and model', async () => {
    const { judge, model } = await proseJudge()
    const { evidence } = await decide(cascadeJudge([judge, yes()], { sure: 0.9 }), request)
    expect(evidence).toMatchObject({
      calls: 3,
      usage: { inputTokens: 207, outputTokens: 43 },
      members: [
        { judge: judge.id, model: `openai/${model}`, ...ofOwnCalls },
        { judge: 'yes', calls: 1 },
      ],
    })
  })

  it('are in the evidence of a panel, each by its own model where it is made of judges', async () => {
    const [one, other] = [await proseJudge(), await proseJudge()]
    const cascade = cascadeJudge([one.judge, other.judge], { sure: 0.9, id: 'both' })
    const { evidence } = await decide(panelJudge([cascade, yes(), yes()]), request)
    expect(evidence).toMatchObject({ calls: 6, usage: { inputTokens: 414, outputTokens: 86 } })
    expect(evidence.members?.slice(0, 2)).toEqual([
      { judge: 'both', model: `openai/${one.model}`, ...ofOwnCalls },
      { judge: 'both', model: `openai/${other.model}`, ...ofOwnCalls },
    ])
  })
})

describe('a budget is used up', () => {
  const untilSpent = async (judge: ReturnType<typeof yes> | ReturnType<typeof languageJudge>) => {
    const limited = limitedJudge(judge, { tokens: 1_000, windowInMs: 3_600_000 })
    const ask = () => limited.decide(request).catch((error: unknown) => error)
    const isSpent = (outcome: unknown) =>
      outcome instanceof JudgeAbstainedError && outcome.because.includes('used up')
    let asked = 0
    while (asked < 20 && !isSpent(await ask())) asked += 1
    return asked
  }

  // 240 tokens a request, of which about 130 are expected.
  it('by members of a cascade that fail', async () => {
    const { judge } = await proseJudge()
    expect(await untilSpent(cascadeJudge([judge, yes()], { sure: 0.9 }))).toBe(4)
  })

  it('by a judge that fails', async () => {
    const { judge } = await proseJudge()
    expect(await untilSpent(judge)).toBe(4)
  })

  it('by calls before an abstention', async () => {
    const { judge } = await proseJudge()
    expect(await untilSpent(cascadeJudge([judge, abstaining()], { sure: 0.9 }))).toBe(4)
  })

  it('by the votes of a panel that has no quorum', async () => {
    const { judge } = await proseJudge()
    expect(await untilSpent(panelJudge([judge, yes()]))).toBe(4)
  })
})
