import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScorer, notScorable } from '@mastra/core/evals'
import { checks } from '@mastra/evals/checks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvaluationItem } from '../../../src/evaluation/dataset/item.ts'
import { knownChecks } from '../../../src/evaluation/expectations/checks.ts'
import { rescore } from '../../../src/evaluation/rescore.ts'
import { checkGates, commonItems, evaluate, readDataset, readRun } from '../../../src/evaluation.ts'
import { folder, numberScorer, scorerOf } from '../support.ts'

const toolCall = (toolName: string, state = 'result') => ({
  type: 'tool-invocation',
  toolInvocation: { state, toolName, toolCallId: `${toolName}-1`, args: {}, result: 'done' },
})

/** An answer as an agent gives it. */
const messages = (text: string, ...calls: object[]) => [
  {
    id: 'm1',
    role: 'assistant',
    createdAt: new Date(0),
    content: { format: 2, parts: [...calls, { type: 'text', text }] },
  },
]

const anyScorer = scorerOf('any', () => 1)

/** What became of each expectation of one item whose answer is this. */
async function held(output: unknown, expected: EvaluationItem['expect'], scorers = [anyScorer]) {
  const data = [{ id: 'q', input: 'ask', output, expect: expected }]
  const run = await evaluate({ target: 'recorded', data, scorers })
  return run.items[0]?.expectations ?? []
}

const metOf = async (output: unknown, expected: EvaluationItem['expect']) =>
  Object.fromEntries((await held(output, expected)).map(({ what, met }) => [what, met]))

describe('a score that is expected', () => {
  it.each([
    ['40', { min: 0.4 }, true],
    ['39', { min: 0.4 }, false],
    ['40', { max: 0.4 }, true],
    ['41', { max: 0.4 }, false],
    ['41', { min: 0.4, max: 0.5 }, true],
    ['30', { min: 0.1, max: 0.2 }, false],
  ])('of %s is held against %j', async (output, range, met) => {
    expect(await held(output, { number: range }, [numberScorer()])).toMatchObject([
      { met, scorerId: 'number' },
    ])
  })

  it('shows what was found beside the limit that it missed', async () => {
    const scorer = scorerOf('number', () => 0.50001)
    const [above] = await held('1', { number: { min: 0.1, max: 0.5 } }, [scorer])
    expect(above).toMatchObject({ met: false, found: '0.50001' })
  })

  it('is not met where there is none, with the reason', async () => {
    const failing = scorerOf('number', () => {
      throw new Error('the judge is down')
    })
    expect(await held('1', { number: { min: 0 } }, [failing])).toMatchObject([
      { what: 'number at least 0', met: false, found: 'failed: the judge is down' },
    ])
    const unable = createScorer<string, string>({ id: 'number', name: 'number', description: 'number' })
      .preprocess(() => notScorable('there is no question'))
      .generateScore(() => 1)
    expect(await held('1', { number: { min: 0 } }, [unable as never])).toMatchObject([
      { met: false, found: 'not scorable: there is no question' },
    ])
  })

  it('is not met where the target failed, as all else', async () => {
    const target = () => {
      throw new Error('no answer today')
    }
    const data = [{ input: 'ask', expect: { number: { min: 0 }, usedNoTools: true, excludes: 'x' } }]
    const run = await evaluate({ target, data, scorers: [numberScorer()] })
    expect(run.items[0]?.expectations?.map(({ met, found }) => [met, found])).toEqual(
      Array(3).fill([false, 'no answer: no answer today']),
    )
  })
})

describe('a check', () => {
  it('reads the text of the answer, whatever answered', async () => {
    const expected = {
      includes: ['PARIS', { text: 'PARIS', ignoreCase: false }],
      excludes: ['London', 'Paris'],
      equals: 'it is paris.',
      matches: ['^It', { pattern: '^it', flags: 'i' }, { pattern: 'Paris', exact: true }],
      similarity: { text: 'It is Paris', threshold: 0.8 },
    }
    const wanted = {
      'includes "PARIS"': true,
      'includes "PARIS" (ignoreCase false)': false,
      'excludes "London"': true,
      'excludes "Paris"': false,
      'equals "it is paris."': true,
      'matches /^It/': true,
      'matches /^it/i': true,
      'matches /Paris/ (exact)': false,
      'similarity "It is Paris" (threshold 0.8)': true,
    }
    expect(await metOf('It is Paris.', expected)).toEqual(wanted)
    expect(await metOf(messages('It is Paris.'), expected)).toEqual(wanted)
    expect(await metOf({ role: 'assistant', content: 'It is Paris.' }, expected)).toEqual(wanted)
  })

  it('takes texts that read the same for the same', async () => {
    const answer = 'Das Cafe\u0301 in der STRASSE kostet 10\u00a0Euro, Früh\u00adstück.'
    const expected = {
      includes: ['Café', 'straße', '10 Euro', 'Frühstück', { text: 'Café', ignoreCase: false }],
      excludes: ['Café', { text: 'straße', ignoreCase: false }],
      equals: 'Das Café in der Straße kostet 10 Euro, Frühstück.',
      matches: ['Café in', { pattern: 'caf. in', flags: 'i' }, 'e\\u0301', '10 Euro'],
      similarity: { text: 'das café in der straße kostet 10 euro, frühstück.', threshold: 1 },
    }
    expect((await held(answer, expected)).map(({ met }) => met)).toEqual([
      ...[true, true, true, true, true],
      ...[false, true],
      true,
      ...[true, true, true, true],
      true,
    ])
  })

  it('reads the tool calls of an agent', async () => {
    const output = messages('Done.', toolCall('search'), toolCall('answer'))
    expect(
      await metOf(output, {
        calledTool: ['search', { tool: 'search', times: 2 }],
        didNotCall: ['delete', 'answer'],
        toolOrder: ['search', 'answer'],
        maxToolCalls: 1,
        noToolErrors: true,
        usedNoTools: true,
      }),
    ).toEqual({
      'calledTool "search"': true,
      'calledTool "search" (times 2)': false,
      'didNotCall "delete"': true,
      'didNotCall "answer"': false,
      'toolOrder "search", "answer"': true,
      'maxToolCalls 1': false,
      noToolErrors: true,
      usedNoTools: false,
    })
    const [found] = await held(output, { maxToolCalls: 1 })
    expect(found?.found).toBe('called search, answer')
    expect(await metOf(messages('Done.'), { usedNoTools: true })).toEqual({ usedNoTools: true })
    expect(await metOf(messages('', toolCall('a', 'call')), { noToolErrors: true })).toEqual({
      noToolErrors: false,
    })
  })

  it('reads the calls of a provider', async () => {
    const use = { type: 'tool_use', id: '1', name: 'search', input: {} }
    const output = [{ role: 'assistant', content: [use, { type: 'text', text: 'Done.' }] }]
    expect(await metOf(output, { calledTool: 'search', usedNoTools: true })).toEqual({
      'calledTool "search"': true,
      usedNoTools: false,
    })
  })

  it.each([['a text'], [{ role: 'assistant', content: 'a text' }], [[{ role: 'assistant', content: 'a' }]]])(
    'does not take it that no tool was called from %j',
    async (output) => {
      const found = await held(output, { usedNoTools: true, didNotCall: 'x', maxToolCalls: 0 })
      expect(found.map(({ met }) => met)).toEqual([false, false, false])
      expect(found[0]?.found).toContain('the tools that it called are unknown')
    },
  )

  it('agrees with Mastra’s own on random texts', async () => {
    const word = fc.constantFrom('It', 'is', 'Paris', 'paris', '330 m', 'tall', 'é', ' ', '')
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
    const names = ['includes', 'excludes', 'equals'] as const
    const peerOf = async (scorer: { run: unknown }, answer: string) =>
      (await (scorer.run as (run: object) => Promise<{ score: number }>).call(scorer, {
        input: [],
        output: messages(answer),
      })) as { score: number }
    await fc.assert(
      fc.asyncProperty(words, words, fc.boolean(), async (answer, text, ignoreCase) => {
        for (const name of names) {
          const peer = await peerOf(checks[name](text, { ignoreCase }), answer)
          expect(knownChecks[name]?.isMet(answer as never, { text, ignoreCase } as never)).toBe(
            peer.score === 1,
          )
        }
        const { score } = await peerOf(checks.similarity(text), answer)
        const isNear = (threshold: number) =>
          knownChecks.similarity?.isMet(answer as never, { text, threshold } as never)
        expect([isNear(Math.max(0, score - 1e-9)), score < 1 && isNear(score + 1e-9)]).toEqual([true, false])
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    [{ state: 'output-error', errorText: 'no such city' }, 'called weather (failed: "no such city"), search'],
    [
      { state: 'result', result: { error: 'no such city' } },
      'called weather (failed: "no such city"), search',
    ],
    [
      { state: 'result', result: { error: { code: 404 } } },
      'called weather (failed: "{"code":404}"), search',
    ],
    [{ state: 'call' }, 'called weather (no result), search'],
  ])('names the error of a tool: %j', async (outcome, named) => {
    const call = { toolName: 'weather', toolCallId: 'w', args: {}, ...outcome }
    const output = messages('Done.', { type: 'tool-invocation', toolInvocation: call }, toolCall('search'))
    expect(await held(output, { noToolErrors: true })).toMatchObject([{ met: false, found: named }])
    expect(await held(output, { maxToolCalls: 1 })).toMatchObject([{ found: 'called weather, search' }])
  })

  it('shows patterns, texts and answers as they are, without the escapes of JSON', async () => {
    const answer = 'In "C:\\new".'
    const expected = { matches: ['\\d+', 'a/b', { pattern: '\\w', flags: 'iu' }], includes: 'C:\\old' }
    expect((await held(answer, expected)).map(({ what, found }) => [what, found])).toEqual([
      ['matches /\\d+/', `"${answer}"`],
      ['matches /a\\/b/', `"${answer}"`],
      ['matches /\\w/iu', `"${answer}"`],
      ['includes "C:\\old"', `"${answer}"`],
    ])
  })

  it('is not met by an answer on which a regular expression never ends, and the others go on', async () => {
    const found = await held(`${'a'.repeat(50)}!`, { matches: ['^(a+)+$', 'a!$'] })
    expect(found.map(({ met }) => met)).toEqual([false, true])
    expect(found[0]?.found).toContain('was still searching after 1 second')
  })

  it('matches the whole answer or nothing with exact, whatever the pattern offers', async () => {
    const exact = { pattern: 'yes|no', exact: true }
    expect(await metOf('no', { matches: exact })).toEqual({
      'matches /yes|no/ (exact)': true,
    })
    expect(await metOf('yes, but', { matches: exact })).toEqual({
      'matches /yes|no/ (exact)': false,
    })
  })
})

describe('an expectation that cannot be', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown check', { contains: 'x' }, /line 2, field "expect\.contains".*one of the checks includes/],
    ['no range', { tone: {} }, /field "expect\.tone".*min, max/],
    ['a range turned round', { tone: { min: 0.8, max: 0.2 } }, /with min no more than max/],
    ['a number for a range', { tone: 0.8 }, /field "expect\.tone"/],
    ['an option that is not there', { tone: { min: 1, least: 2 } }, /field "expect\.tone"/],
    ['an empty text', { includes: '' }, /field "expect\.includes": must be a text/],
    ['an empty list', { includes: [] }, /field "expect\.includes".*a list of one or more of those$/],
    [
      'an empty list of tools',
      { toolOrder: [] },
      /"expect\.toolOrder": must be a list of one or more names of tools; for no tool at all, write usedNoTools: true$/,
    ],
    ['a list of no tools', { calledTool: [] }, /for no tool at all, write usedNoTools: true; or a list/],
    ['no regular expression', { matches: '(' }, /field "expect\.matches": must be a regular expression/],
    ['flags that are none', { matches: { pattern: 'a', flags: '!' } }, /field "expect\.matches"/],
    ['similarity without a threshold', { similarity: { text: 'a' } }, /with a threshold from 0 to 1/],
    ['no time', { calledTool: { tool: 'a', times: 0 } }, /field "expect\.calledTool"/],
    ['what is false', { usedNoTools: false }, /field "expect\.usedNoTools": must be true/],
    ['part of a call', { maxToolCalls: 1.5 }, /a whole number of 0 or more/],
    ['nothing', {}, /field "expect": must be an object of at least one/],
    ['a list', [], /field "expect": must be an object/],
  ])('is refused with its place: %s', async (_, expected, message) => {
    const file = join(folder(), 'data.jsonl')
    writeFileSync(file, `{"input":"a"}\n${JSON.stringify({ input: 'b', expect: expected })}\n`)
    await expect(readDataset(file)).rejects.toThrow(message)
  })

  it.each([
    [{ tone: { min: 0.5 } }, /expect\.tone": in item q: there is no such scorer.*it has: number/],
    [{ number: { min: 80 } }, /expects 80, but the scorer scores from 0 to 1/],
  ])('is refused before anything is answered: %j', async (expected, message) => {
    let asked = 0
    const work = evaluate({
      target: () => String(++asked),
      data: [{ id: 'q', input: 'a', expect: expected as never }],
      scorers: [{ scorer: numberScorer(), scale: 1 }],
    })
    await expect(work).rejects.toThrow(message)
    expect(asked).toBe(0)
  })
})

describe('what items expect', () => {
  it('is read from a CSV file as JSON', async () => {
    const file = join(folder(), 'data.csv')
    writeFileSync(file, 'input,expect\nask,"{""includes"":""a""}"\nask more,\n')
    const { items } = await readDataset(file)
    expect(items.map((item) => item.expect)).toEqual([{ includes: 'a' }, undefined])
  })

  it('does not make other items of them: two runs are compared whatever they expect', async () => {
    const scorers = [numberScorer()]
    const runs = await Promise.all(
      [0.1, 0.9].map((min) =>
        evaluate({
          target: 'recorded',
          data: [{ id: 'q', input: 'ask', output: '50', expect: { number: { min } } }],
          scorers,
        }),
      ),
    )
    const [first, second] = runs
    if (!first || !second) throw new Error('two runs')
    expect(first.header.dataset.hash).toBe(second.header.dataset.hash)
    expect(commonItems(first, second).counts).toMatchObject({ common: 1, changed: 0 })
    expect(runs.map(({ items }) => items[0]?.expectations?.[0]?.met)).toEqual([true, false])
  })

  it('is in the run file, and held again where the answers are scored again', async () => {
    const file = join(folder(), 'run.jsonl')
    const data = [
      { id: 'q', input: 'ask', output: '50', expect: { number: { min: 0.6 }, includes: '5' } },
      { id: 'r', input: 'ask more', output: '50' },
    ]
    await evaluate({ target: 'recorded', data, scorers: [numberScorer()], file })
    const run = await readRun(file)
    const metIn = ({ items }: typeof run, id: string) =>
      items.find(({ itemId }) => itemId === id)?.expectations?.map(({ met }) => met)
    expect([metIn(run, 'q'), metIn(run, 'r')]).toEqual([[false, true], undefined])
    const again = await rescore(run, { scorers: [scorerOf('number', () => 0.7)] })
    expect(metIn(again, 'q')).toEqual([true, true])
    const other = await rescore(run, { scorers: [scorerOf('other', () => 0.7)] })
    expect(metIn(other, 'q')).toEqual([true])
  })

  it('is held for each repeat', async () => {
    let asked = 0
    const run = await evaluate({
      target: () => String(40 + 10 * asked++),
      data: [{ input: 'a', expect: { number: { min: 0.5 } } }],
      scorers: [numberScorer()],
      repeats: 3,
      concurrency: 1,
    })
    expect(run.items.map(({ expectations }) => expectations?.[0]?.met)).toEqual([false, true, true])
  })

  it('is a gate: none may be unmet, or the share that is allowed', async () => {
    const data = [20, 40, 60, 80].map((number) => ({
      input: String(number),
      output: String(number),
      expect: { number: { min: 0.4 } },
    }))
    const run = await evaluate({ target: 'recorded', data, scorers: [numberScorer()] })
    expect(checkGates(run, {})).toMatchObject([
      {
        gate: 'unmet',
        result: 'failed',
        sentence: '1 of 4 expectations not met (25 %), more than the 0 % allowed.',
      },
    ])
    expect(checkGates(run, { unmet: 0.25 })).toMatchObject([{ gate: 'unmet', result: 'passed' }])
    expect(checkGates(run, { unmet: 0.2 })).toMatchObject([{ gate: 'unmet', result: 'failed' }])
    expect(() => checkGates(run, { unmet: 25 })).toThrow(/unmet/)
    const without = { ...run, items: run.items.map(({ expectations: _, ...item }) => item) }
    expect(checkGates(without, {})).toEqual([])
    expect(checkGates(without, { unmet: 0.1 })).toMatchObject([{ result: 'cannot tell' }])
  })
})
