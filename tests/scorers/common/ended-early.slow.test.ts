import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('says at the end of a process which live scores it lost', () => {
  const script = join(import.meta.dirname, 'trial/ended-early.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(`${stdout}${stderr}`.trim().split('\n')).toEqual([
    'answer-relevancy: 1 live score dropped: 2 are already in progress',
    'answer-relevancy: 2 live scores dropped: 2 are already in progress',
    'at least 2 live scores lost: the process ended first. Wait with waitForLiveScores() before it ends',
  ])
})
