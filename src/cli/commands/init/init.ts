import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compact } from '../../../shared/compact.ts'
import { CommandError } from '../../command-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import { findConfig } from '../../plan/load-config.ts'
import { print } from '../../print.ts'
import type { Surroundings } from '../../surroundings.ts'
import { writeText } from '../../write-file.ts'
import { modelKeys } from './model-keys.ts'
import type { addInitCommand } from './options.ts'
import { configText, type Project, readProject, scorersText, withScript } from './project.ts'
import { chooseQuestions, questionsFile } from './questions.ts'
import { repositoryAbove } from './repository.ts'
import { workflowFile, workflowText } from './workflow.ts'

/** Writes missing files and never overwrites existing ones. */
export async function init(
  flags: FlagsOf<typeof addInitCommand>,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, stdout } = surroundings
  const { agent, dryRun } = flags
  const project = readProject(folder)
  const { agents, language } = project
  if (agent !== undefined && agents.length > 0 && !agents.includes(agent))
    throw new CommandError(
      `there is no agent "${agent}" in src/mastra/index.${language}: it has ${agents.join(', ')}`,
    )
  if (flags.variants && !project.hasInstance)
    throw new CommandError(`--variants needs an agent, but no src/mastra/index.${language} has one`)
  const evaluated = agent ?? agents[0]
  const keys = modelKeys(folder)
  const existing = findConfig(folder)
  const withVariants = flags.variants === true && existing === undefined
  const questions = await chooseQuestions(surroundings)
  const files = [
    {
      path: relative(folder, existing ?? join(folder, project.configFile)),
      text: configText(project, evaluated, withVariants),
    },
    { path: questionsFile, text: questions.text },
    { path: `src/mastra/scorers/verdict.${language}`, text: scorersText(language) },
    {
      path: workflowFile(folder),
      text: workflowText(folder, { keys, ...(withVariants && { target: 'today' }) }),
    },
  ]
  const kept = new Set<string>()
  for (const { path, text } of files) {
    const isThere = existsSync(join(folder, path))
    if (isThere) kept.add(path)
    if (!isThere && !dryRun) await writeText(join(folder, path), text, 'create')
    print(
      stdout,
      isThere ? `kept     ${path}, which already exists` : `${dryRun ? 'would write' : 'written '} ${path}`,
    )
  }
  const script = withScript(project.manifestText, 'evals', 'verdict run')
  if (script !== undefined && !dryRun) await writeText(join(folder, 'package.json'), script, 'replace')
  const scriptLine = dryRun
    ? 'would add the script evals to package.json'
    : 'added    the script evals to package.json'
  print(stdout, script === undefined ? 'kept     the script evals of package.json' : scriptLine)
  print(stdout, `\n${nextSteps(project, evaluated, folder, kept, keys, questions)}`)
  return exitCodes.passed
}

/** @param kept Files that existed already and need no step. */
function nextSteps(
  { manifest, agents, configFile, hasInstance, language, storeFile, scoresLive }: Project,
  agent: string | undefined,
  folder: string,
  kept: ReadonlySet<string>,
  keys: readonly string[],
  questions: Awaited<ReturnType<typeof chooseQuestions>>,
): string {
  const root = repositoryAbove(folder)
  const workflow = workflowFile(folder)
  const installed = { ...manifest.dependencies, ...manifest.devDependencies }
  const steps = compact([
    !('mastra-verdict' in installed) && 'npm install mastra-verdict',
    !hasInstance && importAgent(language, configFile),
    hasInstance &&
      agent === undefined &&
      `In ${configFile}, replace 'yourAgent' with the key of your agent in \`agents: { … }\` of src/mastra/index.${language}: it could not be read from there.`,
    agents.length > 1 && `${agent} is evaluated; --agent names another of ${agents.join(', ')}.`,
    !kept.has(questionsFile) && `${questions.step}${hasInstance ? ofTraces : ''}`,
    storeFile !== undefined && oneStore(storeFile, language),
    'npm run evals',
    !existsSync(join(folder, 'runs')) &&
      'Runs are kept in runs/, to be compared with later ones: commit the folder, or ignore it.',
    !kept.has(workflow) &&
      `${workflow} compares each pull request on GitHub with the main branch: ${secretsToAdd(keys)}.`,
    root !== undefined &&
      !kept.has(workflow) &&
      `GitHub reads workflows from ${join(root, '.github/workflows')}: move it there.`,
    !scoresLive &&
      `To score live answers too, give the agent \`scorers: verdictScorers\` from src/mastra/scorers/verdict.${language}.`,
  ])
  return ['Next:', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
}

/** Users' questions are theirs, and go into the repository only where somebody asks for that. */
const ofTraces = ` If traces are stored, they hold some: \`npx verdict dataset add --from questions --sample 30 --to ${questionsFile}\`.`

/** Returns the part of a step that says which secrets the workflow needs. */
function secretsToAdd(keys: readonly string[]): string {
  if (keys.length > 0) return `add ${keys.join(' and ')} to the secrets of the repository`
  return "add the key of your agent's model to the secrets of the repository, and put its name there in place of OPENAI_API_KEY"
}

/** Returns the next step without a Mastra instance, from which the configuration would import the agent. */
function importAgent(language: string, configFile: string): string {
  return `There is no src/mastra/index.${language}: ${configFile} has a placeholder that answers. Import your agent there, and write \`target: yourAgent\`.`
}

/** Returns the next step for a relative store path, which means another file in each working directory. */
function oneStore(file: string, language: string): string {
  return `src/mastra/index.${language} stores in file:${file}, which \`mastra dev\` and Studio look for in src/mastra/public, and everything else in its own folder: for one store, write \`url: process.env.DATABASE_URL ?? 'file:${file}'\` there, and put the absolute path into .env, which stays on this machine.`
}
