import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/v4'
import { measured } from '../../../judge/embedded/measured-quality.ts'
import { CommandError } from '../../command-error.ts'

const dependencies = z.record(z.string(), z.string()).optional()
const manifestSchema = z.looseObject({
  type: z.string().optional(),
  dependencies,
  devDependencies: dependencies,
  peerDependencies: dependencies,
  scripts: dependencies,
})

export interface Project {
  /**
   * The configuration file that `init` writes. Its extension marks it as a module if the package does not: otherwise
   * Node warns at each run.
   */
  readonly configFile: string
  readonly manifest: ReturnType<typeof parse>
  readonly manifestText: string
  /** Keys of the agents in the Mastra instance; empty if they cannot be read from its source. */
  readonly agents: readonly string[]
  /** Whether there is a `src/mastra/index.ts` or `.js`. */
  readonly hasInstance: boolean
  /** 'ts', or 'js' for a project without TypeScript. */
  readonly language: 'ts' | 'js'
  /** The relative file of the Mastra instance's store, as written there; undefined if there is none. */
  readonly storeFile: string | undefined
  /** Whether an agent has the scorers that `init` writes. */
  readonly scoresLive: boolean
}

/** @throws CommandError if the folder holds no Mastra project. */
export function readProject(folder: string): Project {
  const file = join(folder, 'package.json')
  if (!existsSync(file))
    throw new CommandError(
      `there is no package.json in ${folder}: run this in the folder of a Mastra project`,
    )
  const manifestText = readFileSync(file, 'utf8')
  const manifest = parse(manifestText, file)
  const { dependencies, devDependencies, peerDependencies } = manifest
  if (!('@mastra/core' in { ...dependencies, ...devDependencies, ...peerDependencies }))
    throw new CommandError(
      `${file} does not depend on @mastra/core: run this in the folder of a Mastra project`,
    )
  const source = (['ts', 'js'] as const).find((ending) =>
    existsSync(join(folder, `src/mastra/index.${ending}`)),
  )
  const language = source ?? (isTypeScript(folder) ? 'ts' : 'js')
  const code = source === undefined ? '' : readFileSync(join(folder, `src/mastra/index.${source}`), 'utf8')
  return {
    configFile: `verdict.config.${manifest.type === 'module' ? '' : 'm'}${language}`,
    manifest,
    manifestText,
    agents: agentNames(code),
    hasInstance: source !== undefined,
    language,
    storeFile: storeFile(code),
    scoresLive: code.includes('verdictScorers') || hasScorers(folder),
  }
}

/** For a project without a Mastra instance. */
const isTypeScript = (folder: string): boolean =>
  ['', 'src'].some(
    (part) =>
      existsSync(join(folder, part)) &&
      readdirSync(join(folder, part)).some((name) => name === 'tsconfig.json' || /\.m?ts$/.test(name)),
  )

function parse(text: string, file: string) {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new CommandError(`${file} is not a readable package.json`, { cause })
  }
}

/** Most projects keep each agent in a file of its own. */
function hasScorers(folder: string): boolean {
  const agents = join(folder, 'src/mastra/agents')
  if (!existsSync(agents)) return false
  return readdirSync(agents, { recursive: true, encoding: 'utf8' }).some(
    (file) => /\.[jt]s$/.test(file) && readFileSync(join(agents, file), 'utf8').includes('verdictScorers'),
  )
}

/** Finds `url: 'file:scores.db'`, unless the environment may name another place. */
function storeFile(code: string): string | undefined {
  return /\burl\s*:\s*['"`]file:(?!\/|:memory:)([\w./-]+)['"`]/.exec(code)?.[1]
}

/** One that does not end goes on to the end of the code, so that the time is in proportion to it. */
const textOrComment =
  /'(?:\\[\s\S]|[^\\'])*'?|"(?:\\[\s\S]|[^\\"])*"?|`(?:\\[\s\S]|[^\\`])*`?|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/\/.*/g

/** Returns the keys of `agents: { one, two: new Agent({ … }) }`; none if the list is spread from elsewhere. */
function agentNames(code: string): string[] {
  const plain = code.replace(textOrComment, (part) => {
    if (part.startsWith('/')) return ''
    return /^.[\w$-]+.$/.test(part) ? part : "''"
  })
  const [, instance = plain] = plain.split(/\bnew Mastra\b/)
  const [, list = ''] = instance.split(/\bagents\s*:\s*\{/)
  let depth = 0
  let entry = ''
  const entries: string[] = []
  for (const character of list) {
    if ('{[('.includes(character)) depth += 1
    if ('}])'.includes(character)) depth -= 1
    if (depth < 0 || (depth === 0 && character === ',')) {
      entries.push(entry)
      entry = ''
    } else if (depth === 0) entry += character
    if (depth < 0) break
  }
  return entries.flatMap((entry) => /^\s*['"]?([\w$-]+)['"]?\s*(?::|$)/.exec(entry)?.[1] ?? [])
}

/** Shutdown closes the storage first, which would lose live scores and traces that are still to be stored. */
const closing = `  async close() {
    await waitForLiveScores()
    await mastra.observability.flush()
    await mastra.shutdown()
  },
`

/**
 * Returns the configuration that `verdict init` writes.
 *
 * @param agent Undefined if it is not known.
 * @param withVariants Whether to compare the agent with itself under one more instruction.
 */
export function configText(
  { hasInstance }: Pick<Project, 'hasInstance'>,
  agent: string | undefined,
  withVariants: boolean,
): string {
  const ofConfig = withVariants ? 'agentGrid, defineConfig' : 'defineConfig'
  return `import { createAnswerRelevancyScorer, embeddedJudge${hasInstance ? ', waitForLiveScores' : ''} } from 'mastra-verdict'
import { ${ofConfig} } from 'mastra-verdict/config'
${hasInstance ? "import { mastra } from './src/mastra'\n" : ''}
// Judges in process, without a key, to compare runs and for a first look: on ${measured.hardPairs} deliberately hard pairs
// it accepted ${measured.rightPassed} % of the right answers and ${measured.wrongPassed} % of the wrong ones. Where single verdicts matter, let a model judge:
// 'openai/gpt-5-mini', or any other that Mastra takes.
const model = embeddedJudge()
${withVariants ? variants(agent) : target(agent, hasInstance)}${hasInstance ? '  mastra,\n' : ''}  data: 'evals/questions.jsonl',
  scorers: [createAnswerRelevancyScorer({ model })],
  reports: { html: 'evals/report.html' },
${hasInstance ? closing : ''}}${withVariants ? ')' : ''})
`
}

function target(agent: string | undefined, hasInstance: boolean): string {
  const ofInstance = `${agent === undefined ? unnamed : ''}  target: mastra.getAgent('${agent ?? 'yourAgent'}'),`
  return `
export default defineConfig({
  name: '${agent ?? 'evals'}',
${hasInstance ? ofInstance : placeholder}
`
}

const unnamed =
  "  // In place of 'yourAgent', write the key that your agent has in `agents: { … }` of `new Mastra`.\n"

/** Lets the first run show what runs look like before there is an agent. */
const placeholder = `  // Stands in for your agent: import yours from where it is, and write \`target: yourAgent\`.
  target: async function placeholder() {
    return 'There is no agent here yet.'
  },`

const variants = (
  named: string | undefined,
  agent = named ?? 'yourAgent',
) => `${named === undefined ? unnamed.trimStart() : ''}const agent = mastra.getAgent('${agent}')

export default defineConfig(async () => ({
  name: '${agent}',
  // Each target is a run of its own, and the report compares them: put in what you want to try.
  targets: {
    today: agent,
    ...agentGrid(agent, {
      instructions: {
        shorter: \`\${await agent.getInstructions()}\\n\\nAnswer in at most three sentences.\`,
      },
    }),
  },
`

export const scorersText = (
  language: 'ts' | 'js',
) => `import { createAnswerRelevancyScorer, embeddedJudge } from 'mastra-verdict'

/** Scores half of the live answers, after they are sent. For an agent: \`scorers: verdictScorers\`. */
export const verdictScorers = {
  answerRelevancy: {
    scorer: createAnswerRelevancyScorer({ model: embeddedJudge() }),
    sampling: { type: 'ratio', rate: 0.5 },
  },
}${language === 'ts' ? ' as const' : ''}
`

/** Adds a script to the manifest, keeping its indentation; undefined if it has a script of that name. */
export function withScript(text: string, name: string, command: string): string | undefined {
  const manifest = JSON.parse(text) as { scripts?: Record<string, string> }
  if (manifest.scripts?.[name] !== undefined) return undefined
  const indentation = /^[ \t]+/m.exec(text)?.[0] ?? '  '
  const changed = { ...manifest, scripts: { ...manifest.scripts, [name]: command } }
  return `${JSON.stringify(changed, null, indentation)}${text.endsWith('\n') ? '\n' : ''}`
}
