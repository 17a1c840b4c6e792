import { expect, it } from 'vitest'
import { checkGates, compareRuns } from '../../src/evaluation.ts'
import { makeHeadline } from '../../src/report/run/headline.ts'
import { readMaterial } from '../../src/report/run/material.ts'
import { outcomeTitle } from '../../src/report/run/outcome-title.ts'
import { runReport } from '../../src/report.ts'
import { seededRandom } from '../../src/shared/random.ts'
import { makeRun, scorer } from '../evaluation/support/runs.ts'
import { materialOf } from './material-of.ts'

const runOf = (ids: readonly string[], loss: number, seed: number) => {
  const random = seededRandom(seed)
  return makeRun(
    Array.from({ length: 30 }, (_, index) => ({
      id: `${index}`,
      outcomes: Object.fromEntries(
        ids.map((id) => [id, (id === 'lost' ? 0.9 - loss : 0.4) + 0.1 * random()]),
      ),
    })),
    ids.map((id) => scorer(id)),
  )
}

it('is open while one scorer is the same and another cannot be told', () => {
  const ids = ['same', 'one']
  const before = runOf(ids, 0, 1)
  const later = runOf(ids, 0, 2)
  const items = later.items.map((item, index) => {
    const { same } = before.items[index]?.scores ?? {}
    return { ...item, scores: { ...item.scores, ...(same && { same }) } }
  })
  const after = { ...later, items }
  const material = { ...materialOf(after, before), comparisons: compareRuns(before, after) }
  expect(makeHeadline(readMaterial(material))).toMatchObject({
    title: 'Unchanged: same. Looks worse, not proven: one',
    state: 'cannot tell',
  })
})

it('has the same words for what is not proven, of one scorer and of several', () => {
  const titleOf = (...ids: string[]) => {
    const [before, after] = [runOf(ids, 0, 1), runOf(ids, 0.3, 2)]
    const material = { ...materialOf(after, before), comparisons: compareRuns(before, after) }
    return makeHeadline(readMaterial(material)).title
  }
  expect(titleOf('one')).toBe('Looks better, not proven')
  expect([titleOf('one', 'two'), titleOf('two', 'one', 'three'), titleOf('one', 'lost')]).toEqual([
    'Looks worse, not proven: two. Looks better, not proven: one',
    'Looks better, not proven',
    'Worse: lost. Looks better, not proven: one',
  ])
})

it('describes each of few scorers, and of many the decided ones, and what would tell the rest', () => {
  const describe = (...ids: string[]) => {
    const [before, after] = [runOf(ids, 0, 1), runOf(ids, 0.3, 2)]
    const material = { ...materialOf(after, before), comparisons: compareRuns(before, after) }
    return makeHeadline(readMaterial(material)).sentences.join(' ')
  }
  expect(describe('lost', 'one', 'two').match(/ went from /g)).toHaveLength(3)
  const many = describe('lost', 'one', 'two', 'three')
  expect(many.match(/\w+ went from /g)).toEqual(['lost went from '])
  expect(many).toMatch(
    /Each other change can still be chance; if it is that large, about so many items would show it in 4 of 5 comparisons: [\d,]+ for (?:one|two|three)/,
  )
  expect(describe('one', 'two', 'three', 'four')).toMatch(/^Each change can still be chance/)
})

it('cuts a long address of the target, which is whole below, and keeps what comes after it', async () => {
  const address = `https://agents.example.com/${'europe-west/'.repeat(20)}invoke`
  const plain = runOf(['one'], 0, 1)
  const run = {
    ...plain,
    header: { ...plain.header, target: { kind: 'agent', id: address, model: 'openai/small' } as const },
  }
  for (const text of [
    runReport.terminal(materialOf(run), { width: 1000 }),
    runReport.markdown(materialOf(run)),
  ]) {
    const [before = '', after = ''] = text.replaceAll('\\', '').split(address)
    expect(before).toContain('agent https://agents.example.com/europe-west/europe-west… · openai/small · ')
    expect(before).toMatch(/Target: agent $/)
    expect(after).toMatch(/^ · openai\/small$/m)
  }
  expect(await runReport.html(materialOf(run))).toContain(
    'agent https://agents.example.com/europe-west/europe-west… ·',
  )
  const failing = makeRun([{ id: '1', outcomes: 'no answer' }], [scorer('one')])
  const items = failing.items.map((item) => {
    return {
      ...item,
      failure: { name: 'Error', attempts: 1, message: `HTTP 500 from ${address}: it is down` },
    }
  })
  const gates = checkGates({ ...failing, items }, { failed: 0 })
  expect(outcomeTitle([{ ...materialOf({ ...failing, items }), gates }])?.title).toMatch(
    /HTTP 500 from https:\/\/agents\.example\.com\/europe-west\/europe-west…: it is down$/,
  )
})
