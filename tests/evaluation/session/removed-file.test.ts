import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { evaluate } from '../../../src/evaluation.ts'
import { folder, numberScorer } from '../support.ts'

it.each<[string, (file: string) => void]>([
  ['the folder of its file is removed', (file) => rmSync(dirname(file), { recursive: true })],
  ['its file is removed', (file) => rmSync(file)],
  ['its folder is renamed', (file) => renameSync(dirname(file), `${dirname(file)}-old`)],
  [
    'another file takes the name of its own',
    (file) => {
      writeFileSync(`${file}.other`, '')
      renameSync(`${file}.other`, file)
    },
  ],
])('a run does not end as complete where %s', async (_, spoil) => {
  const file = join(folder(), 'runs', 'run.jsonl')
  mkdirSync(dirname(file))
  const target = (input: unknown) => {
    if (input === '2') spoil(file)
    return '50'
  }
  const data = Array.from({ length: 5 }, (_, index) => ({ input: `${index}` }))
  const work = evaluate({ target, data, scorers: [numberScorer()], file, concurrency: 1 })
  await expect(work).rejects.toMatchObject({
    message: `${file}: was removed, moved or replaced while it was being written: leave it in place, and run again`,
    reason: 'unwritable',
    run: { items: expect.arrayContaining([expect.objectContaining({ input: '0' })]) },
  })
})
