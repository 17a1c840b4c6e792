import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workflowText } from '../../src/cli/commands/init/workflow.ts'
import { command, project } from './support.ts'

const manifest = (more: object = {}) =>
  `${JSON.stringify({ name: 'weather', type: 'module', dependencies: { '@mastra/core': '^1.71.0' }, ...more }, null, 4)}\n`
const instance = `
import { Mastra } from '@mastra/core/mastra'
export const mastra = new Mastra({
  // agents: { old },
  agents: { weatherAgent, 'news-agent': newsAgent },
})
`

describe('verdict init', () => {
  it('adds a configuration, scorers, a dataset and a script to a Mastra project', async () => {
    const folder = project({ 'package.json': manifest(), 'src/mastra/index.ts': instance })
    const { code, stdout } = await command(folder, ['init'])
    expect(code).toBe(0)
    const read = (path: string) => readFileSync(join(folder, path), 'utf8')
    expect(read('verdict.config.ts')).toContain("mastra.getAgent('weatherAgent')")
    expect(
      read('evals/questions.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).input),
    ).toHaveLength(8)
    expect(read('src/mastra/scorers/verdict.ts')).toContain('verdictScorers')
    expect(read('package.json')).toBe(manifest({ scripts: { evals: 'verdict run' } }))
    expect(read('.github/workflows/evals.yml')).toBe(workflowText(folder, { keys: [] }))
    expect(stdout).toContain('1. npm install mastra-verdict\n')
    expect(read('evals/questions.jsonl')).toContain('Replace these with questions that your users ask')
    expect(stdout).toContain('--agent names another of weatherAgent, news-agent')
  })

  it('writes a configuration that runs, and says what to import, where there is no Mastra instance', async () => {
    const folder = project({ 'package.json': manifest() })
    const { code, stdout } = await command(folder, ['init'])
    expect(code).toBe(0)
    // As the installed package is found from there.
    const config = join(folder, 'verdict.config.js')
    const text = readFileSync(config, 'utf8')
    const source = (file: string) => JSON.stringify(join(import.meta.dirname, '../../src', file))
    writeFileSync(
      config,
      text
        .replace("'mastra-verdict/config'", source('config.ts'))
        .replace("'mastra-verdict'", source('index.ts')),
    )
    for (const args of [['run'], ['run', '--fail-if-worse', 'last', '--report', 'report.html']]) {
      const { code, stderr } = await command(folder, args)
      expect([code, stderr]).toEqual([0, expect.any(String)])
    }
    expect(existsSync(join(folder, 'report.html'))).toBe(true)
    expect(stdout).toContain('There is no src/mastra/index.js: verdict.config.js has a placeholder')
  })

  it.each([
    ['JavaScript', {}, 'verdict.config.mjs'],
    ['TypeScript', { 'src/mastra/index.ts': 'export const mastra = makeMastra()' }, 'verdict.config.mts'],
  ])('writes what Node takes for a module, in %s of a package without a type', async (_, files, config) => {
    const folder = project({ 'package.json': manifest({ type: undefined }), ...files })
    const { stdout } = await command(folder, ['init'])
    expect(existsSync(join(folder, config))).toBe(true)
    expect(stdout).toContain(`written  ${config}`)
    const again = await command(folder, ['init'])
    expect(again.stdout).toContain(`kept     ${config}, which already exists`)
  })

  it('writes TypeScript where there is some, with or without a configuration of it', async () => {
    for (const file of ['tsconfig.json', 'src/agent.ts', 'agent.mts']) {
      const folder = project({ 'package.json': manifest(), [file]: '' })
      await command(folder, ['init'])
      expect([file, existsSync(join(folder, 'verdict.config.ts'))]).toEqual([file, true])
    }
  })

  it('reads agents that stand in the instance itself, whatever their texts hold', async () => {
    const index = `import { Mastra } from '@mastra/core'
// There's a list of agents: { old } in another file.
const team = { agents: { helper } }
export const mastra = new Mastra({
  agents: {
    support: new Agent({ name: 'Support', instructions: \`Answer as { "agents": { } }; don't } guess.\`, tools: { a, b } }),
    /* retired: {} */ 'night-shift': buildAgent({ url: 'https://example.com/}' }, [one, two]), sales,
    ...others,
  },
  workflows: { notAnAgent },
})
`
    const folder = project({ 'package.json': manifest(), 'src/mastra/index.ts': index })
    const { stdout } = await command(folder, ['init'])
    expect(stdout).toContain('support is evaluated; --agent names another of support, night-shift, sales.')
  })

  it('says what to put in where the agents cannot be read', async () => {
    const folder = project({
      'package.json': manifest(),
      'src/mastra/index.ts': 'export const mastra = makeMastra()',
    })
    const { stdout } = await command(folder, ['init'])
    const text = readFileSync(join(folder, 'verdict.config.ts'), 'utf8')
    expect(text).toContain("// In place of 'yourAgent', write the key that your agent has")
    expect(text).toContain("target: mastra.getAgent('yourAgent')")
    expect(stdout).toContain("In verdict.config.ts, replace 'yourAgent' with the key of your agent")
  })

  it('evaluates the agent that is named', async () => {
    const folder = project({ 'package.json': manifest(), 'src/mastra/index.ts': instance })
    await command(folder, ['init', '--agent', 'news-agent'])
    const text = readFileSync(join(folder, 'verdict.config.ts'), 'utf8')
    expect(text).toContain("getAgent('news-agent')")
    // The command that init names for the stored questions reads it.
    expect(text).toMatch(/^ {2}mastra,$/m)
    const { code, stderr } = await command(folder, ['init', '--agent', 'sports'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('it has weatherAgent, news-agent')])
  })

  it('says where mastra dev keeps a store with a relative file', async () => {
    const code = (url: string) =>
      `export const mastra = new Mastra({ storage: new LibSQLStore({ url: ${url} }) })`
    const said = async (url: string) => {
      const folder = project({ 'package.json': manifest(), 'src/mastra/index.ts': code(url) })
      return { folder, stdout: (await command(folder, ['init'])).stdout }
    }
    const { folder, stdout } = await said(`'file:./scores.db'`)
    expect(stdout).toContain('write `url: process.env.DATABASE_URL ??')
    // A path of this machine would be in the code of all.
    expect(stdout).not.toContain(`file:${folder}`)
    for (const url of [
      `process.env.DATABASE_URL ?? "file:scores.db"`,
      `'file:/var/scores.db'`,
      `':memory:'`,
      `'libsql://there'`,
    ])
      expect((await said(url)).stdout).not.toContain('for one store')
  })

  it('makes the questions from pages, if they make enough, or names the command for a few', async () => {
    const pages = (headings: readonly string[]) => ({
      'package.json': manifest({}),
      'docs/page.md': headings.map((heading) => `# ${heading}`).join('\n'),
    })
    const ask = async (headings: readonly string[]) => {
      const folder = project(pages(headings))
      const { stdout } = await command(folder, ['init'])
      const lines = readFileSync(join(folder, 'evals/questions.jsonl'), 'utf8').trim().split('\n')
      return { stdout, items: lines.map((line) => JSON.parse(line)) }
    }
    const many = await ask(Array.from({ length: 40 }, (_, index) => `How to pay bill ${index + 1}`))
    expect(many.items).toHaveLength(30)
    expect(new Set(many.items.map(({ input }) => input)).size).toBe(30)
    for (const { input, metadata } of many.items) {
      expect(input).toMatch(/^How do I pay bill \d+\?$/)
      expect(metadata.verdictSource).toMatchObject({ page: 'docs/page.md', chosen: 'made from headings' })
    }
    expect(many.items[0].metadata.comment).toContain('Keep or replace')
    expect(many.stdout).toContain('its 30 questions are made from headings in docs/')
    const some = await ask(['Choose a plan', 'How to pay', 'When to call'])
    expect(some.items).toHaveLength(8)
    expect(some.stdout).toContain('make 3 to begin with: `npx verdict dataset add --from docs --to evals/')
    const few = await ask(['Choose a plan', 'Options'])
    expect(few.stdout).not.toContain('dataset add')
    const noFolder = await command(project({ 'package.json': manifest({}), docs: 'See the website.' }), [
      'init',
    ])
    expect(noFolder.code).toBe(0)
  })

  it('writes over nothing', async () => {
    const there = {
      'package.json': manifest({ scripts: { evals: 'mine' } }),
      'verdict.config.mjs': 'mine',
      'evals/questions.jsonl': 'mine',
      'src/mastra/scorers/verdict.js': 'mine',
      '.github/workflows/evals.yml': 'mine',
    }
    const folder = project(there)
    const { code, stdout } = await command(folder, ['init'])
    expect(code).toBe(0)
    for (const [path, text] of Object.entries(there))
      expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
    expect(existsSync(join(folder, 'verdict.config.js'))).toBe(false)
    expect(stdout.match(/^kept /gm)).toHaveLength(5)
    expect(stdout).toContain('kept     verdict.config.mjs, which already exists')
    for (const step of ['Put questions', 'compares each pull request', 'GitHub reads'])
      expect(stdout).not.toContain(step)
  })

  it('names no step that is done: the scorers of an agent, the folder of runs', async () => {
    const folder = project({
      'package.json': manifest({ devDependencies: { 'mastra-verdict': '0.1.0' } }),
      'src/mastra/index.ts': instance,
      'src/mastra/agents/weather.ts': 'export const weatherAgent = new Agent({ scorers: verdictScorers })',
      'runs/one.jsonl': '',
    })
    const { stdout } = await command(folder, ['init'])
    for (const step of ['npm install', 'To score live answers', 'Runs are kept'])
      expect(stdout).not.toContain(step)
  })

  it('names the keys of the models that the code names', async () => {
    const secrets = async (code: string) => {
      const folder = project({
        'package.json': manifest(),
        'src/mastra/index.ts': instance,
        'src/mastra/agents/weather.ts': code,
      })
      const { stdout } = await command(folder, ['init'])
      const workflow = readFileSync(join(folder, '.github/workflows/evals.yml'), 'utf8')
      const named = Array.from(
        workflow.matchAll(/(\w+): \$\{\{ secrets\.(\w+) \}\}/g),
        ([, name, secret]) => {
          expect(name).toBe(secret)
          expect(stdout).toContain(name)
          return name
        },
      )
      return { named, stdout }
    }
    for (const [code, keys] of [
      ["model: 'openai/gpt-5-mini'", ['OPENAI_API_KEY']],
      ["model: process.env.MODEL ?? 'anthropic/claude-sonnet-4-5'", ['ANTHROPIC_API_KEY']],
      ["model: 'google/gemini-2.5-flash'", ['GOOGLE_GENERATIVE_AI_API_KEY']],
      ["model: 'openrouter/anthropic/claude-haiku-4.5'", ['OPENROUTER_API_KEY']],
      ["import { mistral } from '@ai-sdk/mistral'", ['MISTRAL_API_KEY']],
      [
        "import { createOpenAI } from '@ai-sdk/openai'; createOpenAI({ baseURL, apiKey: process.env.SHOP_KEY })",
        ['SHOP_KEY'],
      ],
      ["model: { id: 'shop/large', url, apiKey: process.env['SHOP_KEY'] }", ['SHOP_KEY']],
      [
        "model: 'xai/grok-4', url: 'https://x.ai', memory: 'openai/text-embedding-3-small', // 'groq/old'",
        ['OPENAI_API_KEY', 'XAI_API_KEY'],
      ],
    ] as const)
      expect([code, (await secrets(code)).named]).toEqual([code, keys])
    const unknown = await secrets("model: 'application/json'")
    expect(unknown.stdout).toContain('put its name there in place of OPENAI_API_KEY')
  })

  it('compares one target of a configuration that has several', async () => {
    const files = { 'package.json': manifest(), 'src/mastra/index.ts': instance }
    const workflow = async (folder: string) => {
      await command(folder, ['init', '--variants'])
      return readFileSync(join(folder, '.github/workflows/evals.yml'), 'utf8')
    }
    const text = await workflow(project(files))
    expect(text.match(/npx verdict run --target today /g)).toHaveLength(3)
    // What targets a configuration of one's own has is not known.
    expect(await workflow(project({ ...files, 'verdict.config.ts': 'mine' }))).not.toContain('--target')
  })

  it('says where GitHub looks for the workflow of a project below its repository', async () => {
    const root = project({ 'app/package.json': manifest() })
    mkdirSync(join(root, '.git'))
    const { stdout } = await command(join(root, 'app'), ['init', '--dry-run'])
    expect(stdout).toContain(`GitHub reads workflows from ${join(root, '.github/workflows')}`)
    mkdirSync(join(root, 'app/.git'))
    expect((await command(join(root, 'app'), ['init', '--dry-run'])).stdout).not.toContain('GitHub reads')
  })

  it('keeps the workflows of two packages of one repository apart', async () => {
    const root = project({ 'packages/one/package.json': manifest(), 'packages/two/package.json': manifest() })
    mkdirSync(join(root, '.git'))
    const { stdout } = await command(join(root, 'packages/one'), ['init'])
    expect(stdout).toContain('.github/workflows/evals-packages-one.yml compares each pull request')
    await command(join(root, 'packages/two'), ['init'])
    const [one = [], two = []] = ['one', 'two'].map((name) =>
      Array.from(
        readFileSync(
          join(root, `packages/${name}/.github/workflows/evals-packages-${name}.yml`),
          'utf8',
        ).matchAll(/^ *(?:name|group|key|restore-keys): (?:Evals|evals|verdict).*$/gm),
        ([line]) => line.trim(),
      ),
    )
    expect(one).toEqual([
      'name: Evals of packages/one',
      `group: evals-packages-one-\${{ github.ref }}`,
      `key: verdict-packages-one-main-\${{ github.run_id }}`,
      'restore-keys: verdict-packages-one-main-',
      `key: verdict-packages-one-main-\${{ github.run_id }}`,
      'name: evals-packages-one-report',
    ])
    expect(two).toEqual(one.map((line) => line.replace('one', 'two')))
  })

  it.each([
    ['22, where the project names none', {}, 'node-version: 22'],
    ['of the project', { 'app/.nvmrc': '24\n', '.nvmrc': '26' }, 'node-version-file: app/.nvmrc'],
    ['of the repository', { '.node-version': '24\n' }, 'node-version-file: .node-version'],
  ])('takes the version of Node: %s', async (_, files, line) => {
    const root = project({ 'app/package.json': manifest(), ...(files as Record<string, string>) })
    mkdirSync(join(root, '.git'))
    expect(workflowText(join(root, 'app'), { keys: [] }).match(/node-version.*/g)).toEqual([line])
  })

  it.each([
    ['of the package', { 'app/yarn.lock': '', 'package-lock.json': '' }, 'yarn install --immutable', []],
    [
      'of a workspace of pnpm',
      { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': '' },
      'pnpm install --frozen-lockfile',
      [],
    ],
    [
      'of a workspace of npm',
      { 'package-lock.json': '', 'package.json': '{ "workspaces": ["app"] }' },
      'npm ci',
      ['cache-dependency-path: package-lock.json'],
    ],
    ['of another package above it', { 'package-lock.json': '', 'package.json': '{}' }, 'npm install', []],
  ])('installs by the lock %s', async (_, files, run, paths) => {
    const root = project({ 'app/package.json': manifest(), ...(files as Record<string, string>) })
    mkdirSync(join(root, '.git'))
    const text = workflowText(join(root, 'app'), { keys: [] })
    expect(/- run: (?:corepack enable && )?(.*)/.exec(text)?.[1]).toBe(run)
    expect(text.match(/cache-dependency-path.*/g) ?? []).toEqual(paths)
  })

  it('writes nothing with --dry-run', async () => {
    const folder = project({ 'package.json': manifest() })
    const { stdout } = await command(folder, ['init', '--dry-run'])
    expect(stdout).toContain('would write verdict.config.js')
    expect(existsSync(join(folder, 'verdict.config.js'))).toBe(false)
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(manifest())
  })

  it.each([
    ['an empty folder', {}, /there is no package\.json/],
    ['another project', { 'package.json': '{"name": "other"}' }, /does not depend on @mastra\/core/],
    ['a broken manifest', { 'package.json': '{' }, /is not a readable package\.json/],
  ])('refuses %s', async (_, files, sentence) => {
    const { code, stderr } = await command(project(files as Record<string, string>), ['init'])
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  })
})
