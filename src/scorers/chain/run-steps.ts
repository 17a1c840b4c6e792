/** What a step of a scorer's workflow is run with; of all that Mastra's engine gives, what a scorer's step reads. */
interface StepContext {
  readonly inputData: unknown
  getInitData(): unknown
  bail(result: unknown): unknown
}

interface Step {
  execute(context: StepContext): unknown
}

/** How a run of a workflow is begun: its data, and where it is traced. */
export interface RunArguments {
  readonly inputData: unknown
  readonly tracingContext?: { readonly currentSpan?: unknown }
}

export interface Workflow {
  readonly stepGraph?: unknown
  createRun(): Promise<{ start(given: RunArguments): Promise<unknown> }>
}

const isStep = (value: unknown): value is Step =>
  typeof value === 'object' && value !== null && 'execute' in value && typeof value.execute === 'function'

/** Undefined where the workflow is not one step after the other. */
export function stepsOf({ stepGraph }: Workflow): Step[] | undefined {
  if (!Array.isArray(stepGraph) || stepGraph.length === 0) return undefined
  const entries = stepGraph as readonly { type?: unknown; step?: unknown }[]
  const steps = entries.flatMap(({ type, step }) => (type === 'step' && isStep(step) ? [step] : []))
  return steps.length === entries.length ? steps : undefined
}

/** What a step did, to be done again. */
type Outcome = Step['execute']

/**
 * Runs the steps of a scorer's workflow one after the other, without Mastra's engine for workflows, which has
 * much to do for what a scorer never does: suspend, resume, store, publish, trace.
 *
 * @param build Makes the workflow anew. Where a step throws or ends the run early, the engine says what comes of
 *   it: it runs a new workflow whose steps do again what they did, without doing their work again.
 */
export async function runSteps(
  steps: readonly Step[],
  given: RunArguments,
  build: () => Workflow,
): Promise<unknown> {
  const outcomes: Outcome[] = []
  const { inputData: initial } = given
  let inputData = initial
  for (const step of steps) {
    let early: Outcome | undefined
    const bail = (result: unknown) => {
      early = (context) => context.bail(result)
    }
    try {
      const output = await step.execute({ ...given, inputData, getInitData: () => initial, bail })
      outcomes.push(early ?? (() => output))
      inputData = output
    } catch (error) {
      early = () => {
        throw error
      }
      outcomes.push(early)
    }
    if (early !== undefined) return replay(outcomes, given, build())
  }
  return { status: 'success', result: inputData }
}

async function replay(outcomes: readonly Outcome[], given: RunArguments, workflow: Workflow) {
  for (const [index, step] of (stepsOf(workflow) ?? []).entries()) {
    step.execute = async (context) => outcomes[index]?.(context)
  }
  const run = await workflow.createRun()
  return run.start(given)
}
