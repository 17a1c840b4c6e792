import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { delay } from '../evaluation/support.ts'
import { sender } from '../server/send.ts'
import { echoConfig, project } from './support.ts'

const main = join(import.meta.dirname, '../../src/command/main.ts')
const row = (id: string, input: string) => `${JSON.stringify({ id, input })}\n`
let stop = () => {}
afterEach(() => stop())

function started(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [main, 'watch', ...args], { cwd: folder, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  stop = () => child.kill('SIGKILL')
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    ended,
    interrupt: () => child.kill('SIGINT'),
    async untilItSays(words: string): Promise<void> {
      while (!text.includes(words)) await delay(1)
    },
    said: () => text,
    /** What was written since the last time, up to and with the wait for the next change. */
    async untilItWaits(): Promise<string> {
      for (;;) {
        const [said, rest] = text.split('Waiting for a change. Ctrl-C stops.\n', 2)
        if (rest !== undefined) {
          text = text.slice((said ?? '').length + 'Waiting for a change. Ctrl-C stops.\n'.length)
          return said ?? ''
        }
        await delay(1)
      }
    },
  }
}

it('runs again what a changed file touches, and nothing for what a run writes itself', async () => {
  const config = echoConfig([], `name: 'Watched',`).replace('data: []', `data: 'data.jsonl'`)
  const answer = 'export const answer = async (input) => input\n'
  // Each run writes files that look like data and code.
  const noise = `import { rmSync, writeFileSync } from 'node:fs'
for (const file of ['noise.json', 'noise.mjs', 'gone.md']) writeFileSync(file, String(Date.now()))
process.on('exit', () => rmSync('gone.md'))
`
  const folder = project({
    'verdict.config.mjs': `${noise}import { answer } from './answer.mjs'\n${config.replace(/target: [^\n]*/, 'target: answer,')}`,
    'answer.mjs': answer,
    'data.jsonl': row('a', '10') + row('b', '20'),
  })
  const watched = started(folder)
  const first = await watched.untilItWaits()
  expect(first).toContain('data.jsonl, 2 items')
  expect(first).not.toContain('Not evaluated')
  // A person may have saved them during the first run: only the second one shows that runs write them.
  const second = await watched.untilItWaits()
  expect(second).toMatch(/Changed: [^\n]*noise\.json/)
  expect(second).toMatch(/Not evaluated: [^\n]*noise\.json[^\n]* changed during this run/)
  await delay(1000)
  writeFileSync(join(folder, 'other.mjs'), 'what the configuration does not import')

  writeFileSync(join(folder, 'answer.mjs'), answer.replace('=> input', `=> '90'`))
  expect(await watched.untilItWaits()).toMatch(/Changed: answer\.mjs[\s\S]*Before and after[\s\S]*0\.900/)

  appendFileSync(join(folder, 'data.jsonl'), row('c', '30'))
  expect(await watched.untilItWaits()).toMatch(/Changed: data\.jsonl[\s\S]*1 item \(changed of the\s+run of/)

  writeFileSync(join(folder, 'verdict.config.mjs'), 'export default {')
  expect(await watched.untilItWaits()).toMatch(/Changed: verdict\.config\.mjs[\s\S]*could not be loaded/)

  writeFileSync(
    join(folder, 'verdict.config.mjs'),
    `${noise}import { answer } from './answer.mjs'\n${config}`,
  )
  expect(await watched.untilItWaits()).toContain('Changed: verdict.config.mjs')
  // Saved at once, when the clock of the files may still be behind.
  for (const words of ['short', 'kind', 'clear']) {
    writeFileSync(join(folder, 'prompt.md'), `Be ${words}.`)
    expect(await watched.untilItWaits()).toContain('Changed: prompt.md')
  }

  watched.interrupt()
  expect(await watched.ended).toBe(0)
  expect(readdirSync(join(folder, 'runs')).length).toBeGreaterThanOrEqual(4)
  expect(existsSync(join(folder, '.verdict'))).toBe(true)
})

it('says only that it stopped where it is stopped during a run', async () => {
  const config = echoConfig([], `name: 'Watched',`).replace('data: []', `data: 'data.jsonl'`)
  const slow = `target: async () => { console.error('asked'); await new Promise((go) => setTimeout(go, 60_000)); return '1' },`
  const folder = project({
    'verdict.config.mjs': config.replace(/target: [^\n]*/, slow),
    'data.jsonl': row('a', '10'),
  })
  const watched = started(folder)
  await watched.untilItSays('asked')
  watched.interrupt()
  expect(await watched.ended).toBe(0)
  expect(watched.said()).toContain('Stopped.')
  expect(watched.said()).not.toMatch(/Failed|Scores|Outcome/)
})

it('runs again for what a person saves in one run after the other', async () => {
  const config = echoConfig([], `name: 'Watched',`).replace('data: []', `data: 'data.jsonl'`)
  const answer = (score: number) => `export const answer = async () => '${score}'\n`
  const folder = project({
    'verdict.config.mjs': `import { answer } from './answer.mjs'\n${config.replace(/target: [^\n]*/, 'target: answer,')}`,
    'answer.mjs': answer(10),
    'data.jsonl': row('a', '10'),
  })
  const watched = started(folder)
  await watched.untilItWaits()
  const save = (score: number) => writeFileSync(join(folder, 'answer.mjs'), answer(score))
  save(20)
  for (const score of [30, 40]) {
    await watched.untilItSays('Changed: answer.mjs')
    save(score)
    await watched.untilItWaits()
  }
  expect(await watched.untilItWaits()).toMatch(/Changed: answer\.mjs[\s\S]*0\.400/)
})

it('runs again for a prompt saved during a run, with what was saved last', async () => {
  const target = `target: async () => {
    const prompt = readFileSync('prompt.md', 'utf8')
    writeFileSync('asked', '')
    while (existsSync('hold')) await new Promise((go) => setTimeout(go, 20))
    return prompt
  },`
  const config = echoConfig([], `name: 'Watched',`).replace('data: []', `data: [{ id: 'a', input: '10' }]`)
  const folder = project({
    'verdict.config.mjs': `import { existsSync, readFileSync, writeFileSync } from 'node:fs'\n${config.replace(/target: [^\n]*/, target)}`,
    'prompt.md': '10',
  })
  const save = (prompt: number) => writeFileSync(join(folder, 'prompt.md'), String(prompt))
  const watched = started(folder)
  await watched.untilItWaits()
  writeFileSync(join(folder, 'hold'), '')
  rmSync(join(folder, 'asked'))
  save(20)
  await watched.untilItSays('Changed: prompt.md')
  while (!existsSync(join(folder, 'asked'))) await delay(1)
  // Many fast saves, the last of which counts.
  for (let prompt = 30; prompt <= 90; prompt += 1) {
    save(prompt)
    await delay(5)
  }
  rmSync(join(folder, 'hold'))
  expect(await watched.untilItWaits()).toContain('0.200')
  expect(await watched.untilItWaits()).toMatch(/Changed: prompt\.md[\s\S]*0\.900/)
})

it('follows imports out of the folder, and those that Node cannot read by itself', async () => {
  const root = project({
    'shared/answer.ts': `export enum Answer { first = '10' }\n`,
    'app/package.json': '{"type": "module"}',
    'app/verdict.config.ts': `import { Answer } from '../shared/answer'\n${echoConfig([], `name: 'Watched',`)
      .replace('data: []', `data: [{ id: 'a', input: '10' }]`)
      .replace(/target: [^\n]*/, 'target: async () => String(Answer.first),')}`,
  })
  const watched = started(join(root, 'app'))
  expect(await watched.untilItWaits()).toContain('0.100')
  writeFileSync(join(root, 'shared/answer.ts'), `export enum Answer { first = '70' }\n`)
  expect(await watched.untilItWaits()).toMatch(/Changed: \.\.\/shared\/answer\.ts[\s\S]*0\.700/)
})

it('serves the page of runs with --serve, which shows its run as it grows, and ends with it', async () => {
  const held = `async (input) => { while (input === '20' && !existsSync('go')) await new Promise((go) => setTimeout(go, 50)); return input },`
  const config = echoConfig([], `name: 'Watched', concurrency: 1,`).replace('data: []', `data: 'data.jsonl'`)
  const folder = project({
    'verdict.config.mjs': `import { existsSync } from 'node:fs'\n${config.replace(/target: [^\n]*/, `target: ${held}`)}`,
    'data.jsonl': row('a', '10') + row('b', '20'),
  })
  const watched = started(folder, '--serve')
  await watched.untilItSays('Open http://127.0.0.1:')
  const { send, own } = sender(/Open (\S+)/.exec(watched.said())?.[1] ?? '')
  const list = async () => (await send('GET', '/page', own)).text
  await expect.poll(list).toContain('running: 1 of 2 answers')
  writeFileSync(join(folder, 'go'), '')
  await watched.untilItWaits()
  await expect.poll(list).not.toContain('running: ')
  expect(await list()).toContain('Watched')
  watched.interrupt()
  expect(await watched.ended).toBe(0)
  await expect(send('GET', '/')).rejects.toThrow()
})
