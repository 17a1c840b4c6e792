import { expect, it, onTestFinished, vi } from 'vitest'
import { toSentence } from '../../src/cli/command-error.ts'
import { closing } from '../../src/cli/plan/close-config.ts'
import { command, echoConfig, project } from './support.ts'

const kept = { 'verdict.config.mjs': echoConfig([80, 90], `runs: 'kept', passAt: { number: 0.5 },`) }

it('all commands look for runs where the configuration keeps them', async () => {
  const folder = project(kept)
  expect((await command(folder, ['run'])).code).toBe(0)
  expect((await command(folder, ['runs'])).stdout).toMatch(/echo|Echo/i)
  expect((await command(folder, ['report', 'last'])).code).toBe(0)
  const rescored = await command(folder, ['rescore', 'last'])
  expect([rescored.code, rescored.stdout]).toEqual([0, expect.stringContaining('kept/')])
})

it('finds a run although a folder has its name', async () => {
  const folder = project({ ...kept, 'en/answers.txt': '' })
  await command(folder, ['run', '--file', 'kept/en.jsonl'])
  expect((await command(folder, ['report', 'en'])).code).toBe(0)
})

it('a run that is scored again is held against the gates of the configuration', async () => {
  const gates = `gates: { number: 0.95 },`
  const folder = project({ ...kept, 'strict.config.mjs': echoConfig([80, 90], `runs: 'kept', ${gates}`) })
  await command(folder, ['run'])
  expect((await command(folder, ['rescore', 'last', '--config', 'strict.config.mjs'])).code).not.toBe(0)
  expect((await command(folder, ['report', 'last', '--config', 'strict.config.mjs'])).code).toBe(0)
})

it('says how a scorer is had that the configuration lacks', async () => {
  const folder = project({ ...kept, 'labels.jsonl': '{"statement":"x","input":"y","label":"yes"}\n' })
  const { code, stderr } = await command(folder, ['agreement', 'labels.jsonl', '--scorer', 'bias'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--judge takes scorers by name')])
})

it('waits a minute for the close of a configuration, and no longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const closed = closing(
    () => new Promise(() => {}),
    { stderr: process.stderr } as never,
    async () => 'the work',
  )
  const ended = expect(closed).rejects.toThrow('close has not ended within a minute')
  await vi.advanceTimersByTimeAsync(60_000)
  await ended
})

it('says what to do about a locked database', () => {
  expect(toSentence(new Error('SQLITE_BUSY: database is locked'))).toMatch(/another process .*: try again/)
})
