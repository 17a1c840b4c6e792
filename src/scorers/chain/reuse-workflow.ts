import { type RunArguments, runSteps, stepsOf, type Workflow } from './run-steps.ts'

interface Registered {
  getLogger(): unknown
}

interface Buildable {
  /** Private to Mastra, and so perhaps not there in another of its versions. */
  toMastraWorkflow?(): Workflow
  __registerMastra?(mastra: Registered): void
  run(input: never): Promise<unknown>
}

const withoutEngine = new WeakSet<object>()

/**
 * Lets the run that gets this input do without Mastra's engine for workflows, where it is not traced. The result
 * is the same.
 */
export function runWithoutEngine<Input extends object>(input: Input): Input {
  withoutEngine.add(input)
  return input
}

const isUntraced = ({ tracingContext }: RunArguments) =>
  tracingContext !== undefined && tracingContext.currentSpan === undefined

/** A workflow that runs its steps without the engine, where nothing is traced. */
function withQuickRuns(workflow: Workflow, build: () => Workflow): Workflow {
  const steps = stepsOf(workflow)
  if (steps === undefined) return workflow
  const start = async (given: RunArguments) =>
    isUntraced(given) ? runSteps(steps, given, build) : (await workflow.createRun()).start(given)
  return { createRun: async () => ({ start }) }
}

/**
 * Lets the runs of a scorer share one workflow. Mastra builds one for every run, with its schemas; what it builds
 * depends on the scorer and the logger alone. After a run that failed it is built anew, whatever that run has left
 * in it.
 *
 * Why and how: docs/decisions/scorer-workflows.md.
 */
export function reuseWorkflow<Scorer extends object>(scorer: Scorer): Scorer {
  const buildable = scorer as Scorer & Buildable
  const { toMastraWorkflow, __registerMastra: register, run } = buildable
  if (toMastraWorkflow === undefined || register === undefined) return scorer
  const build = () => toMastraWorkflow.call(scorer)
  let mastra: Registered | undefined
  let built: { readonly logger: unknown; readonly workflow: Workflow; readonly quick: Workflow } | undefined
  let quick = false

  buildable.__registerMastra = (registered) => {
    mastra = registered
    built = undefined
    register.call(scorer, registered)
  }
  buildable.toMastraWorkflow = () => {
    const logger = mastra?.getLogger()
    if (built === undefined || built.logger !== logger) {
      const workflow = build()
      built = { logger, workflow, quick: withQuickRuns(workflow, build) }
    }
    return quick ? built.quick : built.workflow
  }
  function begin(input: never): Promise<unknown> {
    // Mastra asks for the workflow before it first waits; where it should not, it gets that of the engine.
    quick = withoutEngine.has(input)
    try {
      return run.call(scorer, input)
    } finally {
      quick = false
    }
  }
  buildable.run = async (input) => {
    try {
      return await begin(input)
    } catch (error) {
      built = undefined
      throw error
    }
  }
  return scorer
}
