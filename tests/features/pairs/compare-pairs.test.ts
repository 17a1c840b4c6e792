import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { comparePairs, evaluate, readRun, summarise } from '../../../src/evaluation.ts'
import { countPairs, pairAnswers } from '../../../src/features/pairs/judge-pairs.ts'
import { checkPreference } from '../../../src/features/pairs/preference-gate.ts'
import { embeddedJudge } from '../../../src/judge/index.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { createKeywordCoverageScorer } from '../../../src/scorers/index.ts'
import { talkingAgent } from '../../support/talking-agent.ts'
import { pairJudge, runOf } from './pairs.ts'

const texts = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index))
const quality = (text: string) => Number(/grade (\d+)/.exec(text)?.[1])
const fair = () =>
  pairJudge(({ first, second }) =>
    quality(first) === quality(second) ? 'neither' : quality(first) > quality(second) ? 'first' : 'second',
  )

it('counts wins, losses and ties of pairs that were asked about in both orders', async () => {
  const baseline = await runOf(
    texts(10, () => 'grade 5'),
    'before',
  )
  const candidate = await runOf(
    texts(10, (index) => `${index < 6 ? 'grade 7' : index < 8 ? 'grade 5' : 'grade 3'}, it is`),
    'after',
  )
  const judge = fair()
  const [found] = await comparePairs([baseline, candidate], { model: judge })
  expect(found?.preferred).toEqual({ candidate: 6, baseline: 2, ties: 2, failed: 0, notScorable: 0 })
  expect(found?.winRate).toBeCloseTo(0.7, 12)
  expect(found?.turning).toMatchObject({ asked: 10, turned: 0 })
  expect(judge.requests).toHaveLength(20)
  expect(countPairs(pairAnswers(baseline, candidate))).toEqual({ pairs: 10, calls: 20 })
  // A report of the pairs alone has the same interval.
  const alone = found && summarise(found.run)[0]
  expect([alone?.mean, alone?.interval]).toEqual([found?.winRate, found?.interval])
  // Sides are not named, and each request holds both answers in one order.
  const shown = judge.requests.map(({ state }) => JSON.stringify(state))
  expect(shown.join()).not.toMatch(/baseline|candidate/)
  expect(new Set(shown).size).toBe(20)
})

it('leaves out conversations of several turns, and simulated users that asked different questions', async () => {
  const talk = (asks: (index: number) => readonly string[]) =>
    evaluate({
      target: talkingAgent((said) => `grade ${said.length}`),
      data: Array.from({ length: 4 }, (_, index) => ({ id: `q${index}`, user: asks(index) })),
      scorers: [createKeywordCoverageScorer()],
      ...{ name: 'talk', repeats: 1 },
    })
  const asked = (word: string) => talk((index) => (index < 2 ? [word] : [word, 'And then?']))
  const [hello, hi] = [await asked('Hello?'), await asked('Hello?')]
  const model = fair()
  const [found] = await comparePairs([hello, hi], { model })
  expect(found?.preferred).toMatchObject({ ties: 2, notScorable: 2 })
  // The same item, as simulated users have it who begin in their own words.
  const other = { ...(await asked('Good day?')), header: hi.header }
  const said = { ...other, items: other.items.map((item) => ({ ...item, input: ['Hello?'] })) }
  const same = { ...hello, items: hello.items.map((item) => ({ ...item, input: ['Hello?'] })) }
  const [differing] = await comparePairs([same, said], { model })
  expect(differing?.preferred).toMatchObject({ notScorable: 4 })
  expect(model.requests).toHaveLength(0)
})

it('a judge that always takes the first answer says nothing: all pairs are ties', async () => {
  const runs = await Promise.all(
    ['old', 'new'].map((word) =>
      runOf(
        texts(12, (i) => `${word} ${i}`),
        word,
      ),
    ),
  )
  const [found] = await comparePairs(runs, { model: pairJudge(() => 'first') })
  expect(found?.preferred).toMatchObject({ candidate: 0, baseline: 0, ties: 12 })
  expect(found?.turning).toMatchObject({ asked: 12, turned: 12, towardsFirst: 12, towardsSecond: 0 })
  expect(found).toMatchObject({ winRate: 0.5, pValue: 1, verdict: 'cannot tell' })
  expect(found).not.toHaveProperty('interval')
  expect(found?.note).toBe('No interval: every pair is a tie.')
  expect(found?.length.line).toBeUndefined()
})

it('a judge that takes the longer answer is named by the length figure', async () => {
  const words = (count: number) => 'word '.repeat(count).trim()
  const baseline = await runOf(
    texts(24, (i) => words(10 + (i % 7) * 5)),
    'before',
  )
  const candidate = await runOf(
    texts(24, (i) => words(11 + ((i * 3) % 7) * 5)),
    'after',
  )
  const longer = pairJudge(({ first, second }) => (first.length > second.length ? 'first' : 'second'))
  const [found] = await comparePairs([baseline, candidate], { model: longer })
  expect(found?.length.prefersLonger).toBe(true)
  expect(found?.length.longer.rate).toMatchObject({ value: 1 })
  expect(found?.length.line?.slope.interval?.low).toBeGreaterThan(0)
  const [not] = await comparePairs([baseline, candidate], {
    model: pairJudge(({ question, first, second }) =>
      // By the question alone, whatever the order: which side has the smaller text hash wins.
      Number(/\d+/.exec(question)?.[0]) % 2 === Number(first < second) ? 'first' : 'second',
    ),
  })
  expect(not?.length.prefersLonger).toBe(false)
})

it('a line over lengths claims no gain beyond all pairs', async () => {
  const words = (count: number) => 'word '.repeat(count).trim()
  const baseline = await runOf(
    texts(24, () => words(20)),
    'before',
  )
  const candidate = await runOf(
    texts(24, (i) => words(i % 2 === 0 ? 25 : 19)),
    'after',
  )
  const longer = pairJudge(({ first, second }) => (first.length > second.length ? 'first' : 'second'))
  const [found] = await comparePairs([baseline, candidate], { model: longer })
  expect(found?.length.longer).toMatchObject({ pairs: 12, rate: { value: 1 } })
  expect(found?.length.line).toBeUndefined()
})

it('lengths that hardly differ are no ground for a line over lengths', async () => {
  const runs = await Promise.all(
    ['old', 'new'].map((word) =>
      runOf(
        texts(24, (i) => `${word} text number ten and something${word === 'new' && i % 2 ? '!' : ''}`),
        word,
      ),
    ),
  )
  const longer = pairJudge(({ first, second }) => (first.length > second.length ? 'first' : 'second'))
  const [found] = await comparePairs(runs, { model: longer })
  expect(found?.length.longer.pairs).toBe(0)
  expect(found?.length.line).toBeUndefined()
})

it('the share decides between the two, and a small majority is no tie', async () => {
  const runs = await Promise.all(
    ['old', 'new'].map((word) =>
      runOf(
        texts(6, (i) => `${word} ${i}`),
        word,
      ),
    ),
  )
  const model = pairJudge(({ first }) =>
    first.startsWith('new') ? { choice: 'first', share: 0.58 } : { choice: 'second', share: 0.4 },
  )
  const [found] = await comparePairs(runs, { model })
  expect(found?.preferred.candidate).toBe(6)
  expect(found?.run.items[0]?.scores['answer-preference']?.verdicts?.map(({ share }) => share)).toEqual([
    0.6, 0.58,
  ])
})

it('the same text and an empty answer need no judge', async () => {
  const baseline = await runOf(['same', '', 'grade 5', ' '], 'before')
  const candidate = await runOf(['same ', 'something', '', ''], 'after')
  const judge = fair()
  const [found] = await comparePairs([baseline, candidate], { model: judge })
  expect(judge.requests).toHaveLength(0)
  expect(countPairs(pairAnswers(baseline, candidate)).calls).toBe(0)
  expect(found?.preferred).toMatchObject({ candidate: 1, baseline: 1, ties: 2 })
  expect(found?.turning.rate).toEqual({ undefinedBecause: 'there are no rows' })
})

it('an answer that is missing, a judge that is mute and a question that is not there are told apart', async () => {
  const unasked = (run: EvaluationRun): EvaluationRun => ({
    ...run,
    items: run.items.map((record) => (record.itemId === 'q3' ? { ...record, input: '' } : record)),
  })
  const baseline = unasked(await runOf(['grade 1', undefined, 'grade 1', 'grade 1'], 'before'))
  const candidate = unasked(await runOf(['grade 2', 'grade 2', 'grade 2', 'grade 2'], 'after'))
  const model = pairJudge(({ question }) => (question.includes('2') ? undefined : 'neither'))
  const [found] = await comparePairs([baseline, candidate], { model })
  expect(found?.preferred).toEqual({ candidate: 0, baseline: 0, ties: 1, failed: 2, notScorable: 1 })
  expect(found?.run.items[1]?.failure?.message).toBe('the baseline has no answer: the agent broke')
  expect(found?.run.items[2]?.scores['answer-preference']).toMatchObject({ outcome: 'failed' })
  expect(found?.run.items[3]?.scores['answer-preference']).toMatchObject({ reason: 'there is no question' })
})

it('repeats and groups are one cluster each', async () => {
  const group = (index: number) => ({ group: `g${index % 3}` })
  const baseline = await runOf(
    texts(9, () => 'grade 5'),
    'before',
    group,
    2,
  )
  const candidate = await runOf(
    texts(9, () => 'grade 6'),
    'after',
    group,
    3,
  )
  const [found] = await comparePairs([baseline, candidate], { model: fair() })
  expect(found).toMatchObject({ items: 9, clusters: 3, winRate: 1, verdict: 'cannot tell' })
  expect(found && checkPreference(found, 'after').sentence).toMatch(
    /so few groups cannot show it: at least 6 are needed\.$/,
  )
  expect(found?.preferred.candidate).toBe(18)
})

it('of three runs each is held against each, with p-values corrected for three', async () => {
  const runs = await Promise.all(
    [5, 6, 7].map((grade) =>
      runOf(
        texts(12, () => `grade ${grade}`),
        `v${grade}`,
      ),
    ),
  )
  const found = await comparePairs(runs, { model: fair() })
  expect(found).toHaveLength(3)
  for (const { verdict, pValue = 1, adjustedPValue } of found) {
    expect(verdict).toBe('candidate')
    expect(adjustedPValue).toBeCloseTo(3 * pValue, 12)
  }
})

it('what was stopped goes on where it was, and pays nothing twice', async () => {
  const runs = await Promise.all(
    ['old', 'new'].map((word) =>
      runOf(
        texts(10, (i) => `${word} ${i}`),
        word,
      ),
    ),
  )
  const file = join(mkdtempSync(join(tmpdir(), 'pairs-')), 'pairs.jsonl')
  const judge = pairJudge(({ first }) => (first.startsWith('new') ? 'first' : 'second'))
  const begun = await comparePairs(runs, { model: judge, file, budget: { calls: 6 }, concurrency: 1 })
  expect(begun[0]?.run.end?.status).toBe('budget')
  expect(judge.requests).toHaveLength(6)
  const [whole] = await comparePairs(runs, { model: judge, file, resume: true })
  expect(judge.requests).toHaveLength(20)
  expect(whole?.preferred.candidate).toBe(10)
  expect((await readRun(file)).header.pairs).toEqual({
    baseline: runs[0]?.header.id,
    candidate: runs[1]?.header.id,
  })
  // The other way round are other pairs.
  await expect(comparePairs(runs.toReversed(), { model: judge, file, resume: true })).rejects.toThrow(
    /pairs of runs/,
  )
})

it.each([2, 3, 10])(
  'begins no pair once a budget of %i calls is used up, however many may be judged at once',
  async (calls) => {
    const runs = await Promise.all(
      ['old', 'new'].map((word) =>
        runOf(
          texts(30, (i) => `${word} ${i}`),
          word,
        ),
      ),
    )
    const judge = pairJudge(() => 'first')
    const [begun] = await comparePairs(runs, { model: judge, budget: { calls }, concurrency: 20 })
    expect(begun?.run.end?.status).toBe('budget')
    // A pair takes two calls.
    expect(judge.requests).toHaveLength(2 * Math.ceil(calls / 2))
  },
)

it('refuses what it cannot do, and says what to do', async () => {
  const runs = await Promise.all(['old', 'new'].map((word) => runOf([word], word)))
  const other = await runOf(['x'], 'other', () => ({ input: 'Something else?' }))
  await expect(comparePairs(runs, { model: embeddedJudge({ encoder: false }) })).rejects.toThrow(
    /embedded-words cannot answer the task answer-preference/,
  )
  await expect(comparePairs(runs.slice(1), { model: fair() })).rejects.toThrow('two runs or more')
  const twice = runs.slice(1).flatMap((run) => [run, run])
  await expect(comparePairs(twice, { model: fair() })).rejects.toThrow('a run appears twice')
  await expect(comparePairs([other, ...runs.slice(1)], { model: fair() })).rejects.toThrow(
    /no item is in both/,
  )
  await expect(comparePairs([...runs, other], { model: fair(), file: 'x' })).rejects.toThrow()
})
