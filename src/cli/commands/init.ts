import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import { CommandError, exitCodes } from '../ending.ts'
import {
  configText,
  type Project,
  questionsText,
  readProject,
  scorersText,
  withScript,
} from '../init/project.ts'
import { findConfig } from '../load-config.ts'
import { print, type Surroundings } from '../surroundings.ts'
import { writeText } from '../write-file.ts'

interface InitFlags {
  readonly agent?: string
  readonly dryRun?: boolean
}

/** Adds `verdict init`. */
export function addInitCommand(program: Command): Command {
  return program
    .command('init')
    .description('add a configuration, scorers and a first dataset to a Mastra project')
    .option('--agent <name>', 'the agent to evaluate, as the Mastra instance names it (default: its first)')
    .option('--dry-run', 'say what would be written, and write nothing')
}

/** Writes what is missing, and never over what is there. */
export async function init({ agent, dryRun }: InitFlags, { folder, stdout }: Surroundings): Promise<number> {
  const project = readProject(folder)
  const { agents, language } = project
  if (agent !== undefined && agents.length > 0 && !agents.includes(agent))
    throw new CommandError(
      `there is no agent "${agent}" in src/mastra/index.${language}: it has ${agents.join(', ')}`,
    )
  const evaluated = agent ?? agents[0]
  const files = [
    {
      path: relative(folder, findConfig(folder) ?? join(folder, `verdict.config.${language}`)),
      text: configText(evaluated),
    },
    { path: 'evals/questions.jsonl', text: questionsText },
    { path: `src/mastra/scorers/verdict.${language}`, text: scorersText(language) },
  ]
  for (const { path, text } of files) {
    const there = existsSync(join(folder, path))
    if (!there && !dryRun) await writeText(join(folder, path), text, 'replace')
    print(
      stdout,
      there ? `kept     ${path}, which is there already` : `${dryRun ? 'would write' : 'written '} ${path}`,
    )
  }
  const script = withScript(project.manifestText, 'evals', 'verdict run')
  if (script !== undefined && !dryRun) await writeText(join(folder, 'package.json'), script, 'replace')
  const scriptLine = dryRun
    ? 'would add the script evals to package.json'
    : 'added    the script evals to package.json'
  print(stdout, script === undefined ? 'kept     the script evals of package.json' : scriptLine)
  print(stdout, `\n${nextSteps(project, evaluated, folder)}`)
  return exitCodes.passed
}

function nextSteps(
  { manifest, agents, hasInstance, language, storeFile }: Project,
  agent: string | undefined,
  folder: string,
): string {
  const installed = { ...manifest.dependencies, ...manifest.devDependencies }
  const steps = [
    ...('mastra-verdict' in installed ? [] : ['npm install mastra-verdict']),
    ...(hasInstance ? [] : [importAgent(language)]),
    ...(hasInstance && agent === undefined ? [`Name your agent in verdict.config.${language}.`] : []),
    ...(agents.length > 1 ? [`${agent} is evaluated; --agent names another of ${agents.join(', ')}.`] : []),
    'Put questions that your users ask into evals/questions.jsonl.',
    ...(storeFile === undefined ? [] : [oneStore(storeFile, language, folder)]),
    'npm run evals',
    `To score live answers too, give the agent \`scorers: verdictScorers\` from src/mastra/scorers/verdict.${language}.`,
  ]
  return ['Next:', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
}

/** The configuration that is written takes the agent from there. */
function importAgent(language: string): string {
  return `There is no src/mastra/index.${language}: in verdict.config.${language}, import your agent from where it is, write \`target: yourAgent\`, and leave out \`mastra\` and \`close\`.`
}

/** A relative file is another one for each folder that a process runs in. */
function oneStore(file: string, language: string, folder: string): string {
  const url = `file:${join(folder, 'src/mastra/public', file)}`
  return `src/mastra/index.${language} stores in file:${file}, which \`mastra dev\` and Studio take from src/mastra/public and everything else from its own folder: for one store, write ${url} there.`
}
