import { createScorer } from '@mastra/core/evals'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createToneScorer } from '../../../src/index.ts'
import { addLayers, countedRun, type Layer } from '../../../src/scorers/common/run-layers.ts'

const run = { input: 'How?', output: 'Grind the beans.' }

/** A layer that notes that a run came by. */
const noting =
  (name: string, seen: string[]): Layer =>
  (inner) =>
  (input, options) => {
    seen.push(name)
    return inner(input, options)
  }

const foreign = () => createScorer({ id: 'foreign', description: 'f' }).generateScore(() => 1)

it.each([
  ['a scorer of this package', () => createToneScorer()],
  ['any other scorer', foreign],
])('layers act in the order of the list, whichever a feature adds first, on %s', async (_, create) => {
  const scorer = create()
  const seen: string[] = []
  addLayers(scorer, { sharedAnswers: noting('sharedAnswers', seen) })
  addLayers(scorer, { queue: noting('queue', seen) })
  expect(await scorer.run(run as never)).toMatchObject({ score: expect.any(Number) })
  expect(seen).toEqual(['queue', 'sharedAnswers'])
})

it('a scorer that wraps another passes on how the caller wants its run', async () => {
  const inner = createToneScorer({
    onFailure: 'notScorable',
    prepareRun: () => {
      throw new Error('no')
    },
  })
  const wrapper = foreign()
  wrapper.run = ((input: never) => inner.run(input)) as never
  addLayers(wrapper, { sharedAnswers: (next) => next })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  expect(await wrapper.run(run as never)).toMatchObject({ notScorable: { reason: 'failed: no' } })
  await expect(countedRun(wrapper, run, {})).rejects.toThrow('no')
})
