import { beforeAll, describe, expect, it } from 'vitest'
import { summariseRepeats } from '../../src/evaluation/comparison/summarise-repeats.ts'
import type { EvaluationRun } from '../../src/evaluation/index.ts'
import { pageData } from '../../src/report/html/page-data.ts'
import { type JsonReport, runReport } from '../../src/report/index.ts'
import { conversationRun } from './conversation-run.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

describe('a report of conversations', () => {
  let run: EvaluationRun
  beforeAll(async () => {
    run = await conversationRun()
  })

  it('tells in every format how they ended, what was made up, when goals were reached', async () => {
    const material = materialOf(run)
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
    for (const text of [
      runReport.terminal(material),
      runReport.markdown(material),
      await runReport.html(material),
    ].map(plain)) {
      expect(text).toContain('3 conversations with 5 turns in all.')
      expect(text).toContain(
        '1 at the end of the script, 1 with the goal met, according to the user, 1 broken off by a failure.',
      )
      expect(text).toContain(
        'stated 1 fact in 1 conversation that neither their item nor the agent gave: “4711”.',
      )
      expect(text).toContain('reached in 1 of 2 conversations; in these after 1.0 turns on average.')
    }
  })

  it('tells the worst turn, what was said in it, and why it is bad', () => {
    for (const text of [runReport.terminal(materialOf(run)), runReport.markdown(materialOf(run))]) {
      expect(text).toMatch(/Worst turn, 2 of 3/)
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(
        /0\.75 is the mean of 3 turns \(1, 0\.25, 1\)\. The worst is turn 2\\?: It is 0\.25\./,
      )
    }
  })

  it('gives the page each turn with its tools and scores', () => {
    const [long, , broken] = pageData('alone', [{ label: '', run }]).items
    const answer = long?.answers[0]
    expect(answer?.turns?.map(({ tools }) => tools)).toEqual([
      [],
      ['search({"of":"<b>x</b>"}) → {"real":"search"}'],
      [],
    ])
    expect(answer?.scores[0]).toMatchObject({
      score: 0.75,
      worstTurn: 2,
      turns: [{ score: 1 }, { score: 0.25 }, {}],
    })
    expect(answer?.scores[1]?.turns).toBeUndefined()
    expect(broken?.answers[0]).toMatchObject({ turns: [{ user: 'Hello.', tools: [] }], failure: /MOCK/ })
  })

  it('says that the spread of repeated conversations is of agent and user together, where one is simulated', () => {
    const repeated = (simulator?: { id: string; prompt: string }) => ({
      ...run,
      header: { ...run.header, repeats: 2, target: { ...run.header.target, simulator } },
      items: [1, 2].flatMap((repeat) => run.items.map((item) => ({ ...item, repeat }))),
    })
    const words = "the agent's and the simulated user's together"
    const told = (of: EvaluationRun) =>
      runReport.terminal({ ...materialOf(of), repeats: summariseRepeats(of) }).replaceAll(/\s+/g, ' ')
    expect(told(repeated({ id: 'simulated-user', prompt: 'simulated-user/1' }))).toContain(words)
    expect(told(repeated())).not.toContain(words)
  })

  it('says what replays would cost where it names them: each conversation again, without the simulator', () => {
    const usage = { inputTokens: 10, outputTokens: 1 }
    const cost = (calls: number, money?: number) => ({ calls, usage, ...(money !== undefined && { money }) })
    const withCosts = (money?: number): EvaluationRun => ({
      ...run,
      header: {
        ...{ ...run.header, repeats: 2 },
        target: { ...run.header.target, simulator: { id: 'simulated-user', prompt: 'simulated-user/1' } },
      },
      items: [1, 2].flatMap((repeat) =>
        run.items.map(({ scores: _, ...item }, index) => ({
          ...{ ...item, repeat, cost: cost(3, money) },
          ...(index === 0 ? { simulatorCost: cost(5, 9) } : {}),
          scores: Object.fromEntries(
            run.header.scorers.map(({ id }, place) => [
              id,
              {
                outcome: 'scored',
                score: index / 4,
                cost: cost(place === 0 ? 1 : 0, money),
                durationInMs: 1,
              },
            ]),
          ) as EvaluationRun['items'][number]['scores'],
        })),
      ),
    })
    const told = (of: EvaluationRun) =>
      runReport.terminal({ ...materialOf(of), repeats: summariseRepeats(of) }).replaceAll(/\s+/g, ' ')
    expect(told(withCosts())).toContain(
      'Replays tell them apart (replays: 1 in the configuration), for about 8 calls more.',
    )
    expect(told(withCosts(0.5))).toMatch(
      /\(replays: 1 in the configuration\), for about 8 calls more \(\$\d+\.\d+\)\./,
    )
  })

  it('says whose the spread is where users were replayed, in every format', async () => {
    const whole = run.items.filter(({ failure }) => failure === undefined)
    const scored = (score: number) => (record: EvaluationRun['items'][number]) => ({
      ...record,
      scores: { ...record.scores, whole: { ...record.scores.whole, score } as never },
    })
    const of = {
      ...run,
      header: {
        ...run.header,
        ...{ repeats: 2, replays: 1 },
        target: { ...run.header.target, simulator: { id: 'simulated-user', prompt: 'simulated-user/1' } },
      },
      items: [
        ...run.items.filter(({ itemId }) => itemId === 'broken'),
        ...[1, 2].flatMap((repeat) =>
          whole.map((item, index) => scored(0.3 * index + 0.2 * repeat)({ ...item, repeat })),
        ),
      ],
      replays: [1, 2].flatMap((replayOf) =>
        whole.map((item, index) =>
          scored(0.3 * index + 0.2 * replayOf + 0.05)({ ...item, repeat: 1, replayOf }),
        ),
      ),
    }
    const material = { ...materialOf(of), repeats: summariseRepeats(of) }
    for (const format of ['terminal', 'markdown', 'html'] as const) {
      const text = (await runReport[format](material))
        .replaceAll('\\', '')
        .replaceAll('&#39;', "'")
        .replaceAll(/\s+/g, ' ')
      expect(text).toContain("the simulated user's (between users)")
      expect(text).toContain("the agent's and the judge's (between answers and judgings)")
      expect(text).toContain('1 item without replays is left out of the spread.')
      expect(text).toContain('1 replay of each simulated user')
      expect(text).not.toContain("the agent's and the simulated user's together")
    }
    const { repeats } = JSON.parse(runReport.json(material)) as JsonReport
    const { variance } = repeats.find(({ scorerId }) => scorerId === 'whole') ?? {}
    expect(variance).toMatchObject({ users: 4, answers: 8 })
    expect(variance?.parts.map(({ sources }) => sources)).toEqual([
      ['items'],
      ['users'],
      ['answers', 'judgings'],
    ])
  })

  it('says nothing of them where there are none', () => {
    const material = materialOf(randomRun({ items: 3, seed: 5 }))
    expect(runReport.terminal(material)).not.toContain('onversation')
  })
})
