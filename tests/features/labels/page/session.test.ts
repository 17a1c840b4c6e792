import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord } from '../../../../src/features/labels/file/label-record.ts'
import { hashOfAnswer } from '../../../../src/features/labels/file/label-record.ts'
import { labelledAnswers } from '../../../../src/features/labels/labelled-answers.ts'
import { LabellingSession } from '../../../../src/features/labels/page/session.ts'
import type { ItemRecord } from '../../../../src/run/item-record.ts'
import { relevancy, runOf, singleStatements } from '../labelled-run.ts'
import { newFile, sessionOf } from './session-of.ts'

describe('a session of labelling', () => {
  it('shows question, answer with the statement marked, and the options of the scorer', async () => {
    const { session } = await sessionOf(runOf([{ id: 'one', shares: [0.9, 0.2] }]))
    const { task, progress, last } = await session.state()
    expect(progress).toEqual({ done: 0, all: 2, skipped: 0, chosen: 0 })
    expect(task).toMatchObject({
      place: 'Part 1 of 2',
      question: 'What about one?',
      answer: [
        { text: 'Statement 1 of one.', current: true },
        { text: ' ', current: false },
        { text: 'Statement 2 of one.', current: false },
      ],
      labelQuestion: {
        question: 'Does the statement answer the question?',
        options: [{ key: '1', name: 'yes', criterion: 'it does' }, { name: 'unsure' }, { name: 'no' }],
      },
    })
    expect(last).toBeUndefined()
  })

  it('tells nothing of what the judge said before the label, and all of it after where that is wanted', async () => {
    const run = runOf([{ id: 'one', shares: [0.9, 0.2] }])
    const { session } = await sessionOf(run, newFile(), { showsJudge: true })
    const before = await session.state()
    expect(JSON.stringify(before)).not.toContain("judge's words")
    const { last, task } = await session.say({ task: before.task?.key ?? '', kind: 'label', label: 'no' })
    expect(last).toEqual({
      text: 'Statement 1 of one.',
      said: 'no',
      judge: 'yes (share 0.9)',
      reason: "the judge's words on 1",
    })
    expect(JSON.stringify(task)).not.toContain("judge's words")
    const passed = await session.say({ task: task?.key ?? '', kind: 'skipped' })
    expect(passed.last).toEqual({ text: 'Statement 2 of one.', said: 'skipped' })
  })

  it('says nothing of the judge where nobody asks for it', async () => {
    const { session } = await sessionOf()
    const { task } = await session.state()
    const { last } = await session.say({ task: task?.key ?? '', kind: 'label', label: 'yes' })
    expect(last?.judge).toBeUndefined()
  })

  it('writes a line for each thing said, with all that is known of it', async () => {
    const file = newFile()
    const run = runOf([{ id: 'one', shares: [0.9] }], { ...relevancy, version: 'a1' })
    const now = () => new Date('2026-11-22T12:00:00.000Z')
    const { session, labels } = await sessionOf(run, file, { now })
    const { task } = await session.state()
    await session.say({ task: task?.key ?? '', kind: 'label', label: 'unsure', comment: 'half of it' })
    const [draw, line] = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(line).toEqual({
      ...{ kind: 'label', run: 'run-1', scorerId: 'relevancy', itemId: 'one', repeat: 1 },
      unit: { index: 0, text: 'Statement 1 of one.' },
      ...{ rater: 'ann', at: '2026-11-22T12:00:00.000Z', draw: draw.id, probability: 1 },
      ...{ label: 'unsure', value: 0.5, comment: 'half of it', task: 'statement-relevance/1' },
      scorerVersion: 'a1',
      answerHash: hashOfAnswer('Statement 1 of one.'),
    })
    expect(labelledAnswers(run, labels.lines, 'relevancy').run.labels).toEqual([
      { item: '["one",1]', value: 0.5, probability: 1 },
    ])
  })

  it('marks answers that were chosen for improve, which have no probability', async () => {
    const run = singleStatements(Array.from({ length: 60 }, (_, index) => index / 60))
    const draw = drawAnswers(run, 'relevancy', { count: 20, for: 'improve' }) as DrawRecord
    const { session, labels } = await sessionOf(run, newFile(), { draw })
    await labels.write(({ append }) => append(draw))
    for (let said = 0; said < 20; said += 1) {
      const { task } = await session.state()
      await session.say({ task: task?.key ?? '', kind: 'label', label: 'yes' })
    }
    const marks = new Map(
      labels.lines.flatMap((line) =>
        line.kind === 'label' ? [[line.itemId, [line.chosenFor, line.probability]]] : [],
      ),
    )
    expect(marks.size).toBe(20)
    for (const { itemId } of draw.chosen ?? []) expect(marks.get(itemId)).toEqual(['improve', undefined])
    for (const { itemId } of draw.answers) expect(marks.get(itemId)).toEqual([undefined, 0.25])
  })

  it('takes back what was said last, also of a session before, and says that the judge was seen', async () => {
    const file = newFile()
    const run = runOf([{ id: 'one', shares: [0.9] }])
    const first = await sessionOf(run, file, { showsJudge: true })
    const { task } = await first.session.state()
    const done = await first.session.say({ task: task?.key ?? '', kind: 'label', label: 'no' })
    expect(done.task).toBeUndefined()
    const { session, labels } = await sessionOf(run, file, { showsJudge: true })
    expect((await session.state()).last).toMatchObject({ said: 'no' })
    const undone = await session.undo()
    expect(undone.task).toMatchObject({ place: 'Part 1 of 1' })
    expect(undone.last).toBeUndefined()
    await session.say({ task: undone.task?.key ?? '', kind: 'label', label: 'yes' })
    expect(labels.lines.at(-1)).toMatchObject({ label: 'yes', sawJudge: true })
    expect(labelledAnswers(run, labels.lines, 'relevancy').warnings.join()).toContain(
      'had seen what the judge said',
    )
    await session.undo()
    await expect(session.undo()).rejects.toThrow('There is nothing to undo')
  })

  it('refuses what was said of another task, two windows at once, and labels that are none', async () => {
    const { session, labels } = await sessionOf()
    const key = (await session.state()).task?.key ?? ''
    await expect(session.say({ task: 'another', kind: 'skipped' })).rejects.toThrow('already answered')
    await expect(session.say({ task: key, kind: 'label', label: 'perhaps' })).rejects.toThrow(
      '"perhaps" is not an option',
    )
    await expect(session.say({ task: key, kind: 'label' })).rejects.toThrow('There is no label')
    const both = await Promise.allSettled([
      session.say({ task: key, kind: 'label', label: 'yes' }),
      session.say({ task: key, kind: 'label', label: 'no' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(labels.lines.filter(({ kind }) => kind === 'label')).toHaveLength(1)
  })

  it('asks for a score of whole answers where nothing is known of statements', async () => {
    const { question: _, ...scorer } = { ...relevancy, scale: 10 }
    const { session, labels } = await sessionOf(runOf([{ id: 'one', shares: [0.9, 0.2] }], scorer))
    const { task } = await session.state()
    expect(task).toMatchObject({ place: 'The whole answer', answer: [{ current: true }] })
    expect(task?.labelQuestion).toMatchObject({
      question:
        'Which score should Relevancy give this answer, from 0 to 10? Higher is better: 10 is the best score.',
      number: { low: 0, high: 10 },
    })
    expect(task?.labelQuestion.options.map(({ name }) => name)).toEqual(['0', '2.5', '5', '7.5', '10'])
    const key = task?.key ?? ''
    await expect(session.say({ task: key, kind: 'label', label: 11 })).rejects.toThrow(
      'a number from 0 to 10',
    )
    await session.say({ task: key, kind: 'label', label: 7 })
    expect(labels.lines.at(-1)).toMatchObject({ label: 7, value: 7 })
  })

  it('needs to know the scale of whole answers', async () => {
    const { question: _, scale: __, ...scorer } = relevancy
    const { session } = await sessionOf(runOf([{ id: 'one', shares: [0.9] }], scorer))
    await expect(session.state()).rejects.toThrow('relevancy does not state its scale')
  })

  it('shows conversation and context of messages', async () => {
    const run = runOf([{ id: 'one', shares: [0.9] }])
    const message = (role: string, content: string) => ({ role, content })
    const call = {
      ...{ state: 'result', toolCallId: 't', toolName: 'search', args: {} },
      result: 'Canberra is the capital.',
    }
    const parts = [
      { type: 'tool-invocation', toolInvocation: call },
      { type: 'text', text: 'Statement 1 of one.' },
    ]
    const exchange = {
      input: [message('user', 'Hello'), message('assistant', 'Hi'), message('user', 'Which capital?')],
      output: [
        { id: 'm', role: 'assistant', createdAt: '2026-11-22T10:00:00.000Z', content: { format: 2, parts } },
      ],
    }
    const items = run.items.map((item) => ({
      ...item,
      exchange: exchange as unknown as ItemRecord['exchange'],
    }))
    const { session } = await sessionOf({ ...run, items })
    expect((await session.state()).task).toMatchObject({
      question: 'Which capital?',
      conversation: [
        { role: 'user', text: 'Hello' },
        { role: 'assistant', text: 'Hi' },
      ],
      context: ['search(): Canberra is the capital.'],
    })
  })
})

describe('a picked answer', () => {
  const run = runOf([
    { id: 'one', shares: [0.9] },
    { id: 'two', shares: [0.4] },
    { id: 'three', shares: [0.1] },
  ])
  const one = { itemId: 'one', repeat: 1 }
  const label = async (session: LabellingSession, label = 'yes') =>
    session.say({ task: (await session.state()).task?.key ?? '', kind: 'label', label })
  const asked = async (session: LabellingSession) => (await session.state()).task?.question

  /** A session on answers of which one was not drawn. */
  async function open() {
    const file = newFile()
    const { labels, session } = await sessionOf(run, file)
    const draw = labels.lines.find((line) => line.kind === 'draw') as DrawRecord
    const drawn = { ...draw, answers: draw.answers.filter(({ itemId }) => itemId !== 'one') }
    const options = { run, draw: drawn, labels, rater: 'ann', scorer: relevancy }
    return { labels, session, partly: new LabellingSession(options), options }
  }

  it('comes first, and its label is self-selected', async () => {
    const { partly, labels } = await open()
    expect((await partly.state()).task?.isChosen).toBe(false)
    partly.pick(one)
    expect(await asked(partly)).toBe('What about one?')
    expect((await partly.state()).task?.isChosen).toBe(true)
    const { last, progress } = await label(partly)
    expect(last?.text).toBe('Statement 1 of one.')
    expect(progress).toEqual({ done: 0, all: 2, skipped: 0, chosen: 1 })
    expect(labels.lines.at(-1)).toMatchObject({ itemId: 'one', selfSelected: true, sawJudge: true })
    for (const name of ['draw', 'probability', 'chosenFor'])
      expect(labels.lines.at(-1)).not.toHaveProperty(name)
    expect(await asked(partly)).not.toBe('What about one?')
  })

  it('counts for no estimate beside drawn ones, and comes again in its turn if it was drawn', async () => {
    const { session, labels } = await open()
    session.pick(one)
    await label(session, 'no')
    const others = []
    for (let next = await asked(session); next !== undefined; next = await asked(session)) {
      others.push(next)
      await label(session)
    }
    expect(others.toSorted()).toEqual(['What about one?', 'What about three?', 'What about two?'])
    const { run: labelled, labelWarnings } = labelledAnswers(run, labels.lines, 'relevancy')
    expect(labelWarnings).toContain('1 label given after the rater had seen what the judge said.')
    expect(new Set(labelled.labels.map(({ item }) => item)).size).toBe(3)
    expect(labelled.labels.find(({ item }) => item.includes('one'))?.value).toBe(1)
  })

  it('keeps the label that it got as a drawn one, which no verdict had swayed', async () => {
    const { session, labels } = await open()
    for (let next = await asked(session); next !== undefined; next = await asked(session))
      await label(session)
    const before = [...labels.lines]
    expect(() => session.pick(one)).toThrow('one is labelled already, as one of the drawn answers')
    expect(await asked(session)).toBeUndefined()
    expect(labels.lines).toEqual(before)
  })

  it.each(['skipped', 'cannot say'] as const)(
    'that is %s leaves no line, and comes in its turn',
    async (kind) => {
      const { session, labels } = await open()
      const before = [...labels.lines]
      session.pick(one)
      const { progress } = await session.say({ task: (await session.state()).task?.key ?? '', kind })
      expect(progress).toEqual({ done: 0, all: 3, skipped: 0, chosen: 0 })
      expect(labels.lines).toEqual(before)
    },
  )

  it('comes back when its label is undone, and beside another pick', async () => {
    const { partly, labels } = await open()
    partly.pick(one)
    await label(partly)
    await partly.undo()
    expect(labels.lines.at(-1)).toMatchObject({ kind: 'undone', itemId: 'one' })
    expect(await asked(partly)).toBe('What about one?')
    partly.pick({ itemId: 'two', repeat: 1 })
    await label(partly)
    expect(await asked(partly)).toBe('What about one?')
  })

  it('goes on with the parts that are left, in another session, too', async () => {
    const parts = runOf([{ id: 'one', shares: [0.9, 0.2] }])
    const { session, labels } = await sessionOf(parts, newFile())
    const draw = labels.lines.find((line) => line.kind === 'draw') as DrawRecord
    const options = { run: parts, draw: { ...draw, answers: [] }, labels, rater: 'ann', scorer: relevancy }
    session.pick(one)
    await label(session)
    const next = new LabellingSession(options)
    next.pick(one)
    expect((await next.state()).task?.place).toBe('Part 2 of 2')
    await label(next)
    next.pick(one)
    expect((await next.state()).task?.place).toBe('Part 1 of 2')
  })

  it('needs a score', async () => {
    const { session } = await open()
    expect(() => session.pick({ itemId: 'four', repeat: 2 })).toThrow(
      'four, repeat 2, has no score of relevancy. Here is another answer.',
    )
  })
})
