import { beforeAll, describe, expect, it } from 'vitest'
import { checkGates, type EvaluationRun } from '../../src/evaluation.ts'
import { pageData } from '../../src/report/html/page-data.ts'
import { answersInFull } from '../../src/report/run/whole-answers.ts'
import { worstFindings } from '../../src/report/run/worst-answers.ts'
import { runReport } from '../../src/report.ts'
import { conversationRun, withVerdicts } from './conversation-run.ts'
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
      expect(text).toContain(
        '3 conversations with 5 turns in all: 1 ran to the end of the script; 1 ended because the simulated user said that the goal was met; 1 broke off with a failure.',
      )
      expect(text).toContain(
        'stated 1 fact in 1 conversation that neither their item nor the agent gave: “4711”.',
      )
      expect(text).toContain('reached in 1 of 2 conversations; in these after 1.0 turns on average.')
    }
  })

  it('tells first how many took place, and counts conversations', async () => {
    const items = run.items.map((item) =>
      item.itemId === 'broken'
        ? { ...item, failure: { name: 'SimulatedUserError', message: 'It said nothing.', attempts: 1 } }
        : item,
    )
    const material = materialOf({ ...run, items })
    const took = '2 of 3 conversations took place: the simulated user failed in 1'
    const html = await runReport.html(material)
    expect(html.slice(html.indexOf('<h1>'), html.indexOf('class="cards first"'))).toContain(took)
    expect(html).toContain('3 conversations · ')
    expect(runReport.terminal(material).replaceAll(/\s+/g, ' ').slice(0, 300)).toContain(took)
    expect(checkGates(material.run, { failed: 0 })).toContainEqual(
      expect.objectContaining({ gate: 'failed', title: `no errors (${took})` }),
    )
    expect(html).toContain('"userFailure":"SimulatedUserError: It said nothing."')
    expect(html).toContain('the simulated user failed in 1</span>')
    expect(JSON.parse(runReport.json(material)).answers).toEqual({ total: 3, failed: 0 })
    const shown = runReport.markdown(material)
    expect(shown).toMatch(/\| 1 \| simulated user \| SimulatedUserError: It said nothing/)
    const worst = worstFindings(material.run, 5).map(({ item }) => item.itemId)
    expect(worst).toEqual(['long', 'short'])
  })

  it('shows the goal of a simulated user among the worst answers, and that intervals are such', async () => {
    const goal = 'Pause the membership of member 4711.'
    const items = run.items.map((item) =>
      item.conversation === undefined ? item : { ...item, input: { goal, manner: 'terse', turns: 4 } },
    )
    const html = await runReport.html(materialOf({ ...run, items }))
    const [, cards = ''] = html.split('class="cards first"')
    expect(cards.slice(0, cards.indexOf('<details'))).toContain(`</a>: ${goal}<p`)
    const alone = await runReport.html(materialOf(randomRun({ items: 20, seed: 3 })))
    expect(alone).toContain('<h2>Mean, with its 95 % interval</h2>')
  })

  it('tells how many items reach their goal in every try, and how many only in some', () => {
    const again = (turnsOfShort: number | undefined) => ({
      ...run,
      header: { ...run.header, repeats: 2 },
      items: run.items.flatMap((item) => {
        const other = { ...item, repeat: item.repeat + 1 }
        const { half } = item.scores
        if (item.itemId !== 'short' || half === undefined) return [item, other]
        const score = { ...half, reachedAtTurn: turnsOfShort } as typeof half
        return [item, { ...other, scores: { ...item.scores, half: score } }]
      }),
    })
    const sentenceIn = (one: EvaluationRun) => runReport.terminal(materialOf(one)).replaceAll(/\s+/g, ' ')
    expect(sentenceIn(again(3))).toContain(
      '1 of 2 reached the goal in each of 2 tries; after 2.0 turns on average.',
    )
    expect(sentenceIn(again(undefined))).toContain(
      '0 of 2 reached the goal in each of 2 tries, 1 in some of their tries; after 1.0 turns on average. 1 more item has tries without a score.',
    )
  })

  it('counts conversations that broke off in their first turn', () => {
    const items = run.items.map((item) =>
      item.itemId === 'broken' ? { ...item, conversation: { turns: [] } } : item,
    )
    const text = runReport.terminal(materialOf({ ...run, items })).replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/^.*3 conversations with 4 turns in all:.*; 1 broke off with a failure\./)
  })

  it('tells the worst turn, what was said in it, and why it is bad', () => {
    const scorers = run.header.scorers.filter(({ id }) => id === 'half')
    const items = run.items.map(({ scores, ...item }) => ({
      ...item,
      scores: Object.fromEntries(Object.entries(scores).filter(([id]) => id === 'half')),
    }))
    const alone = materialOf({ ...run, header: { ...run.header, scorers }, items })
    for (const text of [runReport.terminal(alone), runReport.markdown(alone)]) {
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
      [
        {
          name: 'search',
          arguments: '{"of":"<b>x</b>"}',
          outcome: 'answered',
          result: '{"real":"search"}',
          took: expect.stringMatching(/^\d[\d.]* m?s$/),
        },
      ],
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

  it('shows the prompts of judges and the context once, at their turn', () => {
    const judged = withVerdicts(run)
    const [item] = judged.items
    if (item === undefined) expect.unreachable('the run has items')
    const text = answersInFull.terminal({ run: judged, answers: [item] }, {})
    expect(text.match(/Prompt of support\/1/g)).toHaveLength(3)
    expect(text).not.toContain('Context of the item')
    const [score] = pageData('alone', [{ label: '', run: judged }]).items[0]?.answers[0]?.scores ?? []
    expect(score?.prompts).toBeUndefined()
    expect(score?.turns?.map(({ prompts }) => prompts?.length)).toEqual([1, 1, 1])
  })

  it('says nothing of them where there are none', () => {
    const material = materialOf(randomRun({ items: 3, seed: 5 }))
    expect(runReport.terminal(material)).not.toContain('onversation')
  })
})
