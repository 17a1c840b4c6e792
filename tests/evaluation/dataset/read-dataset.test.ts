import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { toDataset } from '../../../src/evaluation/dataset/dataset.ts'
import type { EvaluationItem } from '../../../src/evaluation/dataset/item.ts'
import type { ReadDatasetOptions } from '../../../src/evaluation/dataset/read-dataset.ts'
import { evaluate, readDataset } from '../../../src/evaluation.ts'
import { createKeywordCoverageScorer } from '../../../src/scorers/index.ts'
import { runs } from '../../support/random-runs.ts'
import { folder } from '../support.ts'

let directory: string
beforeEach(() => {
  directory = folder()
})

function read(name: string, text: string | Uint8Array, options?: ReadDatasetOptions) {
  const file = join(directory, name)
  writeFileSync(file, text)
  return readDataset(file, options)
}
const fromArray = (items: unknown[]) => toDataset(items, { name: 'data', source: 'data' })
const inputs = ({ items }: { items: readonly EvaluationItem[] }) => items.map(({ input }) => input)

describe('a dataset', () => {
  it('is read from JSONL with a byte order mark, CRLF, blank lines and no line break at the end', async () => {
    const text =
      '\uFEFF{"id":"a","input":"one"}\r\n\r\n{"id":7,"input":["x","y"],"groundTruth":{"k":1}}\n   \n{"input":"three\u2028"}'
    const { items, name } = await read('questions.jsonl', text)
    expect(name).toBe('questions.jsonl')
    expect(items.slice(0, 2)).toEqual([
      { id: 'a', input: 'one' },
      { id: '7', input: ['x', 'y'], groundTruth: { k: 1 } },
    ])
    expect(items[2]?.input).toBe('three\u2028')
  })

  it('is the same from JSONL, JSON, CSV and a list', async () => {
    const list = [{ input: 'say "hi", please', groundTruth: 'hi\nthere', group: 'g' }, { input: 'second' }]
    const expected = fromArray(list)
    const csv = 'input,groundTruth,group\r\n"say ""hi"", please","hi\nthere",g\r\nsecond,,\r\n'
    for (const [name, text] of [
      ['a.jsonl', list.map((item) => JSON.stringify(item)).join('\n')],
      ['a.json', JSON.stringify(list, null, 2)],
      ['a.csv', `\uFEFF${csv}`],
    ] as const) {
      const dataset = await read(name, text)
      expect(dataset.items).toEqual(expected.items)
      expect(dataset.hash).toBe(expected.hash)
    }
  })

  it('takes the cells of a CSV file as text, but for fields that are JSON', async () => {
    const csv = 'id,input,groundTruth,metadata,metadata.topic\n007,42,"{""a"":1}","{""deep"":[1]}",maths\n'
    const { items } = await read('a.csv', csv)
    expect(items[0]).toEqual({
      id: '007',
      input: '42',
      groundTruth: '{"a":1}',
      metadata: { deep: [1], topic: 'maths' },
    })
    const parsed = await read('b.csv', csv, { jsonFields: ['groundTruth'] })
    expect(parsed.items[0]?.groundTruth).toEqual({ a: 1 })
  })

  it('reads what spreadsheets write: the separator in a first line, rows of separators, empty answers', async () => {
    const rows = 'input;output;group\r\nwhy?;because;g\r\n;;\r\n  ; ;\r\n;;;;;\r\nand?;;\r\n;;\r\n'
    const expected = [
      { input: 'why?', output: 'because', group: 'g' },
      { input: 'and?', output: '' },
    ]
    for (const text of [`sep=;\r\n${rows}`, `\uFEFFsep=;\r\n${rows}`])
      expect((await read('a.csv', text)).items).toMatchObject(expected)
    expect((await read('b.csv', rows)).items).toMatchObject(expected)
    await expect(read('c.csv', 'sep=;\nid;input\na;x\na;y\n')).rejects.toThrow('c.csv, line 4, field "id"')
  })

  it.each([
    ['a comma', 'input,output\nhow; so?,a\tb\n', { input: 'how; so?', output: 'a\tb' }],
    ['a semicolon', 'input;output\nhow, so?;a,b\n', { input: 'how, so?', output: 'a,b' }],
    ['a tab', 'input\toutput\nhow, so?\ta;b\n', { input: 'how, so?', output: 'a;b' }],
    [
      'other signs in a quoted name',
      '"metadata.a,b,""c""\td";input\nx;how?\n',
      { input: 'how?', metadata: { 'a,b,"c"\td': 'x' } },
    ],
    [
      'a quoted name of two lines',
      '"metadata.a,\nb,";input\nx;how?\n',
      { input: 'how?', metadata: { 'a,\nb,': 'x' } },
    ],
    ['one column', 'input\nhow so?\n', { input: 'how so?' }],
    ['one column in quotes', '"input"\n"how; so, then?"\n', { input: 'how; so, then?' }],
    ['a comma after blank lines', '\n\ninput,output\nhow?,so\n', { input: 'how?', output: 'so' }],
  ])('finds %s by the header', async (_, text, item) => {
    expect((await read('a.csv', text)).items).toMatchObject([item])
  })

  it('takes tabs for granted where the ending says them', async () => {
    expect((await read('a.tsv', 'input\nhow, so?\n')).items).toMatchObject([{ input: 'how, so?' }])
  })

  it('names the line of an item without an id, and no hash', async () => {
    const { warnings } = await read(
      'a.jsonl',
      '{"input":"a"}\n\n{"input":""}\n{"input":"a"}\n{"input":"b"}\n',
    )
    expect(warnings).toEqual([
      expect.stringContaining('empty input in line 3'),
      expect.stringContaining('the same question in line 1, line 4'),
    ])
    const dataset = await read('b.csv', 'input,groundTruth\nq,g\n')
    await expect(
      evaluate({ name: 'x', data: dataset, target: 'recorded', scorers: [createKeywordCoverageScorer()] }),
    ).rejects.toThrow(
      'the item of line 2 (number 1 of 1) has no recorded answer to score: give each an output, or set a target that answers (on the command line, with --config)',
    )
  })

  it('an empty cell is an empty answer, which scores as it does from JSON', async () => {
    const scored = async (file: string, text: string) => {
      const data = await read(file, text)
      const run = await evaluate({
        ...{ name: 'x', data, target: 'recorded', scorers: [createKeywordCoverageScorer()] },
      })
      return run.items[0]?.scores['keyword-coverage']
    }
    const score = { outcome: 'scored', score: 0 }
    expect(await scored('a.csv', 'input,output\nhow tall is it?,\n')).toMatchObject(score)
    expect(await scored('a.jsonl', '{"input":"how tall is it?","output":""}\n')).toMatchObject(score)
  })

  it('a blank ground truth is scored by nothing else, and a missing one is told', async () => {
    const scored = async (file: string, text: string) => {
      const data = await read(file, text)
      const run = await evaluate({
        ...{ name: 'x', data, target: 'recorded', scorers: [createKeywordCoverageScorer()] },
      })
      return { ...run.items[0]?.scores['keyword-coverage'], warnings: run.warnings }
    }
    const blank = { outcome: 'not scorable', reason: 'the ground truth is blank', warnings: undefined }
    const rows = (first: string) =>
      `{"input":"What is the capital?","output":"capital"${first}}\n{"input":"Where?","output":"Paris","groundTruth":"Paris"}\n`
    expect(await scored('a.jsonl', rows(',"groundTruth":""'))).toMatchObject(blank)
    for (const [name, text] of [
      ['b.jsonl', rows('')],
      ['b.jsonl', rows(',"groundTruth":null')],
      ['b.csv', 'input,output,groundTruth\nWhat is the capital?,capital,\nWhere?,Paris,Paris\n'],
    ] as const)
      expect(await scored(name, text)).toMatchObject({
        outcome: 'scored',
        warnings: [expect.stringMatching(/no groundTruth in line \d: .* such as the likeness/)],
      })
  })

  it('takes fields under other names, and others as metadata where that is wanted', async () => {
    const options = { fields: { question: 'input', answer: 'output' }, otherFields: 'metadata' } as const
    const { items } = await read('a.csv', 'question,answer,source\nwhy?,because,book\n', options)
    expect(items[0]).toMatchObject({ input: 'why?', output: 'because', metadata: { source: 'book' } })
    const both = await read('b.csv', 'input,metadata,source,page\nx,"{""deep"":[1]}",book,\n', {
      otherFields: 'metadata',
    })
    expect(both.items[0]?.metadata).toEqual({ deep: [1], source: 'book' })
    const empty = '{"input":"x","metadata":null,"source":"book"}'
    expect((await read('n.jsonl', empty, { otherFields: 'metadata' })).items[0]?.metadata).toEqual({
      source: 'book',
    })
    await expect(
      read('c.jsonl', '{"input":"x","metadata":"text","source":"book"}', { otherFields: 'metadata' }),
    ).rejects.toThrow(/field "metadata": must be an object/)
  })

  it.each<[string, string, string | Uint8Array, RegExp]>([
    [
      'a field that no item has',
      'a.jsonl',
      '{"input":"x"}\n{"input":"x","ground_truth":"y"}',
      /a\.jsonl, line 2, field "ground_truth"/,
    ],
    ...['constructor', '__proto__'].map((name): [string, string, string, RegExp] => [
      `a field called ${name}`,
      'a.jsonl',
      `{"input":"x","${name}":"y"}`,
      /no such field: put it under metadata/,
    ]),
    ['a missing input', 'a.jsonl', '{"id":"a"}', /a\.jsonl, line 1, field "input": is missing/],
    [
      'a field of another type',
      'a.json',
      '[{"input":"x"},\n\n{"input":"x","metadata":3}]',
      /a\.json, line 3, field "metadata": must be an object/,
    ],
    [
      'a line that is cut off',
      'a.jsonl',
      '{"input":"x"}\n{"input":"y',
      /a\.jsonl, line 2: is not JSON .*cut off/,
    ],
    ['lines ended by carriage returns', 'a.jsonl', '{"input":"x"}\r{"input":"y"}\r', /ended by a line feed$/],
    [
      'an id without a character',
      'a.jsonl',
      '{"id":"","input":"x"}',
      /"id": must be a text of one character/,
    ],
    ['a line that is no JSON', 'a.jsonl', 'input\n{"input":"x"}', /a\.jsonl, line 1: is not JSON/],
    [
      'an id with more digits than a number keeps',
      'a.jsonl',
      '{"id":12345678901234567890,"input":"x"}',
      /"id": must be in quotes, since it has more digits than a number keeps/,
    ],
    ['a line that is no object', 'a.jsonl', '"x"', /a\.jsonl, line 1: an item must be an object/],
    ['a list within an object', 'a.json', '{"data":[{"input":"x"}]}', /items, such as that of "data" alone/],
    ['broken JSON', 'a.json', '[{"input":"x"},\n{"input":}]', /a\.json, line 2: is not JSON/],
    ['JSON that is no list', 'a.json', '{"input":"x"}', /must hold a list/],
    [
      'an id that comes twice',
      'a.csv',
      'id,input\na,x\nb,y\na,z\n',
      /a\.csv, line 4, field "id": "a" is the id of another item \(line 2\)/,
    ],
    [
      'a row with cells too few',
      'a.csv',
      'id,input,output,groundTruth\na,x\n',
      /a\.csv, line 2: the row has 2 cells, but the header has 4: it has none for output and groundTruth; write empty cells there, or put a cell that contains a line break in quotes$/,
    ],
    [
      'a row with a cell too many behind cells with line breaks',
      'a.csv',
      'id,input\r\na,"x\r\ny\r\nz"\r\n"b\r\n",y,z\r\n',
      /a\.csv, line 5: the row has 3 cells, but the header has 2: put a cell that contains the column separator in quotes, or remove the extra cells$/,
    ],
    [
      'a cell that is no JSON behind such cells',
      'a.csv',
      'input,metadata\r\n"x\r\ny",\r\nx,oops\r\n',
      /a\.csv, line 4, field "metadata"/,
    ],
    [
      'a quote in the middle behind such cells',
      'a.csv',
      'input,output\r\n"x\r\ny",x\r\n"c"q,d\r\n',
      /a\.csv, line 4: is not CSV: text follows the closing quote of a cell/,
    ],
    [
      'a quote within',
      'a.csv',
      'input,output\nx,y "z\n',
      /a\.csv, line 2: is not CSV: a quote inside a cell without quotes/,
    ],
    ['an open quote', 'a.csv', 'id,input\na,"x\n', /a\.csv, line 2: is not CSV/],
    [
      'an open quote with many lines behind it',
      'a.csv',
      'id,input\r\na,"x\r\ny"\r\nb,"z\r\nc,d\r\ne,f\r\n',
      /a\.csv, line 4: is not CSV: a quote is opened in this row and never closed/,
    ],
    [
      'a cell that should be JSON',
      'a.csv',
      'input,metadata\nx,{oops\n',
      /a\.csv, line 2, field "metadata": must be JSON/,
    ],
    ['a column twice', 'a.csv', 'input,input\nx,y\n', /field "input": appears twice/],
    ['bars', 'a.csv', 'id|input\na|x\n', /separated by a comma, a semicolon or a tab, not by \|/],
    ['no items', 'a.jsonl', '\n\n', /has no items/],
    ['a file that is not UTF-8', 'a.jsonl', Uint8Array.from([0x7b, 0xff, 0xfe]), /UTF-8/],
    [
      'a CSV file that is not UTF-8',
      'a.csv',
      Buffer.from('id,input\na,caf\xe9\n', 'latin1'),
      /a\.csv.*UTF-8/,
    ],
    [
      'NUL bytes in a line',
      'a.jsonl',
      '{"input":"x"}\n{\0"\0i\0',
      /a\.jsonl, line 2: is not JSON .*: it has NUL bytes, as UTF-16 text has; save the whole file as UTF-8$/,
    ],
    ['an ending that says nothing', 'a.txt', 'x', /JSONL, JSON or CSV/],
    ['turns', 'a.jsonl', '{"turns":[]}', /field "turns".*inputs/],
  ])('refuses %s, and says where', async (_, name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message)
    await expect(read(name, text)).rejects.toMatchObject({ name: 'DatasetError' })
  })

  it.each(['a.csv', 'a.json', 'a.jsonl'])(
    'says that %s is UTF-16, with or without its mark',
    async (name) => {
      const text = name === 'a.csv' ? 'input\nx\n' : '[{"input":"x"}]'
      for (const start of ['\uFEFF', '']) {
        const bytes = Buffer.from(start + text, 'utf16le')
        for (const encoded of [bytes, Buffer.from(bytes).swap16()])
          await expect(read(name, encoded)).rejects.toThrow(
            new RegExp(`${name}: is UTF-16 text: save the file as UTF-8$`),
          )
      }
    },
  )

  it('refuses two fields that would become one', async () => {
    const fields = { question: 'input' } as const
    await expect(read('a.csv', 'input,question\nx,y\n', { fields })).rejects.toThrow(
      /a\.csv, line 1, field "question": becomes input, and so does "input"/,
    )
    await expect(read('a.jsonl', '{"input":"x"}\n{"input":"x","question":"y"}', { fields })).rejects.toThrow(
      /a\.jsonl, line 2, field "question"/,
    )
  })

  it('refuses JSON fields that no column becomes', async () => {
    await expect(
      read('a.csv', 'input,expected\nx,"{}"\n', {
        fields: { expected: 'groundTruth' },
        jsonFields: ['groundTruht'],
      }),
    ).rejects.toThrow(/a\.csv, line 1, field "groundTruht": .*no column becomes it/)
    const { items } = await read('b.csv', 'input,tags\nx,"[1]"\n', {
      otherFields: 'metadata',
      jsonFields: ['tags'],
    })
    expect(items[0]?.metadata).toEqual({ tags: [1] })
  })

  it('refuses a name for a field that no row has', async () => {
    const options = { fields: { expcted: 'groundTruth' }, otherFields: 'metadata' } as const
    for (const [name, text] of [
      ['a.csv', 'input,expected\nx,y\n'],
      ['a.jsonl', '{"input":"x","expected":"y"}'],
    ] as const)
      await expect(read(name, text, options)).rejects.toThrow(
        /a\.(?:csv|jsonl), field "expcted": no row has it/,
      )
  })

  it('names the option and the flag that map fields', async () => {
    await expect(read('a.csv', 'input,topic\nx,y\n')).rejects.toThrow(
      /"topic": an item has no such field: put it under metadata, map it with fields: \{ "topic": … \} \(--field topic=…\), or keep all unknown ones with otherFields: 'metadata' \(--field '\*=metadata'\)\. Fields are/,
    )
    await expect(read('a.csv', 'input\nx\n', { fields: { topic: 'group' } })).rejects.toThrow(
      /"topic": no row has it, but fields \(--field\) maps it to group$/,
    )
  })

  it('says that there is no such file', async () => {
    for (const ending of ['jsonl', 'json', 'csv'])
      await expect(readDataset(`/nowhere/a.${ending}`)).rejects.toThrow(
        `/nowhere/a.${ending}: cannot be read: there is no such file`,
      )
  })

  it('names the place in a list', () => {
    expect(() => fromArray([{ input: 'x' }, { input: 1n }])).toThrow(
      /data\[1\], field "input": cannot be written as JSON/,
    )
    expect(() => fromArray([{ input: 'x', output: () => 1 }])).toThrow(/data\[0\], field "output"/)
    const lost = [new Set(['x']), { known: new Map([[1, 2]]) }, [Number.NaN]]
    for (const groundTruth of lost)
      expect(() => fromArray([{ input: 'x', groundTruth }])).toThrow(
        /field "groundTruth": cannot be written as JSON: (?:a Set would be empty|a Map would be|NaN would be null)/,
      )
  })

  it('reports repeated questions and empty inputs, and tells the repeats apart', () => {
    const { items, warnings } = fromArray([
      { input: 'x' },
      { input: ' ' },
      { input: 'x' },
      { input: 'x', groundTruth: 'y' },
      { input: 'y' },
    ])
    expect(new Set(items.map(({ id }) => id)).size).toBe(5)
    expect(items[2]?.id).toBe(`${items[0]?.id}#2`)
    expect(warnings).toEqual([
      `data: empty input in ${items[1]?.id}`,
      expect.stringMatching(/^data: no groundTruth in .*: scorers that can do without one/),
      `data: the same question in ${[0, 2, 3].map((at) => items[at]?.id).join(', ')}: items of one question count as one observation, unless each has its own \`group\``,
    ])
  })

  it('takes ids and groups that read the same for the same', async () => {
    const { items } = await read('a.csv', 'id,input,group\n q1\u00a0,x,Zo\u00eb\nq2,y,Zoe\u0308 \n')
    expect(items.map(({ id, group }) => [id, group])).toEqual([
      ['q1', 'Zo\u00eb'],
      ['q2', 'Zo\u00eb'],
    ])
    for (const id of [' q1', 'q1\u00ad', 'q1\u00a0'])
      expect(() =>
        fromArray([
          { id: 'q1', input: 'x' },
          { id, input: 'y' },
        ]),
      ).toThrow('"q1" is the id of another item')
  })

  it('names an item after the question as it is read', () => {
    const idOf = (input: unknown, groundTruth?: string) => fromArray([{ input, groundTruth }]).items[0]?.id
    const alike = ['Un caf\u00e9 ?', 'Un cafe\u0301 ?', ' Un  caf\u00e9\u00a0?\r\n']
    expect(new Set(alike.map((input) => idOf(input))).size).toBe(1)
    expect(new Set(alike.map((content) => idOf([{ role: 'user', content }]))).size).toBe(1)
    expect(idOf('Un cafe ?')).not.toBe(idOf(alike[0]))
    expect(idOf('x', 'a')).not.toBe(idOf('x', ' a'))
    const [first, ...others] = [
      ['x', ' x', 'y'],
      [' x', 'y', 'x'],
    ].map((inputs) => fromArray(inputs.map((input) => ({ input }))))
    for (const { items } of others) for (const item of items) expect(first?.items).toContainEqual(item)
    expect(first?.items.map(({ group }) => group === first.items[0]?.group)).toEqual([true, true, false])
  })

  it('tells items with the same question apart by their contexts, in whatever order', () => {
    const rows = [
      { input: 'x', context: ['a'] },
      { input: 'x', context: ['b'] },
      { input: 'x' },
      { input: 'x', context: ['b'], output: 'again' },
      { input: 'y', context: ['a'] },
    ]
    const { items, hash } = fromArray(rows)
    const idOf = (items: readonly { id: string; context?: readonly string[] }[]) =>
      new Map(items.map(({ id, context }) => [id.replace(/#.*/, ''), context?.join()]))
    const turned = fromArray([...rows.toReversed(), { input: 'x', context: ['c'] }])
    for (const [id, context] of idOf(items)) expect(idOf(turned.items).get(id)).toBe(context)
    expect(items.map(({ id }) => id.slice(16).replace(/^-[0-9a-f]{8}/, '-'))).toEqual([
      '-',
      '-',
      '',
      '-#2',
      '',
    ])
    expect(fromArray(rows.toReversed()).hash).toBe(hash)
  })

  it('groups the items of one question, unless all have it or they have groups of their own', () => {
    const groups = (rows: object[]) => {
      const { items, warnings } = fromArray(rows)
      return { groups: items.map(({ group }) => group), warned: warnings.length }
    }
    const [first, second] = fromArray([
      { input: 'x', groundTruth: 'a' },
      { input: 'x' },
      { input: 'y' },
    ]).items
    expect(first?.group).toMatch(/^same question [0-9a-f]{16}$/)
    // Named by its question alone, so that it is the same in a dataset that has grown.
    expect(
      groups([{ input: 'z' }, { input: 'x' }, { input: ['x'] }, { input: 'x', context: ['c'] }]),
    ).toEqual({
      groups: [undefined, second?.group, undefined, first?.group],
      warned: 1,
    })
    expect(groups([{ input: 'x', group: 'a' }, { input: 'x' }, { input: 'y' }]).groups).toEqual([
      'a',
      'a',
      undefined,
    ])
    expect(groups([{ input: 'x', group: 'a' }, { input: 'x', group: 'b' }, { input: 'y' }])).toEqual({
      groups: ['a', 'b', undefined],
      warned: 0,
    })
    expect(
      groups([
        { input: 'x', output: 'a' },
        { input: 'x', output: 'b' },
      ]),
    ).toEqual({
      groups: [undefined, undefined],
      warned: 1,
    })
    expect(groups([{ input: '' }, { input: '' }, { input: 'y' }]).groups).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(groups([{ inputs: ['a', 'b'] }, { inputs: ['a', 'b'] }, { input: 'y' }]).groups[0]).toBeDefined()
  })

  it('gives ids and a hash that depend on content only, not on order, fields or keys', () => {
    const value = fc.jsonValue().filter((json) => json !== null)
    fc.assert(
      fc.property(
        fc.uniqueArray(value, {
          minLength: 1,
          comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
        }),
        fc.nat(),
        (values, seed) => {
          const rows = values.map((input) => ({ input }))
          const turned = rows.map((_, index) => ({
            metadata: { seed },
            ...rows[(index + seed) % rows.length],
          }))
          const one = fromArray(rows)
          const other = fromArray(turned)
          expect(other.hash).toBe(one.hash)
          expect(other.items.map(({ id }) => id).sort()).toEqual(one.items.map(({ id }) => id).sort())
        },
      ),
    )
    expect(fromArray([{ input: { a: 1, b: 2 } }]).hash).toBe(fromArray([{ input: { b: 2, a: 1 } }]).hash)
    expect(fromArray([{ input: 'x' }]).hash).not.toBe(fromArray([{ input: 'x', groundTruth: 'x' }]).hash)
    const expecting = (tool: string) =>
      fromArray([{ input: 'x', expectedTrajectory: { steps: [{ name: tool, stepType: 'tool_call' }] } }])
    expect(expecting('search').hash).not.toBe(expecting('delete').hash)
    expect(expecting('search').hash).not.toBe(fromArray([{ input: 'x' }]).hash)
  })

  describe('of a CSV file as pandas and spreadsheets write it', () => {
    it.each([
      ['separators behind the header and the rows', 'input,groundTruth,,\nwhy?,because,,\n', []],
      ['separators behind the rows', 'input,groundTruth\nwhy?,because,,\n', []],
      ['separators behind the header', 'input,groundTruth,,\nwhy?,because\n', []],
      ['columns that pandas named', 'input,Unnamed: 1,groundTruth,Unnamed: 3\nwhy?,,because,\n', []],
      ['columns of spaces', 'input, ,groundTruth\nwhy?, ,because\n', []],
      ['an index', ',input,groundTruth\n0,why?,because\n', [/column 1, which has no name, only numbers/]],
      [
        'an index that was read',
        'Unnamed: 0,input,groundTruth\n7,why?,because\n',
        [/"Unnamed: 0" only numbers/],
      ],
      [
        'an index that was read twice',
        'Unnamed: 0.1,Unnamed: 0,input,groundTruth\n0,0,why?,because\n',
        [/"Unnamed: 0.1"/, /"Unnamed: 0"/],
      ],
      ['an index with a name', 'index,input,groundTruth\n0,why?,because\n', [/column "index" only numbers/]],
    ])('reads past %s', async (_, text, warnings) => {
      const dataset = await read('a.csv', text)
      expect(dataset.items).toMatchObject([{ input: 'why?', groundTruth: 'because' }])
      expect(Object.keys(dataset.items[0] ?? {}).sort()).toEqual(['groundTruth', 'id', 'input'])
      expect(dataset.warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
    })

    it.each([
      [
        'words in a column without a name',
        'input,\nx,\ny,more\n',
        /a\.csv, line 3: column 2, which has no name, holds "more"/,
      ],
      ['words in an index', 'Unnamed: 0,input\na7,x\n', /line 2: column "Unnamed: 0" holds "a7"/],
      ['numbers behind the index', 'input,Unnamed: 1\nx,3\n', /line 2: column "Unnamed: 1" holds "3"/],
    ])('refuses %s', async (_, text, message) => {
      await expect(read('a.csv', text)).rejects.toThrow(message)
    })

    it('takes such a column for what it is said to be', async () => {
      const named = await read('a.csv', ',input\n7,x\n', { fields: { '': 'id' } })
      expect(named.items).toMatchObject([{ id: '7', input: 'x' }])
      const kept = await read('b.csv', 'index,input\n7,x\n', { otherFields: 'metadata' })
      expect(kept.items).toMatchObject([{ input: 'x', metadata: { index: '7' } }])
    })

    const contextOf = async (cell: string) => {
      const { items } = await read('a.csv', `input,context\nx,"${cell.replaceAll('"', '""')}"\n`)
      return items[0]?.context
    }

    it.each([
      ['["a", "b"]', ['a', 'b']],
      ["['a', 'b']", ['a', 'b']],
      ["['a', 'b',]", ['a', 'b']],
      ["('a', 'b')", ['a', 'b']],
      [`["it's", 'she said "no"']`, ["it's", 'she said "no"']],
      ["['one\\ntwo', 'it\\'s \\xe9 \\u20ac \\U0001F600', '\\\\n']", ['one\ntwo', "it's é € 😀", '\\n']],
      ["['a, b', ' c]']", ['a, b', ' c]']],
      ['{"a","b c, d"}', ['a', 'b c, d']],
      ['{Paris,"it\'s \\"old\\" \\\\n"}', ['Paris', 'it\'s "old" \\n']],
      ['{Paris,London}', ['Paris', 'London']],
      ['{Paris, London} are cities.', ['{Paris, London} are cities.']],
      ['{Paris}', ['Paris']],
      ['{1889}', ['1889']],
      ['{"a b"}', ['a b']],
      ['{{name}}', ['{{name}}']],
      ['{a: b}', ['{a: b}']],
      ...['[]', '{}', '()'].map((cell): [string, string[]] => [cell, []]),
      ['{a:b,c}', ['{a:b,c}']],
      ['[1] Paris is in France.', ['[1] Paris is in France.']],
      ['[Note] Closed.', ['[Note] Closed.']],
      ['[Figure(3) shows it]', ['[Figure(3) shows it]']],
      ['{"text": "a"}', ['{"text": "a"}']],
      ["{'text': 'a'}", ["{'text': 'a'}"]],
      ["It says ['a', 'b'].", ["It says ['a', 'b']."]],
    ])('takes the context %s for the texts it is', async (cell, texts) => {
      expect(await contextOf(cell)).toEqual(texts)
    })

    it.each([
      "['a' 'b']",
      "['a', None]",
      '["a", "b',
      '[{"text": "a"}]',
      '[1, 2]',
      "array(['a'], dtype=object)",
      "{'a', 'b'}",
      '[a, b]',
      '[Paris is old, London is new]',
      '{"a",NULL}',
      '{NULL}',
      '{"a","b"',
      '{{"a"},{"b"}}',
      "frozenset({'a'})",
      '[nan]',
      "[Document(page_content='a'), Document(page_content='b')]",
      "[Document(metadata={'page': 1}, page_content='a')]",
    ])('refuses the context %s, which is no list of texts', async (cell) => {
      await expect(contextOf(cell)).rejects.toThrow(/line 2, field "context": looks like a list/)
    })
  })

  it('survives any text through a CSV file', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/\r/.test(value))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
        const quoted = texts.map((value) => `"${value.replaceAll('"', '""')}"`)
        const dataset = await read(
          't.csv',
          `"id","input"\n${quoted.map((cell, index) => `${index},${cell}`).join('\n')}\n`,
        )
        expect(inputs(dataset)).toEqual(texts)
      }),
      { numRuns: runs(50) },
    )
  })
})
