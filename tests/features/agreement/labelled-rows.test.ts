import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgreementOptions } from '../../../src/features/agreement/agreement-options.ts'
import { measureAgreement, readLabelledRows } from '../../../src/features/agreement/index.ts'
import { toLabelledData } from '../../../src/features/agreement/rows/read-labelled.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { folder } from '../../evaluation/support.ts'
import { bracketJudge, rows } from './support.ts'

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(folder(), name)
  await writeFile(file, text)
  return file
}

describe('labelled rows', () => {
  it('are read from JSONL and CSV alike, under the names that the file has', async () => {
    const jsonl = await fileOf(
      'a.jsonl',
      '{"question":"q","claim":"s","verdict":"yes","context":["c"],"group":7,"notes":null}\n{"claim":"t","votes":["yes",null,"no"]}\n',
    )
    const fields = { question: 'input', claim: 'statement', verdict: 'label', votes: 'labels' } as const
    const data = await readLabelledRows(jsonl, { fields })
    expect(data.unit).toBe('statement')
    expect(data.rows).toEqual([
      { id: 'row 1', input: 'q', statement: 's', label: 'yes', labels: [], context: ['c'], group: '7' },
      { id: 'row 2', statement: 't', labels: ['yes', undefined, 'no'], context: [] },
    ])
    const csv = await fileOf('b.csv', 'input,output,label,labels,context\nq,a,4,,one piece\nq,b,,"[1,2]",\n')
    expect((await readLabelledRows(csv)).rows).toEqual([
      { id: 'row 1', input: 'q', output: 'a', label: '4', labels: [], context: ['one piece'] },
      { id: 'row 2', input: 'q', output: 'b', labels: [1, 2], context: [] },
    ])
  })

  it.each([
    [
      'share the group of their question',
      ['p', 'q', 'q'],
      [undefined, undefined, undefined],
      [undefined, '"q"', '"q"'],
    ],
    [
      'share the group of a question that reads the same',
      ['p', 'caf\u00e9?', ' cafe\u0301?'],
      [undefined, undefined, undefined],
      [undefined, '"caf\u00e9?"', '"caf\u00e9?"'],
    ],
    [
      'share the one that a row about the question has',
      ['q', 'q', 'r'],
      [undefined, 'g', undefined],
      ['g', 'g', undefined],
    ],
    ['keep the ones they have', ['q', 'q', 'r'], ['a', 'b', undefined], ['a', 'b', undefined]],
    [
      'have none for a question that all share',
      ['q', 'q', 'q'],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ],
    [
      'have none without a question',
      [undefined, undefined, 'r'],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ],
  ])('%s', (_, questions, given, groups) => {
    const data = toLabelledData(
      questions.map((input, index) => ({
        input,
        output: `answer ${index}`,
        label: 'yes',
        group: given[index],
      })),
    )
    expect(data.rows.map(({ group }) => group)).toEqual(groups)
  })

  it.each([
    [
      'a field that no row has',
      '{"statement":"s","label":"yes"}\n{"statement":"s","label":"yes","gruop":1}',
      /line 2, field "gruop"/,
    ],
    ['no label', '{"statement":"s"}', /line 1, field "label": is missing/],
    ['no answer', '{"label":"yes"}', /line 1, field "output": is missing/],
    ['raters who all said nothing', '{"statement":"s","labels":[null]}', /field "labels": holds no label/],
    ['a label that is none', '{"statement":"s","label":["yes"]}', /field "label": must be a text/],
    [
      'an id twice',
      '{"id":1,"statement":"s","label":"yes"}\n{"id":"1","statement":"s","label":"yes"}',
      /line 2, field "id": "1" is the id of another row \(line 1\)/,
    ],
    [
      'statements and whole answers',
      '{"statement":"s","label":"yes"}\n{"output":"s","label":"yes"}',
      /line 2, field "statement": is missing, but/,
    ],
    ['no rows', '', /holds no rows/],
    ['a broken line', '{"statement":"s","label":"yes"', /line 1/],
  ])('with %s are refused, by line and field', async (_, text, message) => {
    await expect(readLabelledRows(await fileOf('c.jsonl', text))).rejects.toThrow(message)
  })

  it('keep other fields as metadata where that is asked for', async () => {
    const file = await fileOf('d.jsonl', '{"statement":"s","label":"yes","task":"x"}')
    expect((await readLabelledRows(file, { otherFields: 'metadata' })).rows).toHaveLength(1)
  })
})

describe('measureAgreement refuses, before any judge is asked,', () => {
  const both = rows(['yes', '[yes]', 6], ['no', '[no]', 6])
  const named = rows(['good', '[yes]', 6], ['bad', '[no]', 6])

  it.each<[string, Partial<AgreementOptions>, RegExp]>([
    ['too few rows', { data: both.slice(3, 9) }, /6 labelled rows are too few: label at least 10/],
    [
      'raters who are evenly divided',
      {
        data: Array.from({ length: 30 }, (_, index) => ({
          ...{ input: 'q', statement: `It is ${index}. [yes]` },
          labels: index < 5 ? ['yes', 'yes'] : ['yes', 'no'],
        })),
      },
      /5 labelled rows are too few \(25 more have raters who are evenly divided\): label at least 10/,
    ],
    [
      'one class only',
      { data: rows(['yes', '[yes]', 12]) },
      /no row has a negative label: to measure agreement, label at least 2 rows of each kind/,
    ],
    [
      'a single row of a class',
      { data: rows(['yes', '[yes]', 12], ['no', '[no]', 1]) },
      /only one row has a negative/,
    ],
    ['grades that are all the same', { data: rows([3, '[yes]', 12]) }, /all grades are the same/],
    [
      'labels that nothing explains',
      { data: named },
      /unknown label "good" \(first in "good \[yes\] 0"\): put it.*--value "good"=1/,
    ],
    ['a label in no list', { data: named, positive: 'good', negative: 'poor' }, /unknown label "bad"/],
    ['half of an explanation', { data: named, positive: 'good' }, /negative is missing: give both/],
    [
      'a label in two lists',
      { data: named, positive: 'good', negative: ['bad', 'good'] },
      /"good" appears twice/,
    ],
    [
      'a verdict left out',
      { data: named, positive: 'good', negative: 'bad', verdicts: { good: 'yes' } },
      /no entry for the label "bad"/,
    ],
    ['a threshold of 1', { data: both, threshold: 1 }, /options\.threshold/],
    ['few resamples', { data: both, resamples: 10 }, /options\.resamples/],
    ['an option that there is not', { data: both, treshold: 0.2 } as never, /treshold/],
    ['the same id twice', { data: [...both, { ...both[0], label: 'yes' }] }, /data\[12\], field "id"/],
    ['no data', { data: 3 as never }, /data wants a list of rows: \[ … \], a file/],
    ['no scorer', { data: both, scorer: {} as never }, /must be a Mastra scorer/],
  ])('%s', async (_, options, message) => {
    const judge = bracketJudge()
    const scorer = createAnswerRelevancyScorer({ model: judge })
    await expect(measureAgreement({ scorer, data: both, ...options })).rejects.toThrow(message)
    expect(judge.requests).toEqual([])
  })
})
