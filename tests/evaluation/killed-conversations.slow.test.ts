import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRun } from '../../src/evaluation.ts'
import { folder } from './support.ts'

const script = join(import.meta.dirname, 'conversation-process.ts')

/** @param turns How many answers it gives before it is killed. */
async function play(file: string, turns: number): Promise<string> {
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
    if (said.length >= turns) child.kill('SIGKILL')
  })
  if (child.exitCode === null) await once(child, 'exit')
  return said
}

it('a run killed in the middle of its conversations goes on: none twice, none half', {
  timeout: 300_000,
}, async () => {
  const file = join(folder(), 'run.jsonl')
  const keysOf = async () => (await readRun(file)).items.map(({ itemId, repeat }) => `${itemId} ${repeat}`)
  let kept: string[] = []
  for (const turns of [8, 11, 14]) {
    await play(file, turns)
    const now = await keysOf()
    expect(now).toEqual(expect.arrayContaining(kept))
    kept = now
  }
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(24)
  const said = await play(file, Number.POSITIVE_INFINITY)
  expect(said).toBe(`${'.'.repeat(3 * (24 - kept.length))}complete\n`)
  const { items, superseded } = await readRun(file)
  expect([new Set(await keysOf()).size, items.length, superseded]).toEqual([24, 24, undefined])
  for (const { conversation } of items)
    expect(conversation?.turns.map(({ answer }) => answer)).toEqual(['1', '3', '5'])
})
