/**
 * A server that gives live answers, one every few milliseconds, and writes down each when it has given it. Run as a
 * process of its own: it may be killed. Arguments: the file, the first number, the step, the end, and the pause.
 */
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { mastra, queue, storage } from '../fixtures/verdict.config.ts'
import { answerOf, isClerks } from './answers.ts'

const [file = '', ...numbers] = process.argv.slice(2)
const [first = 0, step = 1, end = 0, pauseInMs = 0] = numbers.map(Number)

// As docs/reference/workers.md says: a database that stops must not end the server.
storage.pool.on('error', () => undefined)
const agents = { clerk: mastra.getAgent('clerk'), guide: mastra.getAgent('guide') }

/** Mastra asks its store before each answer: one that is away for a moment is asked again. */
async function answer(number: number): Promise<void> {
  for (;;)
    try {
      await agents[isClerks(number) ? 'clerk' : 'guide'].generate(answerOf(number))
      return
    } catch (error) {
      console.error(`no answer ${number}: ${String(error)}`)
      await delay(200)
    }
}

for (let number = first; number < end; number += step) {
  await answer(number)
  appendFileSync(file, `${number} ${Date.now()}\n`)
  await delay(pauseInMs)
}
await queue.close({ waitInMs: 120_000 })
const { given, put, dropped } = queue.given
console.log(`given ${given}, put ${put}, dropped ${dropped}`)
process.exit(0)
