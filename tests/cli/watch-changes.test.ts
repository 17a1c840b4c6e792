import { expect, it, onTestFinished, vi } from 'vitest'
import { Changes } from '../../src/cli/commands/watch/changes.ts'

const later = () => Date.now() + 1000

function watched() {
  const changes = new Changes(new Set(['data.jsonl']))
  return {
    /** @returns What the next run is for, and what changed but triggers none. */
    run(...saved: readonly string[]) {
      changes.began()
      for (const path of saved) changes.add(path, Date.now())
      changes.ended(true)
      return { next: changes.take(), output: changes.output() }
    },
    runInVain() {
      changes.began()
      changes.ended(false)
    },
    /** @param savedAt Not there if it was deleted. */
    afterRun(path: string, savedAt?: number) {
      changes.add(path, savedAt)
      return changes.take()
    },
  }
}

it('runs again for a text that changed during a run, and ends when it changes in every run', () => {
  const { run } = watched()
  expect(run()).toEqual({ next: [], output: [] })
  for (let time = 0; time < 2; time += 1) expect(run('log.json')).toEqual({ next: ['log.json'], output: [] })
  for (let time = 0; time < 5; time += 1) expect(run('log.json')).toEqual({ next: [], output: ['log.json'] })
})

it('needs two runs to see that the first one writes a text', () => {
  const { run, runInVain } = watched()
  expect(run('log.json', 'prompt.md').next).toEqual(['log.json', 'prompt.md'])
  expect(run('log.json')).toEqual({ next: [], output: ['log.json'] })
  runInVain()
  expect(run('log.json', 'prompt.md')).toEqual({ next: ['prompt.md'], output: ['log.json'] })
})

it('believes that a person saves a text which changes between runs, or not in every run', () => {
  const { run, afterRun } = watched()
  run()
  for (let time = 0; time < 10; time += 1) {
    expect(run('prompt.md').next).toEqual(['prompt.md'])
    expect(run('prompt.md').next).toEqual(['prompt.md'])
    if (time % 2 === 0) expect(afterRun('prompt.md', later())).toEqual(['prompt.md'])
    else expect(run().next).toEqual([])
  }
})

it('runs for output that is saved or deleted between runs, and still ends', () => {
  const { run, afterRun } = watched()
  run('log.json')
  run('log.json')
  expect(afterRun('log.json', later())).toEqual(['log.json'])
  expect(run('log.json')).toEqual({ next: [], output: ['log.json'] })
  expect(afterRun('prompt.md')).toEqual(['prompt.md'])
})

it('takes late events of a run for its own, and knows data from texts and other files', () => {
  const { run, afterRun } = watched()
  // On a busy machine the clock may go on between a run and its late events.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  run('log.json')
  run('log.json')
  expect(afterRun('log.json')).toEqual([])
  expect(afterRun('log.json', Date.now() - 5)).toEqual([])
  expect(run('data.jsonl', 'mastra.db')).toEqual({ next: ['data.jsonl'], output: [] })
  expect(run('data.jsonl')).toEqual({ next: ['data.jsonl'], output: [] })
})
