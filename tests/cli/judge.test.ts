import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { countFlips } from '../../src/cli/commands/judge/judge-text.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
import { command, project } from './support.ts'

const folder = project()
const question = ['--question', 'How tall is the Eiffel Tower?']
const answer = 'The Eiffel Tower is 330 metres tall. Our newsletter has the best travel deals.'

describe('verdict judge', () => {
  it('shows the score and each statement with its verdict and why', async () => {
    const { code, stdout, stderr } = await command(folder, ['judge', ...question, '--answer', answer])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Answer Relevancy: 0\.\d{3}\n/)
    expect(stdout).toMatch(/330 metres tall\.\s+│ yes/)
    expect(stdout).toMatch(/│ no /)
  })

  it('gives the same for an answer that is piped in, and for JSON', async () => {
    const given = await command(folder, ['judge', ...question, '--answer', answer, '--json'])
    const piped = await command(folder, ['judge', ...question, '--json'], { stdin: `${answer}\n` })
    const json = await command(folder, ['judge', '--json'], {
      stdin: JSON.stringify({ input: question[1], output: answer }),
    })
    const scoreOf = (stdout: string) => JSON.parse(stdout).repeats[0].scores['answer-relevancy'].score
    expect(scoreOf(given.stdout)).toBeGreaterThan(0)
    expect(scoreOf(piped.stdout)).toBe(scoreOf(given.stdout))
    expect(scoreOf(json.stdout)).toBe(scoreOf(given.stdout))
  })

  it('takes them typed in: a line for the question, the rest for the answer', async () => {
    const { code, stdout, stderr } = await command(folder, ['judge'], {
      stdin: `${question[1]}\n${answer}\n`,
      isTTY: true,
    })
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Question: Answer, ended with Ctrl-D:\n/)
    expect(stdout).toContain('330 metres tall.')
  })

  it('ends with 130 where it is interrupted before there is a question', async () => {
    const { code, stdout, stderr } = await command(folder, ['judge'], {
      isTTY: true,
      signal: AbortSignal.abort(new Error('interrupted')),
    })
    expect([code, stdout, stderr]).toEqual([130, '', 'Question: verdict: interrupted\n'])
  })

  it('ends at once where it is interrupted while an answer is piped in', async () => {
    const stop = new AbortController()
    const ended = command(folder, ['judge', ...question], { stdin: new PassThrough(), signal: stop.signal })
    stop.abort(new Error('interrupted'))
    expect(await ended).toMatchObject({ code: 130, stderr: 'verdict: interrupted\n' })
  })

  it('holds an answer against context and ground truth, by several scorers', async () => {
    const args = ['judge', ...question, '--answer', 'It is 330 metres tall.', '--json']
    const { code, stdout } = await command(folder, [
      ...args,
      ...['--scorer', 'faithfulness', '--scorer', 'completeness', '--scorer', 'content-similarity'],
      ...['--context', 'The tower is 330 metres tall.', '--context', 'It was built in 1889.'],
      ...['--ground-truth', 'It is 330 metres tall.'],
    ])
    expect(code).toBe(0)
    const [{ scores }] = JSON.parse(stdout).repeats
    expect(scores.faithfulness.score).toBeGreaterThan(0.7)
    expect(scores.completeness.outcome).toBe('scored')
  })

  it('shows how often each verdict flips', async () => {
    const { code, stdout } = await command(folder, [
      'judge',
      ...question,
      '--answer',
      answer,
      '--repeats',
      '3',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Answer Relevancy: mean (0\.\d{3}), from \1 to \1 \(3 of 3 scored\)/)
    expect(stdout).toMatch(/330 metres tall\.\s+│ 3 of 3 │ yes 3\s+│\s+0 %/)
    expect(stdout).toMatch(/\n0 calls, 0 tokens\n$/)
  })

  it('takes a row of a dataset with its context, as verdict agreement does', async () => {
    const row = {
      ...{ id: 7, group: 'paris', input: question[1], output: 'It is 330 metres tall.' },
      context: ['The Eiffel Tower is 330 metres tall.'],
    }
    const stdin = JSON.stringify(row)
    const judged = await command(folder, ['judge', '--scorer', 'faithfulness', '--json'], { stdin })
    const { score } = JSON.parse(judged.stdout).repeats[0].scores.faithfulness
    expect(score).toBeGreaterThan(0.5)
    const labelled = Array.from({ length: 10 }, (_, id) => {
      const told = id % 2 === 0 ? { label: 'yes' } : { label: 'no', output: 'It is made of cheese.' }
      return JSON.stringify({ ...row, id, ...told })
    })
    const { stdout } = await command(project({ 'labels.jsonl': labelled.join('\n') }), [
      ...['agreement', 'labels.jsonl', '--scorer', 'faithfulness', '--json'],
    ])
    expect(JSON.parse(stdout).counts.scored).toBe(10)
  })

  it('counts a statement that an answer makes twice as often as it was judged', async () => {
    const twice = ['--answer', `${answer} ${answer}`, '--repeats', '3']
    const { stdout } = await command(folder, ['judge', ...question, ...twice])
    expect(stdout).toContain('6 times in 3')
    expect(stdout).not.toContain('6 of 3')
  })

  it('says why an answer is not scorable, and ends with 1', async () => {
    const { code, stdout } = await command(folder, [
      'judge',
      '--question',
      'Wie hoch ist der Turm denn nun?',
      '--answer',
      'Der Turm ist sehr hoch und er steht in Paris.',
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('not scorable: ')
  })

  it.each([
    ['nothing at all', ['judge'], '', /there is nothing to judge/],
    ['text that is no JSON', ['judge'], 'hello', /not a JSON object/],
    ['JSON without an answer', ['judge'], '{"input": "a"}', /the piped input: output: /],
    [
      'a context that is no text',
      ['judge'],
      '{"input": "a", "output": "b", "context": 7}',
      /"context": must be/,
    ],
    ['an answer alone', ['judge', '--answer', 'a'], '', /--answer needs --question/],
    ['a question alone', ['judge', ...question], '', /there is no answer/],
    [
      'a scorer that needs a configuration',
      ['judge', '--scorer', 'rubric'],
      '',
      /other scorers need a configuration/,
    ],
  ])('refuses %s with a sentence', async (_, args, stdin, sentence) => {
    const { code, stdout, stderr } = await command(folder, args, { stdin })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
  })
})

describe('flips', () => {
  const recordOf = (verdicts: readonly (readonly [string, string, number])[]) =>
    ({
      scores: {
        relevancy: { verdicts: verdicts.map(([unit, verdict, share]) => ({ unit, verdict, share })) },
      },
    }) as unknown as ItemRecord

  it('are the share of verdicts that differ from the most frequent one', () => {
    const records = [
      recordOf([
        ['One.', 'yes', 0.9],
        ['Two.', 'no', 0.2],
      ]),
      recordOf([
        ['One.', 'yes', 0.8],
        ['Two.', 'unsure', 0.5],
      ]),
      recordOf([['One.', 'unsure', 0.4]]),
      recordOf([
        ['One.', 'yes', 0.7],
        ['Two.', 'no', 0.1],
      ]),
    ]
    expect(countFlips(records, 'relevancy')).toEqual([
      {
        unit: 'One.',
        verdicts: [
          ['yes', 3],
          ['unsure', 1],
        ],
        judged: 4,
        flipRate: 0.25,
        meanShare: expect.closeTo(0.7),
      },
      {
        unit: 'Two.',
        verdicts: [
          ['no', 2],
          ['unsure', 1],
        ],
        judged: 3,
        flipRate: expect.closeTo(1 / 3),
        meanShare: expect.closeTo(0.8 / 3),
      },
    ])
    expect(countFlips(records, 'other')).toEqual([])
  })

  it('count a statement that an answer makes twice once for each', () => {
    const [twice] = countFlips(
      [
        recordOf([
          ['One.', 'yes', 1],
          ['One.', 'yes', 1],
        ]),
      ],
      'relevancy',
    )
    expect(twice).toMatchObject({ judged: 2, flipRate: 0 })
  })
})
