import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore, type MastraCompositeStore } from '@mastra/core/storage'
import { LibSQLStore } from '@mastra/libsql'
import { PostgresStoreVNext } from '@mastra/pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import {
  type DrawRecord,
  type LabelRecord,
  type LabelsLine,
  parseLabelsLine,
} from '../../../../src/features/labels/file/label-record.ts'
import { fromFeedback } from '../../../../src/features/labels/import/from-feedback.ts'
import { fromRows } from '../../../../src/features/labels/import/from-rows.ts'
import { type ImportSource, toLines } from '../../../../src/features/labels/import/imported-label.ts'
import { readValues } from '../../../../src/features/labels/import/read-values.ts'
import { labelledAnswers } from '../../../../src/features/labels/labelled-answers.ts'
import { scoredAnswers } from '../../../../src/features/labels/scored-answers.ts'
import { selfSelectedWarning } from '../../../../src/features/labels/values/label-warnings.ts'
import type { ItemRecord } from '../../../../src/run/item-record.ts'
import { databaseUrl, hasPostgres, query } from '../../../support/queues.ts'
import { relevancy, runOf } from '../labelled-run.ts'

const scorer = { ...relevancy, scale: 10 }
const run = runOf(
  [
    { id: 'one', shares: [0.9, 0.1] },
    { id: 'two', shares: [0.5] },
    { id: 'three', shares: [0.2] },
  ],
  scorer,
)
const thumbs = readValues({ up: '1', down: '0' })
const source: ImportSource = { run, scorer, shareOf: thumbs }
const fileOf = (name: string, text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'verdict-import-')), name)
  writeFileSync(file, text)
  return file
}

describe('what labels count', () => {
  it('is said label by label, or by a range of numbers', () => {
    expect(thumbs('up')).toBe(1)
    expect(thumbs('sideways')).toBeUndefined()
    const stars = readValues({ correction: '0' }, '1..5')
    expect(stars(4)).toBe(0.75)
    expect(stars('2')).toBe(0.25)
    expect(stars('It was Canberra.', 'correction')).toBe(0)
    expect(stars('0x3')).toBeUndefined()
    expect(() => stars(6)).toThrow('the label 6 must be from 1 to 5')
  })

  it('must be said, and be numbers', () => {
    expect(() => readValues({})).toThrow('--value up=1')
    expect(() => readValues({ up: '2' })).toThrow(
      'the value of the label up must be a number from 0 to 1, not 2',
    )
    expect(() => readValues({}, '5..1')).toThrow('the lower first')
    for (const range of ['1-5', '..5', '1..', '1..3..5', '1..Infinity'])
      expect(() => readValues({}, range)).toThrow('as in 1..5')
    expect(() => readValues({ up: '' })).toThrow('the value of the label up must be a number from 0 to 1')
  })
})

describe('labels of a file', () => {
  const csv = 'question_id,verdict,who\none,up,bob\ntwo,down,bob\n'
  const fields = { question_id: 'id', verdict: 'label', who: 'rater' }

  it('become labels of whole answers on the scale of the scorer, with the chance of a draw', async () => {
    const imported = await fromRows(source, fileOf('labels.csv', csv), { fields, chosenBy: 'chance' })
    const { lines } = toLines(source, imported, [])
    expect(lines[0]).toMatchObject({ kind: 'draw', by: 'uniform', of: 3, unit: 'answer' })
    expect(lines[1]).toMatchObject({
      itemId: 'one',
      label: 'up',
      value: 10,
      rater: 'bob',
      source: 'labels.csv',
    })
    const { run: labelled, selfSelected } = labelledAnswers(run, lines, 'relevancy')
    expect(labelled.labels).toEqual([
      { item: '["one",1]', value: 10, probability: 2 / 3 },
      { item: '["two",1]', value: 0, probability: 2 / 3 },
    ])
    expect(selfSelected).toBe(false)
  })

  it('that users chose are marked, without a chance', async () => {
    const imported = await fromRows(source, fileOf('labels.csv', csv), { fields, chosenBy: 'users' })
    const { lines } = toLines(source, imported, [])
    expect(lines.map(({ kind }) => kind)).toEqual(['label', 'label'])
    expect(labelledAnswers(run, lines, 'relevancy').warnings).toContain(selfSelectedWarning)
  })

  it('belong to the item, the rater and the statement that read the same', async () => {
    const cafe = runOf([{ id: 'caf\u00e9', shares: [0.9] }], scorer)
    const text = 'id,label,rater\n caf\u00e9,up,Zo\u00eb\ncafe\u0301, up,Zoe\u0308 \n'
    const options = { fields: {}, chosenBy: 'chance' } as const
    const { labels } = await fromRows({ ...source, run: cafe }, fileOf('labels.csv', text), options)
    expect(labels.map(({ rater, label }) => [rater, label])).toEqual([['Zo\u00eb', 'up']])
  })

  it('are not taken over twice', async () => {
    const file = fileOf('labels.csv', csv)
    const imported = await fromRows(source, file, { fields, chosenBy: 'chance' })
    const { lines } = toLines(source, imported, [])
    const again = await fromRows(source, file, { fields, chosenBy: 'chance' })
    expect(toLines(source, again, lines)).toMatchObject({ lines: [], added: 0, changed: 0, known: 2 })
    const third = await fromRows(source, fileOf('other.csv', 'id,label\nthree,up\n'), {
      fields: {},
      chosenBy: 'chance',
    })
    expect(() => toLines(source, third, lines)).toThrow('put the rows of both into one file')
  })

  describe('that differ from those of an earlier import', () => {
    const given = (values: Parameters<typeof readValues>, text: string, chosenBy: 'users' | 'chance') => {
      const options = { fields: {}, chosenBy } as const
      const reading = { ...source, shareOf: readValues(...values) }
      return fromRows(reading, fileOf('labels.csv', text), options)
    }
    const text = 'id,label,rater\none,4,bob\ntwo,2,bob\n'
    const valuesOf = (lines: readonly LabelsLine[]) =>
      labelledAnswers(run, lines, 'relevancy').run.labels.map(({ value }) => value)

    it('count instead, by value, by label and by who chose the answers', async () => {
      const first = toLines(source, await given([{}, '0..5'], text, 'chance'), []).lines
      const corrected = toLines(source, await given([{}, '1..5'], text, 'chance'), first)
      expect(corrected).toMatchObject({ added: 0, changed: 2, known: 0 })
      const lines = [...first, ...corrected.lines]
      expect(valuesOf(lines)).toEqual([7.5, 2.5])
      const edited = text.replace('4', '5')
      const other = toLines(source, await given([{}, '1..5'], edited, 'chance'), lines)
      expect(other).toMatchObject({ added: 0, changed: 1, known: 1 })
      const back = toLines(source, await given([{}, '1..5'], text, 'chance'), [...lines, ...other.lines])
      expect(back).toMatchObject({ changed: 1, known: 1 })
      const users = toLines(source, await given([{}, '1..5'], text, 'users'), lines)
      expect(users).toMatchObject({ changed: 2 })
      expect(labelledAnswers(run, [...lines, ...users.lines], 'relevancy').selfSelected).toBe(true)
      const chance = toLines(source, await given([{}, '1..5'], text, 'chance'), [...lines, ...users.lines])
      expect(chance).toMatchObject({ changed: 2 })
      const last = [...lines, ...users.lines, ...chance.lines]
      expect(labelledAnswers(run, last, 'relevancy').selfSelected).toBe(false)
    })

    it('do not count where the rater said something newer', async () => {
      const first = toLines(source, await given([{}, '1..5'], text, 'users'), []).lines
      const [label] = first as [LabelRecord]
      const newer = { ...label, label: 1, value: 0, at: '2026-11-01T00:00:00Z' }
      const lines = [...first, newer]
      const again = toLines(source, await given([{}, '1..5'], text, 'users'), lines)
      expect(again).toMatchObject({ lines: [], known: 1, outdated: 1 })
      const undone = { ...newer, kind: 'undone' } as const
      const afterUndo = toLines(source, await given([{}, '1..5'], text, 'users'), [...first, undone])
      expect(afterUndo).toMatchObject({ lines: [], known: 1, outdated: 1 })
      const timed = text.replace('rater', 'rater,at').replaceAll('bob', 'bob,2026-11-02T00:00:00Z')
      const later = toLines(source, await given([{}, '1..5'], timed, 'users'), lines)
      expect(later).toMatchObject({ changed: 1, known: 1, outdated: 0 })
      expect(valuesOf([...lines, ...later.lines])).toEqual([7.5, 2.5])
    })

    it('count by time, whatever the order of the rows', async () => {
      const rows = ['id,label,rater,at', 'one,5,bob,2026-02-01T00:00:00Z', 'one,1,bob,2026-01-01T00:00:00Z']
      const found = toLines(source, await given([{}, '1..5'], rows.join('\n'), 'users'), [])
      expect(found).toMatchObject({ added: 1, repeated: 1 })
      expect(valuesOf(found.lines)).toEqual([10])
    })
  })

  it('may be of statements as they stand in the answer', async () => {
    const rows = [
      { id: 'one', statement: 'Statement 1  of one.', label: 'up' },
      { id: 'one', statement: 'Statement 2 of one.', label: 'down' },
    ]
    const file = fileOf('labels.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
    const { lines } = toLines(source, await fromRows(source, file, { fields: {}, chosenBy: 'chance' }), [])
    expect(labelledAnswers(run, lines, 'relevancy').run.labels).toMatchObject([
      { item: '["one",1]', value: 5 },
    ])
  })

  it('of a statement that the answer has several times are of each, and by one rater the same', async () => {
    const [first, ...others] = run.items
    const scores = structuredClone(first?.scores) as ItemRecord['scores']
    const { relevancy: record } = scores
    const [verdict] = record?.verdicts ?? []
    const twice = { ...record, verdicts: [verdict, ...(record?.verdicts ?? []).slice(1), verdict] }
    const repeating = {
      ...run,
      items: [{ ...first, scores: { relevancy: twice } } as ItemRecord, ...others],
    }
    const labelled = (labels: readonly string[]) => {
      const rows = ['Statement 1 of one.', 'Statement 2 of one.', 'Statement 1 of one.']
        .slice(0, labels.length)
        .map((statement, index) => JSON.stringify({ id: 'one', statement, label: labels[index] }))
      const file = fileOf('labels.jsonl', rows.join('\n'))
      return fromRows({ ...source, run: repeating }, file, { fields: {}, chosenBy: 'chance' })
    }
    for (const given of [
      ['up', 'down'],
      ['up', 'down', 'up'],
    ]) {
      const { lines } = toLines({ ...source, run: repeating }, await labelled(given), [])
      const answer = labelledAnswers(repeating, lines, 'relevancy')
      expect(answer.run.labels).toMatchObject([{ item: '["one",1]', value: expect.closeTo(20 / 3) }])
      expect(answer.warnings.join(' ')).not.toContain('partly')
      expect(lines).toHaveLength(4)
    }
    await expect(labelled(['up', 'down', 'down'])).rejects.toThrow('line 3: "file" gave "one" two labels')
  })

  it('must say which answer they are of where the run has several of the item', async () => {
    const repeated = runOf(
      [1, 2].map((repeat) => ({ id: 'one', repeat, shares: [0.9, 0.1] })),
      scorer,
    )
    const options = { fields: {}, chosenBy: 'users' } as const
    const imported = (text: string) =>
      fromRows({ ...source, run: repeated }, fileOf('labels.csv', text), options)
    await expect(imported('id,label\none,up\n')).rejects.toThrow(
      'line 2: the run has 2 answers to "one", and nothing says which was labelled',
    )
    await expect(imported('id,label,repeat\none,up,3\n')).rejects.toThrow('the run has no repeat 3 of "one"')
    expect((await imported('id,label,repeat\none,up,2\n')).labels).toMatchObject([
      { answer: { key: '["one",2]' } },
    ])
  })

  it('are of the only answer that the run has of the item, where the others failed', async () => {
    const { header, items } = runOf(
      [1, 2].map((repeat) => ({ id: 'one', repeat, shares: [0.9, 0.1] })),
      scorer,
    )
    const failure = { name: 'Error', message: 'down', attempts: 1 }
    const failing = items.map((item): ItemRecord => {
      return item.repeat === 1 ? { ...item, answer: undefined, failure, scores: {} } : item
    })
    const file = fileOf('labels.csv', 'id,label\none,up\n')
    const options = { fields: {}, chosenBy: 'users' } as const
    const { labels } = await fromRows({ ...source, run: { header, items: failing } }, file, options)
    expect(labels).toMatchObject([{ answer: { key: '["one",2]' } }])
  })

  it('without a word in them make a labels file that can be read', async () => {
    const rows = [{ id: 'one', label: 'up', comment: '' }]
    const file = fileOf('labels.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
    const { lines } = toLines(source, await fromRows(source, file, { fields: {}, chosenBy: 'chance' }), [])
    expect(lines.map((line) => parseLabelsLine(line).kind)).toEqual(['draw', 'label'])
  })

  it('have the chance of their own answer where a draw is there', () => {
    const equal = drawAnswers(run, 'relevancy', { count: 2, unit: 'answer' }) as DrawRecord
    const draw = {
      ...equal,
      answers: equal.answers.map((one, at) => ({ ...one, probability: 0.3 + at / 3 })),
    }
    const chances = draw.answers.map(({ itemId, probability }) => [itemId, probability])
    expect(new Set(chances.map(([, chance]) => chance)).size).toBe(2)
    const labels = scoredAnswers(run, 'relevancy')
      .filter(({ item }) => draw.answers.some(({ itemId }) => itemId === item.itemId))
      .map((answer) => ({
        ...{ answer, label: 'up', share: 1, rater: 'bob' },
        ...{ at: '2026-01-01T00:00:00Z', source: 'labels.csv' },
      }))
    const { lines } = toLines(source, { labels, chosenBy: 'chance', notes: [] }, [draw])
    const found = lines.map((line) => (line.kind === 'label' ? [line.itemId, line.probability] : []))
    expect(found.sort()).toEqual(chances.sort())
  })

  it('may be two of one answer where raters or times differ', async () => {
    const text =
      'id,label,rater,at\none,up,bob,\none,down,eve,\ntwo,up,bob,2026-01-01T00:00:00Z\ntwo,down,bob,2026-01-02T00:00:00Z\n'
    const options = { fields: {}, chosenBy: 'users' } as const
    expect((await fromRows(source, fileOf('labels.csv', text), options)).labels).toHaveLength(4)
  })

  it('have a day for a time, from its beginning in UTC', async () => {
    const options = { fields: {}, chosenBy: 'users' } as const
    const { labels } = await fromRows(source, fileOf('l.csv', 'id,label,at\none,up,2026-01-01\n'), options)
    expect(labels.map(({ at }) => at)).toEqual(['2026-01-01T00:00:00.000Z'])
  })

  it.each([
    ['a time in words', 'id,label,at\none,up,today\n', 'at: must be a day, such as 2026-11-01'],
    [
      'another label of the same by nobody else',
      'id,label\none,up\ntwo,up\none,down\n',
      'line 4: "file" gave "one" two labels, and nothing says which counts',
    ],
    [
      'a label of which nothing is said',
      'id,label\none,up\ntwo,maybe\n',
      'line 3: the label "maybe" has no value',
    ],
    ['an item that the run does not have', 'id,label\nfour,up\n', 'line 2: the run has no item "four"'],
    ['no label', 'id,verdict\none,up\n', 'line 2: has no label: leave out such rows'],
    ['an empty label', 'id,label\none,\n', 'line 2: has no label: leave out such rows'],
    ['a blank label', 'id,label\none, \n', 'line 2: has no label: leave out such rows'],
    [
      'a decimal comma',
      'id;label\none;3,5\n',
      'line 2: the label "3,5" has no value: write a decimal point (3.5)',
    ],
    [
      'a statement that the answer does not have',
      'id,label,statement\none,up,Hm.\n',
      'the answer has no statement "Hm."',
    ],
  ])('are refused for %s', async (_, text, message) => {
    const rows = fromRows(source, fileOf('labels.csv', text), { fields: {}, chosenBy: 'chance' })
    await expect(rows).rejects.toThrow(message)
  })

  it('need fields that labels have, and a scale', async () => {
    const options = { fields: { a: 'colour' }, chosenBy: 'chance' } as const
    await expect(fromRows(source, '/none.csv', options)).rejects.toThrow(
      'the field after = must be one of id, repeat',
    )
    const { scale: _, ...unknown } = scorer
    expect(() =>
      toLines({ ...source, scorer: unknown }, { labels: [], chosenBy: 'users', notes: [] }, []),
    ).toThrow('does not state its scale')
  })
})

const stores: Record<string, () => MastraCompositeStore> = {
  memory: () => new InMemoryStore(),
  ...(hasPostgres ? { PostgreSQL: postgresOfItsOwn } : {}),
}

/** The store of traces that keeps feedback is the newer one. */
function postgresOfItsOwn(): MastraCompositeStore {
  const schemaName = `verdict_labels_${randomUUID().slice(0, 8)}`
  const connection = { connectionString: databaseUrl, schemaName }
  // It warns that both are one database.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const storage = new PostgresStoreVNext({ id: 'test', ...connection, observability: connection })
  onTestFinished(async () => {
    await storage.close()
    await query(`drop schema if exists ${schemaName} cascade`)
    vi.restoreAllMocks()
  })
  return storage
}

describe("feedback in Mastra's storage", () => {
  const traced = {
    ...run,
    items: run.items.map((item, index): ItemRecord => {
      if (index === 0) return { ...item, traceId: 't1', metadata: { traceId: 'earlier' } }
      return index === 1 ? { ...item, metadata: { traceId: 't2' } } : { ...item, itemId: 't3' }
    }),
  }

  // PostgreSQL has partitions for the days around today.
  const begin = Date.now()
  const secondsOn = (seconds: number) => new Date(begin + 1000 * seconds)

  async function withFeedback(
    feedback: readonly object[],
    storage: MastraCompositeStore = new InMemoryStore(),
  ) {
    await storage.init()
    const store = await storage.getStore('observability')
    for (const [index, one] of feedback.entries())
      await store?.createFeedback({
        feedback: {
          feedbackId: `f${index}`,
          timestamp: secondsOn(index),
          feedbackType: 'thumbs',
          ...one,
        } as never,
      })
    return new Mastra({ storage, logger: false })
  }

  it('becomes labels of the answers of its traces, marked as chosen by users', async () => {
    const mastra = await withFeedback([
      { traceId: 't1', value: 'up', feedbackUserId: 'eve ', comment: 'thanks' },
      { traceId: 't2', value: 'down', comment: '', feedbackUserId: ' ' },
      { traceId: 't3', value: 'It is Canberra.', feedbackType: 'correction', feedbackUserId: 'eve' },
      { traceId: 't1', value: 'nice', feedbackType: 'comment' },
      { traceId: 'elsewhere', value: 'up' },
      { traceId: 'earlier', value: 'down', feedbackUserId: 'eve' },
    ])
    const shareOf = readValues({ up: '1', down: '0', correction: '0' })
    const imported = await fromFeedback({ ...source, run: traced, shareOf }, mastra)
    expect(imported.notes).toEqual([
      'Feedback left out because the run does not have its trace: 2.',
      'Feedback left out because comment "nice" has no value (give one with --value): 1.',
    ])
    const { lines } = toLines({ ...source, run: traced }, imported, [])
    expect(lines).toMatchObject([
      { itemId: 'one', label: 'up', value: 10, rater: 'eve', comment: 'thanks', selfSelected: true },
      { itemId: 'two', label: 'down', value: 0, rater: 'feedback f1', source: 'feedback' },
      { itemId: 't3', label: 'It is Canberra.', value: 0, rater: 'eve' },
    ])
    expect(lines.map((line) => parseLabelsLine(line).kind)).toEqual(['label', 'label', 'label'])
    const labelled = labelledAnswers(traced, lines, 'relevancy')
    expect([labelled.selfSelected, labelled.run.labels.length]).toEqual([true, 3])
  })

  describe('of a run that has several answers to an item', () => {
    const repeatedWith = (texts: readonly string[], traces: readonly string[] = []) => {
      const { header, items } = runOf(
        texts.map((_, index) => ({ id: 'one', repeat: index + 1, shares: [0.5] })),
        scorer,
      )
      const records = items.map((item, index): ItemRecord => {
        return { ...item, answer: texts[index], traceId: traces[index] }
      })
      return { header, items: records }
    }
    const imported = async (of: ReturnType<typeof repeatedWith>, traceId: string) =>
      fromFeedback({ ...source, run: of }, await withFeedback([{ traceId, value: 'up' }]))

    it('is of one answer where that has a trace', async () => {
      const { labels, notes } = await imported(repeatedWith(['Yes.', 'No.'], ['t1', 't2']), 't2')
      expect(labels.map(({ answer }) => answer.key)).toEqual(['["one",2]'])
      expect(notes).toEqual([])
    })

    it('is left out where only the item says what it is of, and the answers differ', async () => {
      const { labels, notes } = await imported(repeatedWith(['Yes.', 'No.']), 'one')
      expect(labels).toEqual([])
      expect(notes).toEqual([
        'Feedback left out because the run has several answers to its item and nothing says which one is meant: 1.',
      ])
    })

    it('is of each answer where they are the same', async () => {
      const { labels } = await imported(repeatedWith(['Yes.', 'Yes.']), 'one')
      expect(labels.map(({ answer }) => answer.key)).toEqual(['["one",1]', '["one",2]'])
    })
  })

  it('on what an item was taken from is not of the answer that an agent gave since', async () => {
    const anew = { ...traced, header: { ...run.header, target: { kind: 'agent', id: 'support' } as const } }
    const mastra = await withFeedback([
      { traceId: 't1', value: 'up' },
      { traceId: 't2', value: 'down' },
      { traceId: 't3', value: 'down' },
    ])
    const { labels, notes } = await fromFeedback({ ...source, run: anew }, mastra)
    expect(labels.map(({ answer }) => answer.key)).toEqual(['["one",1]'])
    expect(notes).toEqual(['Feedback left out because the run does not have its trace: 2.'])
  })

  it.each(Object.entries(stores))('is taken by type and time, from all pages: %s', async (_, storeOf) => {
    const feedback = Array.from({ length: 230 }, (_, index) => ({
      traceId: 't1',
      value: index % 5,
      feedbackType: index % 2 === 0 ? 'rating' : 'thumbs',
      feedbackUserId: `u${index}`,
    }))
    const mastra = await withFeedback(feedback, storeOf())
    const shareOf = readValues({}, '0..4')
    const all = await fromFeedback({ ...source, run: traced, shareOf }, mastra)
    expect(new Set(all.labels.map(({ rater }) => rater)).size).toBe(230)
    const since = secondsOn(60)
    const some = await fromFeedback({ ...source, run: traced, shareOf }, mastra, { types: ['rating'], since })
    expect(some.labels).toHaveLength(85)
    expect(some.labels[0]).toMatchObject({ rater: 'u60', share: 0 })
  })
})

it('feedback needs a store that keeps it', async () => {
  const storage = new LibSQLStore({ id: 'none', url: ':memory:' })
  await expect(fromFeedback(source, new Mastra({ storage, logger: false }))).rejects.toThrow(
    'the storage does not list feedback',
  )
})
